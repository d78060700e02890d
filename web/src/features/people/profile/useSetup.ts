import { useQueryClient } from '@tanstack/react-query'
import { type Provider, type ProviderType, secondFactors } from '@trellis/contract/second-factors'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../../app/problem.ts'
import { markStale, queryOf } from '../../../app/queries.ts'
import { useWrite } from '../../../app/useWrite.ts'
import { toast } from '../../../ui/toast.tsx'
import { type Factor, type FactorKind, staleWithFactors } from './factors.ts'

/** A second factor on its way to be enabled. */
export interface Setup {
  kind: FactorKind
  provider: Provider
  mfaToken: string
  /** Is it the first of this user? Then the backup codes come with it. */
  isFirst: boolean
}

/**
 * Choosing a second factor asks for its setup (rules P17). The link that is drawn is the one that was asked
 * with: each answer of the server has another secret, so what is on screen is kept here and never fetched again under it.
 */
export function useSetup() {
  const { t } = useTranslation(['profile', 'errors'])
  const client = useQueryClient()
  const [current, setCurrent] = useState<Setup | null>(null)
  const [choosing, setChoosing] = useState<ProviderType | null>(null)
  const request = useWrite(secondFactors.requestSetup, {
    invalidates: [],
    failure: 'profile:factors.selectError',
    quiet: ['RQ429'],
  })

  const tokenFor = async ({ providerType, name, providerSetup }: Provider): Promise<string> => {
    const { mfaToken } = await request.mutateAsync({ body: { providerType, name, providerSetup } })
    return mfaToken
  }

  async function choose({ kind, providerType }: Factor, isFirst: boolean): Promise<void> {
    setChoosing(providerType)
    try {
      const offered = await client.fetchQuery({ ...queryOf(secondFactors.available), staleTime: 0 }).catch((error) => {
        toast.error(t('factors.selectError'))
        throw error
      })
      const provider = offered.find((each) => each.providerType === providerType)
      if (provider === undefined) toast.error(t('factors.selectError'))
      else setCurrent({ kind, provider, mfaToken: await tokenFor(provider), isFirst })
    } catch (error) {
      if (isProblem(error, 'RQ429')) toast.error(t('errors:RQ429'))
      // Another tab may have been faster.
      if (isProblem(error, 'RQ409')) await markStale(client, staleWithFactors)
    } finally {
      setChoosing(null)
    }
  }

  /** The same once more: another mail, or another few minutes. */
  async function again(): Promise<void> {
    if (current === null) return
    const mfaToken = await tokenFor(current.provider)
    setCurrent({ ...current, mfaToken })
  }

  return { current, choosing, choose, again, close: () => setCurrent(null) }
}
