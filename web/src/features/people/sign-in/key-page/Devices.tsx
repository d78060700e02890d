import type { keyPages } from '@trellis/contract/key-pages'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../../../app/problem.ts'
import { post } from '../../../../app/publicCall.ts'
import screen from '../Screen.module.css'
import { useRefusal } from '../useRefusal.ts'
import styles from './KeyPage.module.css'
import type { Page } from './KeyPage.tsx'
import { useDays } from './useDays.ts'

interface DevicesProps {
  code: string
  page: Page
  onChange: (page: Page) => void
}

type Device = Page['devices'][number]

/** The devices that have a seat, and how one is freed. */
export function Devices({ code, page, onChange }: DevicesProps) {
  const { t } = useTranslation('keyPage')
  const heading = useRef<HTMLHeadingElement>(null)
  const [asked, setAsked] = useState<string | null>(null)
  const [said, setSaid] = useState<{ kind: 'success' | 'error'; text: string } | null>(null)
  const { devices, seatsOccupied } = page
  const nameOf = ({ deviceName }: Device) => deviceName || t('unnamed')
  const { busy, free } = useFreeing(code, (device, fresh, error) => {
    setAsked(null)
    if (fresh) onChange(fresh)
    setSaid(error ? { kind: 'error', text: error } : { kind: 'success', text: t('freed', { device: nameOf(device) }) })
    heading.current?.focus()
  })
  return (
    <section aria-labelledby="devices">
      <h2 id="devices" ref={heading} tabIndex={-1} className={styles.title}>
        {t('devices')}
      </h2>
      <div role="status">
        {said && (
          <p className={screen.notice} data-kind={said.kind}>
            {said.text}
          </p>
        )}
      </div>
      {devices.length === 0 && <p className={styles.quiet}>{t('noDevices')}</p>}
      <ul className={styles.devices}>
        {devices.map((device) => (
          <li key={device.seatId}>
            <DeviceRow device={device} name={nameOf(device)} onAsk={() => setAsked(device.seatId)} />
            {asked === device.seatId && (
              <Question
                name={nameOf(device)}
                days={page.leaseDays}
                busy={busy}
                onYes={() => void free(device)}
                onNo={() => setAsked(null)}
              />
            )}
          </li>
        ))}
      </ul>
      {seatsOccupied > devices.length && (
        <p className={styles.quiet}>{t('more', { count: seatsOccupied - devices.length })}</p>
      )}
      {devices.length > 0 && <Left releases={page.releases} />}
    </section>
  )
}

/** Frees a seat; what a refusal says is told in words. */
function useFreeing(code: string, done: (device: Device, fresh: Page | null, error: string | null) => void) {
  const { t } = useTranslation('keyPage')
  const refusal = useRefusal()
  const [busy, setBusy] = useState(false)
  return {
    busy,
    free: async (device: Device) => {
      if (busy) return
      setBusy(true)
      try {
        const path = `/key/${encodeURIComponent(code)}/seats/${device.seatId}/release`
        done(device, await post<typeof keyPages.release>(path, undefined), null)
      } catch (error) {
        // The code of this refusal is one of devices, which have no texts of their own.
        const reason = isProblem(error) && error.status === 409 && (error.info as { reason: 'none_left' }).reason
        done(device, null, reason ? t(`refused.${reason}`) : refusal.say(error))
      } finally {
        setBusy(false)
      }
    },
  }
}

function DeviceRow({ device, name, onAsk }: { device: Device; name: string; onAsk: () => void }) {
  const { t } = useTranslation('keyPage')
  const { time } = useDays()
  return (
    <div className={styles.device}>
      <div>
        <span className={styles.name}>{name}</span>
        <span className={styles.quiet}>{t('contact', { date: time(device.lastContact) })}</span>
      </div>
      {device.releasable && (
        <button type="button" className={styles.small} aria-label={t('freeOf', { device: name })} onClick={onAsk}>
          {t('free')}
        </button>
      )}
    </div>
  )
}

interface QuestionProps {
  name: string
  days: number
  busy: boolean
  onYes: () => void
  onNo: () => void
}

/** Says what happens before it happens. */
function Question({ name, days, busy, onYes, onNo }: QuestionProps) {
  const { t } = useTranslation('keyPage')
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group with its question as name, not a field of a form
    <div className={styles.question} role="group" aria-label={t('freeTitle', { device: name })}>
      <p className={styles.name}>{t('freeTitle', { device: name })}</p>
      <p>{t('freeText', { count: days })}</p>
      <div className={styles.acts}>
        <button type="button" className={screen.submit} aria-disabled={busy || undefined} onClick={onYes}>
          {t(busy ? 'freeing' : 'freeYes')}
        </button>
        <button
          type="button"
          className={styles.small}
          // biome-ignore lint/a11y/noAutofocus: the question follows a click, and the focus belongs into it
          autoFocus
          onClick={onNo}
        >
          {t('freeNo')}
        </button>
      </div>
    </div>
  )
}

/** How many seats may still be freed here. */
function Left({ releases }: { releases: Page['releases'] }) {
  const { t } = useTranslation('keyPage')
  const { day } = useDays()
  if (releases === null) return <p className={styles.quiet}>{t('notAllowed')}</p>
  const { left, nextReleaseDate } = releases
  return (
    <p className={styles.quiet}>
      {left === 0 && nextReleaseDate !== null
        ? t('noneLeft', { date: day(nextReleaseDate) })
        : t('left', { count: left })}
    </p>
  )
}
