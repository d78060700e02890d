import '@mantine/charts/styles.layer.css'
import { LineChart } from '@mantine/charts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCalendarDay, formatNumber } from '../format.ts'
import { Row, Stack } from '../layout.tsx'
import { useLocale } from '../locale.tsx'
import { ChartFrame } from './ChartFrame.tsx'
import styles from './charts.module.css'
import { chartColor } from './palette.ts'
import { lineChartHeight } from './sizes.ts'

/** Distance between two samples: a day, a week, a month. */
export type Frequency = 'd' | 'w' | 'm'

export interface Sample {
  /** First day of the sample, `YYYY-MM-DD`. */
  day: string
  /** Null: there is no value, and the line has a gap. */
  value: number | null
}

export interface LineSeries {
  id: string
  label: string
  current: readonly Sample[]
  /** The previous period, one sample for each current one; drawn dashed in the same colour. */
  previous?: readonly Sample[] | undefined
}

interface LineChartBlockProps {
  title: string
  description?: ReactNode
  series: readonly LineSeries[]
  frequency: Frequency
  /** Formats values in tooltips and tables; by default as numbers in the user's language. */
  format?: (value: number) => string
  /** Formats the values of the axis; by default short numbers. */
  formatAxis?: (value: number) => string
  /** The end of the axis; by default it fits the values. */
  maximum?: number
  /** Also draws the previous period. */
  withPrevious?: boolean
  loading?: boolean
  /** By default when every value is zero. */
  isEmpty?: boolean
  /** One sentence for screen readers; by default the sum of each series. */
  summary?: string
  /** Columns of the table that are not drawn, one value for each sample. */
  columns?: readonly { label: string; values: readonly string[] }[]
  actions?: ReactNode
  height?: number
}

const dayFormats: Record<Frequency, Intl.DateTimeFormatOptions> = {
  d: { day: 'numeric', month: 'short' },
  w: { day: 'numeric', month: 'short' },
  m: { month: 'short', year: 'numeric' },
}

/** A line chart of values over time. */
export function LineChartBlock(props: LineChartBlockProps) {
  const {
    title,
    description,
    series,
    frequency,
    withPrevious = false,
    loading = false,
    actions,
    height = lineChartHeight,
  } = props
  const { columns = [], maximum } = props
  const { t } = useTranslation('ui')
  const { language } = useLocale()
  const write = props.format ?? ((value: number) => formatNumber(value, language))
  const short =
    props.formatAxis ??
    ((value: number) => formatNumber(value, language, { notation: 'compact', maximumFractionDigits: 1 }))
  const nameOf = (day: string) => formatCalendarDay(day, language, dayFormats[frequency])
  const before = (label: string) => t('chart.before', { series: label })
  const { lines, days, points } = drawingOf(series, { withPrevious, before, nameOf })
  const cell = (value: string | number | null | undefined) => (typeof value === 'number' ? write(value) : '–')
  const sums = series.map(
    ({ label, current }) => `${label} ${write(current.reduce((sum, { value }) => sum + (value ?? 0), 0))}`,
  )
  const isEmpty =
    props.isEmpty ??
    (lines.length === 0 || points.every((point) => lines.every(({ name }) => (point[name] ?? 0) === 0)))
  const values = series.flatMap(({ current, previous }) => [...current, ...(previous ?? [])])
  const isWhole = values.every(({ value }) => Number.isInteger(value ?? 0))
  // Each month of a year has its short name on the axis; the year is in the tooltip and the table.
  const isYear = frequency === 'm' && days.length <= 13
  const monthOf = (day: string) => formatCalendarDay(day, language, { month: 'short' })
  const [first, last] = [points[0]?.day, points.at(-1)?.day]
  return (
    <ChartFrame
      title={title}
      description={description}
      actions={actions}
      summary={
        props.summary ?? t('chart.lineSummary', { title, from: first ?? '', to: last ?? '', sums: sums.join(', ') })
      }
      table={{
        head: [t(`chart.per.${frequency}`), ...columns.map(({ label }) => label), ...lines.map(({ label }) => label)],
        rows: points.map((point, position) => [
          String(point.day),
          ...columns.map(({ values }) => values[position] ?? '–'),
          ...lines.map(({ name }) => cell(point[name])),
        ]),
      }}
      height={height}
      loading={loading}
      isEmpty={isEmpty}
    >
      {/* As high as its skeleton: the legend takes its height from the chart. */}
      <Stack gap="none" style={{ height }}>
        {lines.length > 1 && <Legend lines={lines} />}
        <LineChart
          flex="1 1 0"
          mih={0}
          className={styles.chart ?? ''}
          data={points}
          dataKey="day"
          series={lines}
          // A curve would show values on days that have none.
          curveType="linear"
          strokeWidth={2}
          withDots={points.length <= 16}
          dotProps={{ r: 3 }}
          tickLine="none"
          gridAxis="x"
          strokeDasharray="0"
          textColor="var(--ui-text-3)"
          gridColor="var(--ui-line)"
          valueFormatter={write}
          yAxisProps={{
            tickFormatter: short,
            width: 48,
            allowDecimals: !isWhole,
            ...(maximum !== undefined && { domain: [0, maximum] }),
          }}
          connectNulls={false}
          xAxisProps={
            isYear
              ? { interval: 0, tickFormatter: (_, position: number) => monthOf(days[position] ?? '') }
              : { minTickGap: 24 }
          }
          // The name of the last day stays within the panel.
          lineChartProps={{ margin: { right: 16 } }}
          lineProps={{ isAnimationActive: false }}
        />
      </Stack>
    </ChartFrame>
  )
}

interface Drawn {
  withPrevious: boolean
  /** The name of a series in the previous period. */
  before: (label: string) => string
  nameOf: (day: string) => string
}

/** What the chart draws: its lines, the first day of each sample, and the values at each. */
function drawingOf(series: readonly LineSeries[], { withPrevious, before: nameBefore, nameOf }: Drawn) {
  const lines = series.flatMap(({ id, label, previous }, index) => {
    const color = chartColor(index)
    const now = { name: id, label, color }
    if (!withPrevious || !previous) return [now]
    return [now, { name: `${id} before`, label: nameBefore(label), color, strokeDasharray: '5 4' }]
  })
  const length = Math.max(0, ...series.map(({ current }) => current.length))
  const days = Array.from(
    { length },
    (_, position) => series.find(({ current }) => current[position])?.current[position]?.day ?? '1970-01-01',
  )
  const points = days.map((day, position) => {
    const point: Record<string, string | number | null> = { day: nameOf(day) }
    for (const { id, current, previous } of series) {
      const [now, before] = [current[position], previous?.[position]]
      if (now) point[id] = now.value
      if (withPrevious && before) point[`${id} before`] = before.value
    }
    return point
  })
  return { lines, days, points }
}

/** The legend repeats the line style: a dashed line is the previous period. */
function Legend({
  lines,
}: {
  lines: readonly { name: string; label: string; color: string; strokeDasharray?: string }[]
}) {
  return (
    <Row as="ul" gap="xl" style={{ rowGap: '0.25rem', marginBottom: '0.75rem' }}>
      {lines.map(({ name, label, color, strokeDasharray }) => (
        <Row as="li" key={name} style={{ color: 'var(--ui-text-2)', fontSize: '0.8125rem' }}>
          <svg width="22" height="8" aria-hidden="true">
            <line x1="1" x2="21" y1="4" y2="4" stroke={color} strokeWidth="2.5" strokeDasharray={strokeDasharray} />
          </svg>
          {label}
        </Row>
      ))}
    </Row>
  )
}
