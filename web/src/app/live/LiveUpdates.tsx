import { IconCloudCheck, IconCloudOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './LiveUpdates.module.css'
import { clearPlaces } from './places.ts'

type Note = 'updated' | 'lost' | 'back'
const icons = { updated: null, lost: IconCloudOff, back: IconCloudCheck }
/** How long a note is shown. */
const noteMilliseconds = 5_000
/** Before the code is asked for again, if it could not be loaded. */
const retryMilliseconds = 10_000
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
    const onState = (heard: boolean) => {
      if (heard !== wasHeard) show(heard ? 'back' : 'lost')
      wasHeard = heard
      setHeard(heard)
    }
    const onPlaces = (names: readonly string[]) => {
      setPlaces(names)
      show('updated')
    }
    const mounted = performance.now()
    let stop: (() => void) | undefined
    let isOver = false
    let again: number | undefined
    const start = () => {
      import('./hearing.ts').then(
        ({ hear }) => {
          if (!isOver) stop = hear(client, { since: mounted, onPlaces, onState })
        },
        () => {
          if (isOver) return
          onState(false)
          again = window.setTimeout(start, retryMilliseconds)
        },
      )
    }
    // At once: a change between the first records and the stream would be missing on the screen.
    start()
    return () => {
      isOver = true
      stop?.()
      window.clearTimeout(again)
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
