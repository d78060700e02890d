import type { keyPages } from '@trellis/contract/key-pages'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../../../app/problem.ts'
import { post } from '../../../../app/publicCall.ts'
import { Field } from '../Field.tsx'
import screen from '../Screen.module.css'
import { useRefusal } from '../useRefusal.ts'
import styles from './KeyPage.module.css'
import type { Page } from './KeyPage.tsx'
import { useDays } from './useDays.ts'

interface RenewalProps {
  code: string
  page: Page
  onChange: (page: Page) => void
}

/** Whether a renewal was asked for, why none can be, or how it is asked for. */
export function Renewal({ code, page, onChange }: RenewalProps) {
  const { t } = useTranslation('keyPage')
  const { day } = useDays()
  const heading = useRef<HTMLHeadingElement>(null)
  const [open, setOpen] = useState(false)
  const { askedDate, reason } = page.renewal
  const { sellerName } = page
  return (
    <section aria-labelledby="renewal">
      <h2 id="renewal" ref={heading} tabIndex={-1} className={styles.title}>
        {t('renewal')}
      </h2>
      <div role="status">
        {askedDate !== null && (
          <p className={screen.notice} data-kind="success">
            {t(sellerName === null ? 'askedOfVendor' : 'asked', { date: day(askedDate), seller: sellerName ?? '' })}
          </p>
        )}
      </div>
      {askedDate === null && reason !== null && <p className={styles.quiet}>{t(`reasons.${reason}`)}</p>}
      {askedDate === null && reason === null && !open && (
        <button type="button" className={`${screen.submit} ${styles.wide}`} onClick={() => setOpen(true)}>
          {t('ask')}
        </button>
      )}
      {askedDate === null && reason === null && open && (
        <AskForm
          code={code}
          onAsked={(fresh) => {
            onChange(fresh)
            setOpen(false)
            heading.current?.focus()
          }}
          onCancel={() => setOpen(false)}
        />
      )}
    </section>
  )
}

interface AskFormProps {
  code: string
  onAsked: (page: Page) => void
  onCancel: () => void
}

type Faults = { [F in 'contactName' | 'contactEmail' | 'note']?: string }

function AskForm({ code, onAsked, onCancel }: AskFormProps) {
  const { t } = useTranslation('keyPage')
  const refusal = useRefusal()
  const first = useRef<HTMLInputElement>(null)
  const noteId = useId()
  const [ask, setAsk] = useState({ contactName: '', contactEmail: '', note: '' })
  const [faults, setFaults] = useState<Faults>({})
  const [why, setWhy] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => first.current?.focus(), [])
  const change = (field: keyof Faults) => (event: { target: { value: string } }) =>
    setAsk({ ...ask, [field]: event.target.value })

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy || refusal.left > 0) return
    setBusy(true)
    setFaults({})
    setWhy(null)
    try {
      const { contactName, contactEmail, note } = ask
      const body = { contactName, contactEmail: contactEmail.trim() || null, note }
      onAsked(await post<typeof keyPages.ask>(`/key/${encodeURIComponent(code)}/renewal`, body))
    } catch (error) {
      const issues = isProblem(error, 'RQ422') ? (error.info as { issues: { path: string }[] }).issues : []
      setFaults(Object.fromEntries(issues.map(({ path }) => [path, t('fault')])))
      if (issues.length === 0) setWhy(refusal.say(error))
      setBusy(false)
    }
  }
  return (
    <form className={screen.form} onSubmit={(event) => void submit(event)} noValidate>
      <p className={styles.quiet}>{t('askText')}</p>
      <Field
        ref={first}
        label={t('name')}
        name="name"
        autoComplete="name"
        maxLength={100}
        value={ask.contactName}
        onChange={change('contactName')}
        error={faults.contactName}
      />
      <Field
        label={t('email')}
        name="email"
        type="email"
        autoComplete="email"
        maxLength={254}
        value={ask.contactEmail}
        onChange={change('contactEmail')}
        error={faults.contactEmail}
      />
      <div>
        <label htmlFor={noteId} className={styles.label}>
          {t('note')}
        </label>
        <textarea
          id={noteId}
          className={styles.note}
          rows={3}
          maxLength={1000}
          value={ask.note}
          onChange={change('note')}
          aria-invalid={faults.note !== undefined || undefined}
        />
      </div>
      <div role="status">
        {(refusal.waiting ?? why) && (
          <p className={screen.notice} data-kind="error">
            {refusal.waiting ?? why}
          </p>
        )}
      </div>
      <div className={styles.acts}>
        <button type="submit" className={screen.submit} aria-disabled={busy || refusal.left > 0 || undefined}>
          {t(busy ? 'sending' : 'send')}
        </button>
        <button type="button" className={styles.small} onClick={onCancel}>
          {t('cancel')}
        </button>
      </div>
    </form>
  )
}
