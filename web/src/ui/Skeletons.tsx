import { useTranslation } from 'react-i18next'
import styles from './Skeletons.module.css'

/**
 * Placeholder of a text line. Set `still` inside a container that pulses as a whole: hundreds of animated
 * lines would each need a compositor layer.
 */
export const Line = ({ width = '100%', still = false }: { width?: string; still?: boolean }) => (
  <span className={still ? styles.line : `${styles.line} ${styles.pulse}`} style={{ width }} />
)

/** Set on a container, makes its `still` lines pulse together. */
export const pulse = styles.pulse

/** Placeholder lines, with a "loading" text for screen readers. */
export function Lines({ count = 3 }: { count?: number }) {
  const { t } = useTranslation('ui')
  return (
    <div className={styles.lines} role="status" aria-label={t('loading')} data-outline>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <Line key={index} width={`${92 - ((index * 17) % 40)}%`} />
      ))}
    </div>
  )
}

/** Placeholder of a block with a fixed height: a chart, a picture. */
export function Block({ height }: { height: number | string }) {
  const { t } = useTranslation('ui')
  return (
    <div role="status" aria-label={t('loading')} data-outline>
      <div className={`${styles.block} ${styles.pulse}`} style={{ height }} />
    </div>
  )
}
