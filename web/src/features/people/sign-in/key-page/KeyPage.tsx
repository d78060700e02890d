import type { AnswerOf } from '@trellis/contract/endpoint'
import type { keyPages } from '@trellis/contract/key-pages'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../../../app/problem.ts'
import { get } from '../../../../app/publicCall.ts'
import { useTitle } from '../PublicLayout.tsx'
import screen from '../Screen.module.css'
import { useRefusal } from '../useRefusal.ts'
import { Devices } from './Devices.tsx'
import styles from './KeyPage.module.css'
import { Renewal } from './Renewal.tsx'
import { useDays } from './useDays.ts'

export type Page = AnswerOf<typeof keyPages.read>

/** The code in the address, which the link and its QR code have. */
const codeOfLink = () => window.location.pathname.split('/').filter(Boolean).at(-1) ?? ''

type State = { is: 'loading' | 'unknown' } | { is: 'failed'; why: string } | { is: 'shown'; page: Page }

/** The public page of a key: whether it works, who uses it, and what can be done about it, without a sign-in (rules K34). */
export function KeyPage() {
  const { t } = useTranslation('keyPage')
  const [code] = useState(codeOfLink)
  const [state, setState] = useState<State>({ is: 'loading' })
  const refusal = useRefusal()
  const heading = useRef<HTMLHeadingElement>(null)
  useTitle(state.is === 'shown' ? state.page.productName : t('title'))

  async function load() {
    setState({ is: 'loading' })
    try {
      const page = await get<typeof keyPages.read>(`/key/${encodeURIComponent(code)}`, '/key/:code')
      setState({ is: 'shown', page })
    } catch (error) {
      setState(isProblem(error, 'RQ404') ? { is: 'unknown' } : { is: 'failed', why: refusal.say(error) })
    }
  }
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    heading.current?.focus()
    void load()
  })

  const show = (page: Page) => setState({ is: 'shown', page })
  const page = state.is === 'shown' ? state.page : null
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="public-title">
        {page?.productName ?? t(state.is === 'unknown' ? 'unknown' : state.is === 'failed' ? 'fetchError' : 'title')}
      </h1>
      {page && <Lead page={page} />}
      <div role="status">
        {state.is === 'loading' && <p className={`${screen.notice} ${styles.first}`}>{t('loading')}</p>}
        {state.is === 'unknown' && <p className={`${screen.notice} ${styles.first}`}>{t('unknownText')}</p>}
        {state.is === 'failed' && (
          <p className={`${screen.notice} ${styles.first}`} data-kind="error">
            {refusal.waiting ?? state.why}
          </p>
        )}
        {page && <Validity page={page} />}
      </div>
      {state.is === 'failed' && (
        <button
          type="button"
          className={`${screen.submit} ${styles.wide}`}
          aria-disabled={refusal.left > 0 || undefined}
          onClick={() => refusal.left === 0 && void load()}
        >
          {t('again')}
        </button>
      )}
      {page && <Facts page={page} />}
      {page && <Devices code={code} page={page} onChange={show} />}
      {page && <Renewal code={code} page={page} onChange={show} />}
    </>
  )
}

/** Who sells it, and that it is a trial. */
function Lead({ page: { sellerName, isTrial } }: { page: Page }) {
  const { t } = useTranslation('keyPage')
  const said = [isTrial && t('trial'), sellerName && t('seller', { seller: sellerName })].filter(Boolean)
  return <p className="public-lead">{said.join(' · ') || '\u00a0'}</p>
}

/** What most people come for: whether it works, and until when. */
function Validity({ page: { state, expirationDate } }: { page: Page }) {
  const { t } = useTranslation('keyPage')
  const { lastDay } = useDays()
  const kind = { valid: 'success', ended: 'error', not_started: undefined }[state]
  const date = expirationDate === null ? '' : lastDay(expirationDate)
  return (
    <p className={`${screen.notice} ${styles.validity}`} data-kind={kind}>
      {state === 'valid' && expirationDate === null ? t('endless') : t(state, { date })}
    </p>
  )
}

function Facts({ page: { maintenanceExpirationDate, expirationDate, seats, seatsOccupied } }: { page: Page }) {
  const { t } = useTranslation('keyPage')
  const { lastDay, number } = useDays()
  const [seenAt] = useState(() => Date.now())
  const maintenance = maintenanceExpirationDate === expirationDate ? null : maintenanceExpirationDate
  return (
    <dl className={screen.facts}>
      {maintenance && (
        <>
          <dt>{t(Date.parse(maintenance) <= seenAt ? 'maintenanceEnded' : 'maintenance')}</dt>
          <dd>{lastDay(maintenance)}</dd>
        </>
      )}
      <dt>{t('used')}</dt>
      <dd>{t('usedOf', { used: number(seatsOccupied), seats: number(seats) })}</dd>
    </dl>
  )
}
