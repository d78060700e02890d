import type { ChallengeProvider } from '@trellis/contract/second-factors'
import { useTranslation } from 'react-i18next'

/** The provider types (rules P17) and their keys in our texts. */
const kinds: Record<number, 'email' | 'authenticator'> = { 1: 'email', 3: 'authenticator' }

export const kindOf = (provider: ChallengeProvider) => kinds[provider.providerType]

/** Returns the translated name of a provider; an unknown provider keeps the server's name. */
export function useFactorName(): (provider: ChallengeProvider) => string {
  const { t } = useTranslation('secondFactor')
  return (provider) => {
    const kind = kindOf(provider)
    return kind === undefined ? provider.name : t(`${kind}.name`)
  }
}

/** Removes spaces and dashes that a code has when it is copied from an app or a mail. */
export const bareCode = (typed: string) => typed.replace(/[\s\p{Pd}]/gu, '')
