import type { ReactNode } from 'react'
import { Columns, Row, Stack, Text } from './layout.tsx'
import { Line } from './Skeletons.tsx'
import styles from './Tile.module.css'
import { Trend } from './Trend.tsx'

interface TileProps {
  label: string
  /** The number itself: a `Quantity` or `Money`. */
  value: ReactNode
  trend?: { ratio: number | null; welcome?: 'up' | 'down' | 'none' } | undefined
  /** What the number is compared with or made of. */
  hint?: ReactNode
  /** The figures are amounts, which can take a second line in a narrow tile. */
  long?: boolean | undefined
  /** A drawing below the number, such as a bar. */
  children?: ReactNode
  loading?: boolean
}

/** One key figure with its label. */
export function Tile({ label, value, trend, hint, long, children, loading = false }: TileProps) {
  return (
    <Stack gap="xs" boxed className={styles.tile} aria-busy={loading || undefined}>
      <Text as="div" kind="quiet">
        {label}
      </Text>
      <Row align="baseline" className={styles.figure} data-long={long || undefined}>
        <div className={styles.value}>{loading ? <Line width="6ch" /> : value}</div>
        {/* "0 before" says by itself that there is nothing to compare with. */}
        {trend && !loading && !(trend.ratio === null && hint) && (
          <Trend ratio={trend.ratio} welcome={trend.welcome ?? 'up'} />
        )}
      </Row>
      {(trend || hint) && (
        <Text as="div" kind="small" className={styles.hint} data-long={long || undefined}>
          {loading ? <Line width="8rem" /> : hint}
        </Text>
      )}
      {children}
    </Stack>
  )
}

/** A grid of tiles, as many per row as fit. */
export const Tiles = ({ children }: { children: ReactNode }) => (
  <Columns min="12.5rem" gap="md">
    {children}
  </Columns>
)
