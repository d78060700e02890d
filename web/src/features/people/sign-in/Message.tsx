import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CloseIcon } from './icons.tsx'
import styles from './Message.module.css'
import type { MessageKind } from './publicWorld.ts'

/** Milliseconds; messages disappear after 4 seconds (rules V14). */
const duration = 4000

export interface Said {
  kind: MessageKind
  text: string
  /** A counter, so that a repeated message is announced again. */
  count: number
}

/**
 * A message for screen and screen reader. The live region exists from the start, otherwise messages would not
 * be announced.
 */
export function Message({ said }: { said: Said | null }) {
  const { t } = useTranslation('session')
  const [gone, setGone] = useState(0)
  const count = said?.count ?? 0
  useEffect(() => {
    const timer = setTimeout(() => setGone(count), duration)
    return () => clearTimeout(timer)
  }, [count])
  return (
    <div role="alert" className={styles.region}>
      {said !== null && gone < count && (
        <div key={count} className={styles.message} data-kind={said.kind}>
          <span>{said.text}</span>
          <button type="button" className={styles.close} onClick={() => setGone(count)} aria-label={t('dismiss')}>
            <CloseIcon />
          </button>
        </div>
      )}
    </div>
  )
}
