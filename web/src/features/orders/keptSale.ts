/**
 * A sale that the user interrupted to purchase missing products, or to create its buyer. It is kept in the query cache, which is
 * emptied when another user signs in.
 */
import type { QueryClient } from '@tanstack/react-query'
import type { Draft } from './draft.ts'

const queryKey = ['kept-sale'] as const

export function keepSale(client: QueryClient, draft: Draft): void {
  client.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY })
  client.setQueryData(queryKey, draft)
}

export const keptSale = (client: QueryClient): Draft | undefined => client.getQueryData<Draft>(queryKey)

export const forgetSale = (client: QueryClient): void => client.removeQueries({ queryKey })
