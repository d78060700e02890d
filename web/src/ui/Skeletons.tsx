import { useTranslation } from 'react-i18next'
import styles from './Skeletons.module.css'

/** A line of text to come. `still` where what it stands in pulses as a whole: two hundred lines would be as many layers. */
export const Line = ({ width = '100%', still = false }: { width?: string; still?: boolean }) => (
  <span className={styles.line} data-still={still || undefined} style={{ width }} />
)

/** Blocks to come, with a word for those who do not see them shimmer. */
export function Lines({ count = 3 }: { count?: number }) {
  const { t } = useTranslation('ui')
  return (
    <div className={styles.lines} role="status" aria-label={t('loading')}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <Line key={index} width={`${92 - ((index * 17) % 40)}%`} />
      ))}
    </div>
  )
}

/** A block of a given height to come: a chart, a picture. */
export function Block({ height }: { height: number | string }) {
  const { t } = useTranslation('ui')
  return (
    <div role="status" aria-label={t('loading')}>
      <div className={styles.block} style={{ height }} />
    </div>
  )
}
