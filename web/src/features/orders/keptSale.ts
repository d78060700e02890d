/**
 * A sale that the user interrupted to purchase missing products. It is kept in the query cache, which is
 * emptied when another user signs in.
 */
import type { QueryClient } from '@tanstack/react-query'
import type { Draft } from './draft.ts'

const place = ['kept-sale'] as const

export function keepSale(client: QueryClient, draft: Draft): void {
  client.setQueryDefaults(place, { gcTime: Number.POSITIVE_INFINITY })
  client.setQueryData(place, draft)
}

export const keptSale = (client: QueryClient): Draft | undefined => client.getQueryData<Draft>(place)

export const forgetSale = (client: QueryClient): void => client.removeQueries({ queryKey: place })
