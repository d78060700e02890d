import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import styles from './Skeletons.module.css'

/** A line of text to come. */
export const Line = ({ width = '100%' }: { width?: string }) => (
  <Skeleton
    component="span"
    display="inline-block"
    height="0.75em"
    width={width}
    radius="sm"
    style={{ verticalAlign: 'baseline' }}
  />
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
      <Skeleton height={height} radius="md" />
    </div>
  )
}
