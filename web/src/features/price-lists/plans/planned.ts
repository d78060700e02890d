import { pricePlans } from '@trellis/contract/price-plans'
import { queryOf } from '../../../app/queries.ts'

export const plansQuery = (priceListId: string) => queryOf(pricePlans.list, { query: { priceListId } })
export const planQuery = (id: string) => queryOf(pricePlans.read, { params: { id } })

export const planHref = (id: string) => `/pricelists/plans/${id}`
