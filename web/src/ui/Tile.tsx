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
  /** A drawing below the number, such as a bar. */
  children?: ReactNode
  loading?: boolean
}

/** One key figure with its label. */
export function Tile({ label, value, trend, hint, children, loading = false }: TileProps) {
  return (
    <Stack gap="xs" boxed style={{ padding: '1rem 1.25rem' }} aria-busy={loading || undefined}>
      <Text as="div" kind="quiet">
        {label}
      </Text>
      <div className={styles.value}>{loading ? <Line width="6ch" /> : value}</div>
      {(trend || hint) && (
        <Row style={{ gap: '0.125rem 0.5rem', minHeight: '1.25rem' }}>
          {loading ? (
            <Line width="8rem" />
          ) : (
            <>
              {/* "0 before" says by itself that there is nothing to compare with. */}
              {trend && !(trend.ratio === null && hint) && (
                <Trend ratio={trend.ratio} welcome={trend.welcome ?? 'up'} />
              )}
              {hint && <Text kind="small">{hint}</Text>}
            </>
          )}
        </Row>
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
