import type { ChallengeProvider, secondFactors } from '@trellis/contract/second-factors'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../../app/problem.ts'
import { post } from '../../../app/publicCall.ts'
import { CodeStep } from './CodeStep.tsx'
import { PasskeyStep } from './PasskeyStep.tsx'
import { ProviderStep } from './ProviderStep.tsx'
import { useTitle } from './PublicLayout.tsx'

export interface Credentials {
  email: string
  password: string
  /** The sign-in proves to which user a person of a directory belongs. */
  linkToken?: string
}

interface SecondFactorProps {
  /** Kept in memory until the code is accepted, because they are sent again with the code. */
  credentials: Credentials
  mfaToken: string
  /** Back to the password step; `error` is what ended this sign-in attempt, if anything did. */
  onLeave: (error?: unknown) => void
}

/** The provider type of passkeys (rules P35); the contract's schemas are too large for this screen. */
const passkeyType = 4

/** Errors that another code cannot solve: the token has expired, or the password is no longer valid. */
const isOver = (error: unknown) => isProblem(error, 'A406', 'A401', 'A403')

/** The steps after the password: choose a second factor, then enter its code (wire: sessions). */
export function SecondFactor({ credentials, mfaToken, onLeave }: SecondFactorProps) {
  const { t } = useTranslation('secondFactor')
  const [chosen, setChosen] = useState<ChallengeProvider | null>(null)
  useTitle(t('title'))

  /** Rethrows errors that the step itself has to show. */
  async function orLeave<T>(work: Promise<T>): Promise<T | undefined> {
    try {
      return await work
    } catch (error) {
      if (!isOver(error)) throw error
      onLeave(error)
      return undefined
    }
  }

  const sendCode = ({ providerType }: ChallengeProvider) =>
    post<typeof secondFactors.sendChallengeCode>('/auth/token/mfa/send-code', { providerType, mfaToken })

  const [byBackup, setByBackup] = useState(false)
  const isPasskey = chosen?.providerType === passkeyType
  const choose = (provider: ChallengeProvider | null) => {
    setByBackup(false)
    setChosen(provider)
  }

  if (isPasskey && !byBackup)
    return (
      <PasskeyStep
        mfaToken={mfaToken}
        orLeave={orLeave}
        onBackup={() => setByBackup(true)}
        onOther={() => choose(null)}
        onBack={() => onLeave()}
      />
    )
  return chosen === null ? (
    <ProviderStep
      email={credentials.email}
      load={() => orLeave(post<typeof secondFactors.challenge>('/auth/token/mfa/challenge', { mfaToken }))}
      choose={async (provider) => {
        await orLeave(sendCode(provider).then(() => choose(provider)))
      }}
      onBack={() => onLeave()}
    />
  ) : (
    <CodeStep
      provider={chosen}
      credentials={credentials}
      mfaToken={mfaToken}
      orLeave={orLeave}
      resend={() => orLeave(sendCode(chosen))}
      {...(isPasskey && { onPasskey: () => setByBackup(false) })}
      onOther={() => choose(null)}
      onBack={() => onLeave()}
    />
  )
}
