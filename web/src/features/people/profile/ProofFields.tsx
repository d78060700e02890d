import { passwords } from '@trellis/contract/identity'
import type { ProofWays } from '@trellis/contract/proofs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../../app/me.ts'
import { problemOf } from '../../../app/passkeys.ts'
import { isProblem, ProblemError } from '../../../app/problem.ts'
import { useWrite } from '../../../app/useWrite.ts'
import { ActionButton } from '../../../ui/ActionButton.tsx'
import { Button } from '../../../ui/Button.tsx'
import { FieldGroup } from '../../../ui/form.tsx'
import { Row, Text } from '../../../ui/layout.tsx'
import { PasswordField } from '../../../ui/PasswordField.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { wrongField } from './fieldErrors.ts'
import { leaveToProve, type Problem, problemIn, type Renewed, signAnew, type Way, type Wish, waysOf } from './proofs.ts'

/** What the two fields of a proof hold; which of them is shown depends on the way. */
export interface Typed {
  password?: string | undefined
  code?: string | undefined
}

type PasskeyFault = ReturnType<typeof problemOf> | 'refused'

/**
 * The state of a proof in a form. `prove` gives what the call takes, or null when the reader cancelled in the browser or has left for
 * the directory.
 */
export function useProof(ways: ProofWays, renewed: Renewed | null) {
  const open = waysOf(ways)
  const proved = renewed?.directory ?? null
  const [way, setWay] = useState<Way | null>(renewed ? 'directory' : (open[0] ?? null))
  const [fault, setFault] = useState<PasskeyFault | null>(null)
  const [used, setUsed] = useState(false)
  const [away, setAway] = useState<Problem | null>(null)
  const directory = used ? null : proved

  async function prove({ password, code }: Typed, wish: Wish) {
    setFault(null)
    if (way === 'password') return { password }
    if (way === 'code') return { code }
    if (way === 'passkey') {
      const passkey = await signAnew().catch((error: unknown) => {
        if (isProblem(error)) throw error
        setFault(problemOf(error))
        return null
      })
      return passkey && { passkey: passkey as never }
    }
    if (directory !== null) return { directory }
    if (way === 'directory') await leaveToProve(wish).catch((error: unknown) => setAway(problemIn(error)))
    return null
  }

  /** What a form throws for a call that was refused: at the field that was wrong; null when the words of the way say it. */
  function refused(error: unknown): unknown {
    const { reason } = (isProblem(error, 'RQ403') ? (error.info ?? {}) : {}) as { reason?: string }
    if (reason !== 'proof') return error
    if (way === 'password') return wrongField('password', 'wrong_password')
    if (way === 'code') return wrongField('code', 'wrong_code')
    if (way === 'passkey') setFault('refused')
    // It is good once: the next try leads to the directory again.
    if (way === 'directory') setUsed(true)
    return null
  }

  const why = away ?? (used ? 'expired' : (renewed?.problem ?? null))
  const problem: Problem | null = way === 'directory' && directory === null ? why : null
  return {
    way,
    setWay,
    others: open.filter((each) => each !== way),
    fault,
    problem,
    isProved: directory !== null,
    prove,
    refused,
  }
}

export type ProofState = ReturnType<typeof useProof>

interface ProofFieldsProps {
  proof: ProofState
  ways: ProofWays
  input: (name: 'password' | 'code') => { control: never; name: never }
}

/** The part of a form that asks who it is, with the other ways to show it. */
export function ProofFields({ proof, ways, input }: ProofFieldsProps) {
  const { t } = useTranslation(['passkeys', 'later'])
  const { email } = useMe()
  const { way, setWay, others, fault, problem, isProved } = proof
  const name = ways.connection?.name ?? ''
  return (
    <FieldGroup legend={t('prove')}>
      {/* Tells password managers which user the password belongs to. */}
      {way === 'password' && (
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      )}
      {way === 'password' && (
        <PasswordField {...input('password')} label={t('password')} autoComplete="current-password" required />
      )}
      {way === 'code' && <TextField {...input('code')} label={t('code')} maximum={50} required />}
      {way === 'passkey' && <Text as="p">{t('proof.passkey')}</Text>}
      {way === 'directory' && <Text as="p">{t(isProved ? 'proof.proved' : 'proof.directory', { name })}</Text>}
      {way === null && <SetPassword text={t('proof.none')} />}
      <Text as="p" kind="error" role="alert">
        {fault && t(`problems.${fault}`)}
        {problem && (problem === 'failed' ? t('proof.failed') : t(`later:problems.${problem}`))}
      </Text>
      {others.length > 0 && (
        <Row>
          {others.map((other) => (
            <Button key={other} variant="subtle" size="compact-sm" onClick={() => setWay(other)}>
              {t(`proof.use.${other}`, { name })}
            </Button>
          ))}
        </Row>
      )}
    </FieldGroup>
  )
}

/** For who has no password yet: a link to set one, to their own address (rules P73). */
export function SetPassword({ text }: { text: string }) {
  const { t } = useTranslation('passkeys')
  const { email } = useMe()
  const ask = useWrite(passwords.requestReset, {
    invalidates: [],
    success: 'passkeys:setPassword.sent',
    failure: 'passkeys:setPassword.failed',
  })
  return (
    <>
      <Text as="p" kind="quiet">
        {ask.isSuccess ? t('setPassword.sentTo', { email }) : text}
      </Text>
      <Row>
        <ActionButton
          variant="default"
          size="xs"
          loading={ask.isPending}
          onClick={() => ask.mutate({ body: { email } })}
        >
          {t(ask.isSuccess ? 'setPassword.again' : 'setPassword.send')}
        </ActionButton>
      </Row>
    </>
  )
}

/** The required field of the way, where it is empty. */
export function needTyped(way: Way | null, typed: Typed): void {
  if ((way === 'password' || way === 'code') && !typed[way])
    throw new ProblemError({
      ...{ code: 'RQ422', status: 422, message: 'required' },
      info: { issues: [{ path: [way], code: 'required', message: 'Required field' }] },
    })
}
