import { maximumManagerLevel } from '@trellis/contract/deal-states'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { personOf } from '../approvals/index.ts'
import type { DealFacts } from './queries.ts'

/** The rules on the asked prices of these deals for the actor (function `ebid_approvals`); on another value where a decision has one. */
export const rulesOnEbids = (actor: Actor, dealIds: string[], value: number | null = null): Sql =>
  sql`ebid_approvals(${dealIds}::uuid[], ${value}, ${sql.lit(maximumManagerLevel)}, ${personOf(actor)}, ${actor.accountId})`

export const signed = ({ dealId, code }: Pick<DealFacts, 'dealId' | 'code'>) =>
  ({ kind: 'ebid', recordId: dealId, code }) as const
