import type { ReactNode } from 'react'
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
    <div className={styles.tile} aria-busy={loading || undefined}>
      <div className={styles.label}>{label}</div>
      <div className={styles.value}>{loading ? <Line width="6ch" /> : value}</div>
      {(trend || hint) && (
        <div className={styles.foot}>
          {loading ? (
            <Line width="8rem" />
          ) : (
            <>
              {trend && <Trend ratio={trend.ratio} welcome={trend.welcome ?? 'up'} />}
              {hint && <span className={styles.hint}>{hint}</span>}
            </>
          )}
        </div>
      )}
      {children}
    </div>
  )
}

/** A grid of tiles, as many per row as fit. */
export const Tiles = ({ children }: { children: ReactNode }) => <div className={styles.tiles}>{children}</div>
