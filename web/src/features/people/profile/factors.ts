import { useQuery } from '@tanstack/react-query'
import { type ProviderType, providerTypes, secondFactors } from '@trellis/contract/second-factors'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../../app/queries.ts'

export type FactorKind = keyof typeof providerTypes

export interface Factor {
  kind: FactorKind
  providerType: ProviderType
  isEnabled: boolean
}

export const ownQuery = queryOf(secondFactors.own)

/** Every answer creates a new setup secret. This query only needs the list of factors, so it is rarely refetched. */
const availableQuery = { ...queryOf(secondFactors.available), staleTime: 5 * 60_000, refetchOnWindowFocus: false }

/** The queries to invalidate when a second factor is enabled or disabled; that may also end other sessions. */
export const staleWithFactors = [
  '/auth/me/mfa',
  '/auth/mfa',
  '/auth/passkeys',
  '/auth/proofs',
  '/auth/sessions',
  '/users',
] as const

/** The available second factors, and which of them the reader has enabled. */
export function useFactors() {
  const own = useQuery(ownQuery)
  const available = useQuery(availableQuery)
  const types = new Set([...(available.data ?? []), ...(own.data ?? [])].map(({ providerType }) => providerType))
  const enabled = new Set(own.data?.map(({ providerType }) => providerType))
  const factors = (Object.entries(providerTypes) as [FactorKind, ProviderType][])
    .filter(([, providerType]) => types.has(providerType))
    .map(([kind, providerType]): Factor => ({ kind, providerType, isEnabled: enabled.has(providerType) }))
  return {
    factors,
    loading: own.isPending || available.isPending,
    error: own.data === undefined ? own.error : available.data === undefined ? available.error : null,
    retry: () => void Promise.all([own.refetch(), available.refetch()]),
  }
}

/** Returns the translated name of a second factor. */
export function useFactorName(): (factor: Pick<Factor, 'kind'>) => string {
  const { t } = useTranslation('profile')
  return ({ kind }) => t(`factors.names.${kind}`)
}
