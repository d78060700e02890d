import { approvalRules, delegations } from '@trellis/contract/approvals'
import { tenants } from '@trellis/contract/tenants'
import { queryOf } from '../../app/queries.ts'

export const rulesQuery = queryOf(approvalRules.list)
export const delegationsQuery = queryOf(delegations.list)
export const candidatesQuery = queryOf(delegations.candidates)

export const rolesQuery = { ...queryOf(tenants.roles), staleTime: 60_000 }
export const groupsQuery = { ...queryOf(tenants.groups), staleTime: 60_000 }
export const currenciesQuery = { ...queryOf(tenants.currencies), staleTime: Number.POSITIVE_INFINITY }
