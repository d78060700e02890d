import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayIn } from '../days.ts'
import { formatCalendarDay, formatNumber } from '../format.ts'
import { Row, Stack } from '../layout.tsx'
import { useLocale } from '../locale.tsx'
import { businessNow } from '../now.ts'
import { Segmented } from '../Segmented.tsx'
import { ChartFrame } from './ChartFrame.tsx'
import { type DrawnLine, drawingOf, type Frequency, groupsOf, type LineSeries, mostLines, scaleOf } from './drawing.ts'
import { LineMark, LinePlot } from './LinePlot.tsx'
import { lineChartHeight } from './sizes.ts'

export type { Sample } from './drawing.ts'

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

/** A line chart of values over time: at most three lines, series that are equal drawn once, the open sample marked. */
export function LineChartBlock(props: LineChartBlockProps) {
  const { title, series, frequency, withPrevious = false, loading = false, height = lineChartHeight } = props
  const { t } = useTranslation('charts')
  const { language, timeZone } = useLocale()
  const [chosen, choose] = useState<string | null>(null)
  const write = props.format ?? ((value: number) => formatNumber(value, language))
  const short =
    props.formatAxis ??
    ((value: number) => formatNumber(value, language, { notation: 'compact', maximumFractionDigits: 1 }))
  const { days, lines, unfinished } = drawingOf(series, {
    withPrevious,
    frequency,
    today: dayIn(timeZone, new Date(businessNow())),
  })
  const names = days.map((day, position) => {
    const name = formatCalendarDay(day, language, dayFormats[frequency])
    return position === unfinished ? t(`soFar.${frequency}`, { name }) : name
  })
  const groups = groupsOf(lines)
  const labelOfSeries = (index: number) =>
    (groups.find((group) => group.includes(index)) ?? [index]).map((each) => series[each]?.label ?? '').join(', ')
  const labelOf = ({ series: index, isPrevious }: DrawnLine, label = labelOfSeries(index)) =>
    isPrevious ? t('before', { series: label }) : label
  const nameOf = (line: DrawnLine) => labelOf(line, series[line.series]?.label)
  const once = lines.filter((line) => groups.some(([first]) => first === line.series))
  const isChoice = once.length > mostLines
  const shown = groups.find(([first]) => series[first ?? 0]?.id === chosen)?.[0] ?? 0
  const drawn = isChoice ? once.filter((line) => line.series === shown) : once
  // Each month of a year has its short name on the axis; the year is in the tooltip and the table.
  const isYear = frequency === 'm' && days.length <= 13
  const axisFormat: Intl.DateTimeFormatOptions = isYear ? { month: 'short' } : dayFormats[frequency]
  const sums = series.map(
    ({ label, current }) => `${label} ${write(current.reduce((sum, { value }) => sum + (value ?? 0), 0))}`,
  )
  return (
    <ChartFrame
      title={title}
      description={props.description}
      actions={props.actions}
      summary={
        props.summary ??
        t('lineSummary', { title, from: names[0] ?? '', to: names.at(-1) ?? '', sums: sums.join(', ') })
      }
      table={tableOf({ head: t(`per.${frequency}`), names, lines, columns: props.columns ?? [], write, nameOf })}
      height={height}
      loading={loading}
      isEmpty={props.isEmpty ?? lines.every(({ values }) => values.every((value) => !value))}
    >
      {/* As high as its skeleton: the legend takes its height from the chart. */}
      <Stack gap="none" style={{ height }}>
        {drawn.length > 1 && (
          <Legend lines={drawn} labelOf={labelOf}>
            {isChoice && (
              <Segmented
                size="xs"
                aria-label={t('shown', { chart: title })}
                value={series[shown]?.id ?? ''}
                onChange={choose}
                data={groups.map(([first = 0]) => ({ value: series[first]?.id ?? '', label: labelOfSeries(first) }))}
              />
            )}
          </Legend>
        )}
        <LinePlot
          label={title}
          lines={drawn}
          scale={scaleOf(drawn, props.maximum)}
          unfinished={unfinished}
          axis={days.map((day) => formatCalendarDay(day, language, axisFormat))}
          names={names}
          labelOf={labelOf}
          write={write}
          short={short}
        />
      </Stack>
    </ChartFrame>
  )
}

interface TableParts {
  head: string
  names: readonly string[]
  lines: readonly DrawnLine[]
  columns: NonNullable<LineChartBlockProps['columns']>
  write: (value: number) => string
  nameOf: (line: DrawnLine) => string
}

/** The table has every series, those that are drawn once or not chosen included. */
const tableOf = ({ head, names, lines, columns, write, nameOf }: TableParts) => ({
  head: [head, ...columns.map(({ label }) => label), ...lines.map(nameOf)],
  rows: names.map((name, position) => [
    name,
    ...columns.map(({ values }) => values[position] ?? '–'),
    ...lines.map(({ values }) => {
      const value = values[position]
      return value == null ? '–' : write(value)
    }),
  ]),
})

interface LegendProps {
  lines: readonly DrawnLine[]
  labelOf: (line: DrawnLine) => string
  children: ReactNode
}

const Legend = ({ lines, labelOf, children }: LegendProps) => (
  <Row gap="xl" style={{ rowGap: '0.25rem', marginBottom: '0.75rem' }}>
    {children}
    <Row as="ul" gap="xl">
      {lines.map((line) => (
        <Row as="li" key={line.id} style={{ color: 'var(--ui-text-2)', fontSize: '0.8125rem' }}>
          <LineMark line={line} />
          {labelOf(line)}
        </Row>
      ))}
    </Row>
  </Row>
)
