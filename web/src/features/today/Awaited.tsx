import { useTranslation } from 'react-i18next'
import { Line, Lines, pulse } from '../../ui/Skeletons.tsx'
import styles from './today.module.css'

/** As many rows as a queue usually has, in the room that it has in any case. */
export function Awaited() {
  const { t } = useTranslation('ui')
  return (
    <div className={styles.board}>
      <div className={`${styles.queue} ${pulse}`} role="status" aria-label={t('loading')} data-outline>
        {Array.from({ length: 9 }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
          <div key={at} className={styles.awaited}>
            <Line still width={`${86 - ((at * 17) % 40)}%`} />
          </div>
        ))}
      </div>
    </div>
  )
}

/** In the place of the blocks of what is the reader's own. */
export const AwaitedOwn = ({ lines }: { lines: number }) => (
  <div className={styles.own}>
    <Lines count={lines} />
  </div>
)

/** In the place of the first steps, in the room that they take. */
export const AwaitedSteps = () => (
  <div className={styles.steps}>
    <Lines count={8} />
  </div>
)
