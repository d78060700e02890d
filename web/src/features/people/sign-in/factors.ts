import type { ChallengeProvider } from '@trellis/contract/second-factors'
import { useTranslation } from 'react-i18next'

/** The provider types (rules P17), by the names that our texts have for them. */
const kinds: Record<number, 'email' | 'authenticator'> = { 1: 'email', 3: 'authenticator' }

export const kindOf = (provider: ChallengeProvider) => kinds[provider.providerType]

/** The provider in the reader's language; one that this version does not know keeps the server's name. */
export function useFactorName(): (provider: ChallengeProvider) => string {
  const { t } = useTranslation('session')
  return (provider) => {
    const kind = kindOf(provider)
    return kind === undefined ? provider.name : t(`factor.${kind}.name`)
  }
}

/** What is read off a screen or pasted from a mail comes with spaces and dashes, which are no part of a code. */
export const bareCode = (typed: string) => typed.replace(/[\s\p{Pd}]/gu, '')
