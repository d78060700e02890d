import { IconCloudCheck, IconCloudOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { liveKindNames } from '@trellis/contract/live'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { renewNews } from '../news/newsQueries.ts'
import { rememberAuthors } from './authors.ts'
import styles from './LiveUpdates.module.css'
import { isOwnRequest } from './ownRequests.ts'
import { clearPlaces } from './places.ts'
import { listen } from './stream.ts'
import { openUpdates } from './updates.ts'

const everything = liveKindNames.map((kind) => ({ kind, id: null, requestId: null, by: null }))
type Note = 'updated' | 'lost' | 'back'
const icons = { updated: null, lost: IconCloudOff, back: IconCloudCheck }
/** How long a note is shown. */
const noteMilliseconds = 5_000
/** How many of the changed places it names. */
const mostNamed = 4

/**
 * Shows on every screen what others change, while it is open. Says only that the shown record was updated, because lists
 * mark their rows themselves, and that the connection was lost and is back.
 */
export function LiveUpdates() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [isHeard, setHeard] = useState(true)
  const [note, setNote] = useState<Note | null>(null)
  const [places, setPlaces] = useState<readonly string[]>([])
  const pathname = useLocation({ select: (location) => location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page may show another record in the same elements
  useEffect(clearPlaces, [pathname])
  useEffect(() => {
    let timer: number | undefined
    const show = (about: Note) => {
      window.clearTimeout(timer)
      setNote(about)
      timer = window.setTimeout(() => setNote(null), noteMilliseconds)
    }
    let wasHeard = true
    const updates = openUpdates(client, (names) => {
      setPlaces(names)
      show('updated')
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
      onState(heard) {
        if (heard !== wasHeard) show(heard ? 'back' : 'lost')
        wasHeard = heard
        setHeard(heard)
      },
    })
    return () => {
      leave()
      updates.stop()
      window.clearTimeout(timer)
    }
  }, [client])
  const Icon = note && icons[note]
  return (
    <>
      <div role="status" className={styles.place}>
        {note && (
          <span key={note} className={styles.note} data-lost={note === 'lost' || undefined}>
            {Icon && <Icon size={16} stroke={1.8} aria-hidden />}
            {note === 'updated' && places.length > 0
              ? t('live.updatedPlaces', { places: places.slice(0, mostNamed).join(', ') })
              : t(`live.${note}`)}
          </span>
        )}
      </div>
      {!isHeard && (
        <span className={styles.state} title={t('live.notHeard')}>
          <IconCloudOff size={18} stroke={1.6} role="img" aria-label={t('live.notHeard')} />
          <span>{t('live.offline')}</span>
        </span>
      )}
    </>
  )
}
