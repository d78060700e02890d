import { json, sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { tell } from './tell.ts'

/** Keys or certificates of one account that end in the same number of days. */
export interface Ending {
  accountId: string
  days: number
  count: number
  /** The first end, a day by UTC. */
  firstDate: string
}

const nouns = { license_due: 'keys', certificate_due: 'certificates' }
export type EndingKind = keyof typeof nouns

/**
 * Tells the users of each account and of the one above it, which renews: one news item for each of these accounts and
 * number of days, however many keys or certificates end (rules K25, Q11).
 */
export async function tellOfEnds(tx: Tx, kind: EndingKind, endings: readonly Ending[]): Promise<void> {
  if (endings.length === 0) return
  // The account whose list the news links to: the holder's, or the recipient's if several accounts are concerned. Renewals
  // have only one list.
  const listOf = sql`
    , 'listOf', case when count(*) = 1 then min(a.account_id::text) else t.account_id::text end`
  await tell(
    tx,
    kind,
    sql`
      select gen_random_uuid() as record_id, t.account_id, jsonb_build_object(
        'days', d.days, ${nouns[kind]}::text, sum(d.count), 'accounts', count(*), 'accountName', min(a.name),
        'firstDate', min(d."firstDate")${kind === 'certificate_due' ? listOf : sql``}) as words
      from jsonb_to_recordset(${json(endings)}) as d ("accountId" uuid, days int, count int, "firstDate" text)
      join offered.accounts a on a.tenant_id = (select current_tenant()) and a.account_id = d."accountId"
      cross join lateral (values (a.account_id), (a.parent_id)) as t (account_id)
      where t.account_id is not null
      group by t.account_id, d.days`,
  )
}
