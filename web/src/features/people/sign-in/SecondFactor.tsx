import type { ChallengeProvider, secondFactors } from '@trellis/contract/second-factors'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../../app/problem.ts'
import { post } from '../../../app/publicCall.ts'
import { CodeStep } from './CodeStep.tsx'
import { ProviderStep } from './ProviderStep.tsx'
import { useTitle } from './PublicLayout.tsx'

export interface Credentials {
  email: string
  password: string
}

interface SecondFactorProps {
  /** Kept in memory until the code has been given, for they are sent again with it. */
  credentials: Credentials
  mfaToken: string
  /** Back to the password; with the refusal that ended this sign-in, if one did. */
  onLeave: (error?: unknown) => void
}

/** What no code can mend: the token has died, or the password no longer fits. */
const isOver = (error: unknown) => isProblem(error, 'A406', 'A401', 'A403')

/** The steps after the password: a provider is chosen, then its code given (wire: sessions). */
export function SecondFactor({ credentials, mfaToken, onLeave }: SecondFactorProps) {
  const { t } = useTranslation('session')
  const [chosen, setChosen] = useState<ChallengeProvider | null>(null)
  useTitle(t('factor.title'))

  /** Throws what the step itself has to say. */
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

  return chosen === null ? (
    <ProviderStep
      email={credentials.email}
      load={() => orLeave(post<typeof secondFactors.challenge>('/auth/token/mfa/challenge', { mfaToken }))}
      choose={async (provider) => {
        await orLeave(sendCode(provider).then(() => setChosen(provider)))
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
      onOther={() => setChosen(null)}
      onBack={() => onLeave()}
    />
  )
}
