import type { ReactNode } from 'react'
import styles from './Hero.module.css'
import { Text } from './layout.tsx'
import { Line } from './Skeletons.tsx'

interface HeroProps {
  /** The label of the figure, such as "Total". */
  label: string
  /** The one figure of the page; nothing while it is loading. */
  value: ReactNode
  /** One sentence: whose turn it is, or what happened last. */
  story: ReactNode
  /** A typical sentence: space for its lines is reserved while the page loads. */
  usual?: string
  /** The two or three facts that belong to the figure, beside it. */
  children?: ReactNode
}

/** The most important figure of a page, larger than everything else. A page has at most one. */
export function Hero({ label, value, story, usual, children }: HeroProps) {
  const loading = value === undefined
  return (
    <section className={styles.hero} aria-label={label} aria-busy={loading || undefined}>
      <div className={styles.figure}>
        <Text kind="small">{label}</Text>
        <div className={styles.value} data-place>
          {loading ? <Line width="8ch" /> : value}
        </div>
      </div>
      {children && (
        <div className={styles.beside} data-quiet>
          {children}
        </div>
      )}
      <div className={styles.story} data-place>
        {!loading ? story : usual ? <Placeholder words={usual} /> : <Line width="20rem" />}
      </div>
    </section>
  )
}

/** A placeholder with the size of the text, which is not visible. */
const Placeholder = ({ words }: { words: string }) => (
  <span className={styles.placeholder}>
    <Line width="min(20rem, 100%)" />
    <span aria-hidden>{words}</span>
  </span>
)
