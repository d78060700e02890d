import type { certificates } from '@trellis/contract/certificates'
import type { AnswerOf } from '@trellis/contract/endpoint'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../../app/problem.ts'
import { get } from '../../../app/publicCall.ts'
import { rememberedTenant } from '../../../app/tenant.ts'
import { Field } from './Field.tsx'
import { useTitle } from './PublicLayout.tsx'
import { PublicLink } from './PublicLink.tsx'
import styles from './Screen.module.css'
import { useArrival } from './useArrival.ts'
import { useRefusal } from './useRefusal.ts'

/** A certificate, with the code that was validated: the field may hold another one by now. */
type Validation = AnswerOf<typeof certificates.verify> & { validationCode: string }

/** Validation codes are typed and sent in upper case (rules Q7). */
const asCode = (text: string) => text.trim().toUpperCase()

/** The code in the address, which the link and the QR code on a certificate have. */
const codeOfLink = () => asCode(new URLSearchParams(window.location.search).get('code') ?? '')

/** The public validation of a certificate; `?code=` is prefilled and validated at once, so that a link shows its result. */
export function VerifyPage() {
  const { t } = useTranslation(['verify', 'later', 'ui', 'validation'])
  const [code, setCode] = useState(codeOfLink)
  const [fault, setFault] = useState<string | undefined>()
  const [result, setResult] = useState<Validation | 'unknown' | null>(null)
  const [busy, setBusy] = useState(code !== '')
  const refusal = useRefusal()
  const input = useRef<HTMLInputElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useTitle(t('title'))
  const [byLink] = useState(code !== '')
  // The result of a link is read out; a code has still to be typed.
  useArrival(byLink ? heading : input, heading)

  async function validate(validationCode: string) {
    setBusy(true)
    try {
      const path = `/certificates/verify/${encodeURIComponent(validationCode)}`
      const answer = await get<typeof certificates.verify>(path, '/certificates/verify/:validationCode')
      setResult({ ...answer, validationCode })
    } catch (error) {
      if (isProblem(error, 'CC503')) setResult('unknown')
      setFault(refusal.say(error))
      input.current?.focus()
    }
    setBusy(false)
  }

  const arrived = useRef(false)
  useEffect(() => {
    if (arrived.current || code === '') return
    arrived.current = true
    void validate(code)
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (busy || refusal.left > 0) return
    const validationCode = asCode(code)
    setResult(null)
    setFault(validationCode === '' ? t('validation:required') : undefined)
    if (validationCode === '') return input.current?.focus()
    void validate(validationCode)
  }

  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="public-title">
        {result !== null && result !== 'unknown' ? result.certificateName : t('title')}
      </h1>
      <p className="public-lead">
        {result !== null && result !== 'unknown' ? `${t('code')} ${result.validationCode}` : t('lead')}
      </p>
      <div role="status" className={byLink ? styles.result : undefined}>
        {result !== null ? (
          <Result result={result} />
        ) : (
          busy && byLink && <p className={styles.notice}>{t('submitting')}</p>
        )}
      </div>
      <form className={styles.form} onSubmit={submit} noValidate>
        <Field
          ref={input}
          label={t('code')}
          name="code"
          value={code}
          onChange={(event) => setCode(event.target.value.toUpperCase())}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={255}
          required
          error={refusal.waiting ?? fault}
        />
        <button type="submit" className={styles.submit} aria-disabled={busy || refusal.left > 0 || undefined}>
          {t(busy ? 'submitting' : 'submit')}
        </button>
      </form>
      <p className={styles.after}>
        <PublicLink to="/auth/signin">{t('later:toSignIn')}</PublicLink>
      </p>
    </>
  )
}

function Result({ result }: { result: Validation | 'unknown' }) {
  const { t, i18n } = useTranslation('verify')
  const [seenAt] = useState(() => Date.now())
  if (result === 'unknown')
    return (
      <p className={styles.notice} data-kind="error">
        {t('unknown')}
      </p>
    )
  const hasExpired = new Date(result.expirationDate).getTime() <= seenAt
  // The days that the certificate prints, wherever it is read.
  const timeZone = rememberedTenant()?.timeZone
  const day = (instant: string) =>
    new Intl.DateTimeFormat(i18n.language, { dateStyle: 'long', timeZone }).format(new Date(instant))
  const facts = [
    [t('owner'), result.ownerFullName],
    [t('created'), day(result.creationDate)],
    [t(hasExpired ? 'expiredOn' : 'expires'), day(result.expirationDate)],
  ]
  return (
    <>
      <p className={styles.notice} data-kind={hasExpired ? 'error' : 'success'}>
        {t(hasExpired ? 'expired' : 'valid')}
      </p>
      <dl className={styles.facts}>
        {facts.map(([term, value]) => (
          <Fact key={term} term={term ?? ''} value={value ?? ''} />
        ))}
      </dl>
    </>
  )
}

const Fact = ({ term, value }: { term: string; value: string }) => (
  <>
    <dt>{term}</dt>
    <dd>{value}</dd>
  </>
)
