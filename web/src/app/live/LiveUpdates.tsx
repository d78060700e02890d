import { IconCloudOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { liveKindNames } from '@trellis/contract/live'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { renewNews } from '../news/newsQueries.ts'
import { rememberAuthors } from './authors.ts'
import styles from './LiveUpdates.module.css'
import { isOwnRequest } from './ownRequests.ts'
import { listen } from './stream.ts'
import { openUpdates } from './updates.ts'

const everything = liveKindNames.map((kind) => ({ kind, id: null, requestId: null, by: null }))
/** How long the note about an updated page is shown. */
const noteMilliseconds = 5_000

/**
 * Shows on every screen what others change, while it is open. Says only that the shown record was updated; lists mark
 * their rows themselves.
 */
export function LiveUpdates() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [isHeard, setHeard] = useState(true)
  const [note, setNote] = useState(false)
  useEffect(() => {
    let timer: number | undefined
    const updates = openUpdates(client, () => {
      window.clearTimeout(timer)
      setNote(true)
      timer = window.setTimeout(() => setNote(false), noteMilliseconds)
    })
    const leave = listen({
      onEvent({ changes, news }) {
        if (news) renewNews(client)
        const ofOthers = changes.filter(({ requestId }) => !isOwnRequest(requestId))
        rememberAuthors(ofOthers)
        updates.add(ofOthers)
      },
      onReconnect() {
        renewNews(client)
        updates.add(everything)
      },
      onState: setHeard,
    })
    return () => {
      leave()
      updates.stop()
      window.clearTimeout(timer)
    }
  }, [client])
  return (
    <>
      <div role="status" className={styles.place}>
        {note && <span className={styles.note}>{t('live.updated')}</span>}
      </div>
      <span role="status" className={styles.state}>
        {!isHeard && <IconCloudOff size={18} stroke={1.6} aria-label={t('live.notHeard')} title={t('live.notHeard')} />}
      </span>
    </>
  )
}
