import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CloseIcon } from './icons.tsx'
import styles from './Message.module.css'

/** Specification, core 9: messages go after 4 seconds. */
const duration = 4000

/** What happened, said once for each time it happened. Its region is there from the start, or nothing would be announced. */
export function Message({ text, count }: { text: string | null; count: number }) {
  const { t } = useTranslation('session')
  const [gone, setGone] = useState(0)
  useEffect(() => {
    const timer = setTimeout(() => setGone(count), duration)
    return () => clearTimeout(timer)
  }, [count])
  return (
    <div role="alert" className={styles.region}>
      {text !== null && gone < count && (
        <div key={count} className={styles.message}>
          <span>{text}</span>
          <button type="button" className={styles.close} onClick={() => setGone(count)} aria-label={t('dismiss')}>
            <CloseIcon />
          </button>
        </div>
      )}
    </div>
  )
}
