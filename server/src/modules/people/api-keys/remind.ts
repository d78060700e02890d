import { keyEndsSoonDays } from '@trellis/contract/api-keys'
import { sql } from '../../../platform/database/sql.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import type { Mailer } from '../../mail/index.ts'
import { findOwner } from '../second-factors/queries.ts'
import { recipientOf } from '../second-factors/second-factors.ts'
import { makerMay } from './rights.ts'

interface Due {
  keyId: string
  madeBy: string
  accountId: string
  accountName: string
  name: string
  prefix: string
  date: string
}

/** Tells the makers of at most `most` keys, once each, that they are about to expire. Returns how many. */
export async function remindOfKeys(tx: Tx, most: number, mailer: Mailer): Promise<number> {
  const due = await tx.rows<Due>(sql`
    update api_keys n set reminded_at = machine_clock()
    from (
      select k.key_id, a.name as account_name
      from api_keys k join offered.accounts a on a.tenant_id = k.tenant_id and a.account_id = k.account_id
      where k.tenant_id = (select current_tenant()) and k.ended_at is null and k.reminded_at is null and a.deleted_at is null
        and k.expires_at > machine_clock() and k.expires_at <= machine_clock() + make_interval(days => ${keyEndsSoonDays}) and ${makerMay}
      order by k.expires_at, k.key_id limit ${most}
    ) d
    where n.tenant_id = (select current_tenant()) and n.key_id = d.key_id
    returning n.key_id as "keyId", n.created_by as "madeBy", n.account_id as "accountId", d.account_name as "accountName",
      n.name, n.prefix, to_char(n.expires_at at time zone 'UTC', 'YYYY-MM-DD') as date`)
  for (const { madeBy, accountId, accountName, name, prefix, date } of due) {
    const owner = await findOwner(tx, madeBy)
    const values = { path: `/accounts/${accountId}/keys`, accountName, name, prefix, date }
    if (owner) await mailer(tx, recipientOf(owner), { kind: 'key_ends', values })
  }
  return due.length
}
