import { arc, pie } from 'd3-shape'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { EntityLink } from '../EntityLink.tsx'
import { formatNumber, formatPercentage } from '../format.ts'
import { Columns, Row, Text } from '../layout.tsx'
import { useLocale } from '../locale.tsx'
import { ChartFrame } from './ChartFrame.tsx'
import styles from './charts.module.css'
import { chartColor } from './palette.ts'
import { pieChartHeight } from './sizes.ts'

export interface Slice {
  name: string
  value: number
  /** The page of what the slice stands for. */
  href?: string | null
}

interface PieChartBlockProps {
  title: string
  description?: ReactNode
  /** At most seven slices; the caller sums up the rest as "other". */
  slices: readonly Slice[]
  format?: (value: number) => string
  loading?: boolean
  height?: number
}

/** A ring. The legend lists names, values and shares, so that nobody has to tell colours apart. */
export function PieChartBlock(props: PieChartBlockProps) {
  const { title, description, slices, format, loading = false, height = pieChartHeight } = props
  const { t } = useTranslation('charts')
  const { language } = useLocale()
  const write = format ?? ((value: number) => formatNumber(value, language))
  const total = slices.reduce((sum, { value }) => sum + value, 0)
  const share = (value: number) => formatPercentage(total === 0 ? 0 : value / total, language)
  const cells = slices.map((slice, index) => ({ ...slice, key: `${index} ${slice.name}`, color: chartColor(index) }))
  return (
    <ChartFrame
      title={title}
      description={description}
      summary={t('pieSummary', {
        title,
        parts: slices.map(({ name, value }) => `${name} ${share(value)}`).join(', '),
      })}
      table={{
        head: [t('name'), t('amount'), t('share')],
        rows: slices.map(({ name, value }) => [name, write(value), share(value)]),
      }}
      height={height}
      loading={loading}
      isEmpty={total <= 0}
    >
      <Row justify="center" style={{ gap: '1rem 2rem' }}>
        <Ring
          cells={cells}
          size={Math.min(height, 200)}
          textOf={({ name, value }) => `${name}: ${write(value)}, ${share(value)}`}
        />
        <Columns as="ul" align="baseline" className={styles.legend}>
          {cells.map(({ key, name, value, color, href }) => (
            <li key={key}>
              <span className={styles.swatch} style={{ background: color }} aria-hidden />
              <Text>
                <EntityLink href={href}>{name}</EntityLink>
              </Text>
              <Text kind="number">{write(value)}</Text>
              <Text kind="number" style={{ color: 'var(--ui-text-3)' }}>
                {share(value)}
              </Text>
            </li>
          ))}
        </Columns>
      </Row>
    </ChartFrame>
  )
}

type Cell = Slice & { key: string; color: string }

const shape = arc<{ startAngle: number; endAngle: number }>().innerRadius(58).outerRadius(100)
const angles = pie<Cell>()
  .value(({ value }) => value)
  .sort(null)

interface RingProps {
  cells: readonly Cell[]
  size: number
  textOf: (cell: Cell) => string
}

/** The parts in their order, from the top, clockwise. */
const Ring = ({ cells, size, textOf }: RingProps) => (
  <svg width={size} height={size} viewBox="-102 -102 204 204" aria-hidden="true">
    {angles([...cells]).map((part) => (
      <path key={part.data.key} d={shape(part) ?? ''} fill={part.data.color} stroke="var(--ui-surface)" strokeWidth="2">
        <title>{textOf(part.data)}</title>
      </path>
    ))}
  </svg>
)
