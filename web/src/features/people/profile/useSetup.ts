import { useQueryClient } from '@tanstack/react-query'
import { type Provider, type ProviderType, secondFactors } from '@trellis/contract/second-factors'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../../app/problem.ts'
import { markStale, queryOf } from '../../../app/queries.ts'
import { useWrite } from '../../../app/useWrite.ts'
import { toast } from '../../../ui/toast.tsx'
import { type Factor, type FactorKind, staleWithFactors } from './factors.ts'

/** A second factor that is being enabled. */
export interface Setup {
  kind: FactorKind
  provider: Provider
  mfaToken: string
  /** True for the user's first factor; the backup codes are shown after it. */
  isFirst: boolean
}

/**
 * Requests the setup of a chosen second factor (rules P17). Every answer of the server has another secret, so
 * the shown link is kept in state and not refetched.
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
      // The factor may have been enabled in another tab.
      if (isProblem(error, 'RQ409')) await markStale(client, staleWithFactors)
    } finally {
      setChoosing(null)
    }
  }

  /** Requests another mail, or more time, for the same factor. */
  async function again(): Promise<void> {
    if (current === null) return
    const mfaToken = await tokenFor(current.provider)
    setCurrent({ ...current, mfaToken })
  }

  return { current, choosing, choose, again, close: () => setCurrent(null) }
}
