import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'
import { found } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { type Standing, whyNotBecome } from './rules.ts'

const lies = (below: Sql, above: Sql) =>
  sql`exists (select from accounts_at_or_above(${below}) t where t.account_id = ${above})`

interface Parties {
  buyer: Sql
  vendor: Sql
}

/** SQL that tells which side of an order the users of an account are on; the only implementation of `Standing` (rules O5). */
export const sideOf = (account: Sql, { buyer, vendor }: Parties): Sql => sql`case
  when ${vendor} = ${account} then 'vendor'
  when ${buyer} = ${account} then 'buyer'
  when ${lies(vendor, account)} then 'vendor'
  when ${lies(buyer, account)} then 'buyer'
  else 'reader' end`

/** The parties of a row `o` of orders. */
export const partiesOfRow: Parties = { buyer: sql`o.buyer_id`, vendor: sql`o.vendor_id` }

/**
 * The actor's side of the order `o`. Reading with `ra` does not change it. Users of the root need no look-up, because every
 * order's vendor is the root or an account below it.
 */
export const standing = (actor: Actor): Sql => {
  const account = sql`${actor.accountId}::uuid`
  if (actor.accountId !== actor.rootAccountId) return sideOf(account, partiesOfRow)
  return sql`case when o.buyer_id = ${account} and o.vendor_id <> ${account} then 'buyer' else 'vendor' end`
}

/** SQL: the reader reaches the buyer or the vendor of the row `o`. */
export const isReachable = sql`exists (select from reachable_accounts() r where r.account_id in (o.buyer_id, o.vendor_id))`

/** The actor's side of an order between these accounts. */
export const findStanding = async (
  tx: Reader,
  actor: Actor,
  { buyerId, vendorId }: { buyerId: string; vendorId: string },
): Promise<Standing> => {
  const parties = { buyer: sql`${buyerId}::uuid`, vendor: sql`${vendorId}::uuid` }
  return found(await tx.row<{ side: Standing }>(sql`select ${sideOf(sql`${actor.accountId}::uuid`, parties)} as side`))
    .side
}

/** Whether the actor may cancel a pending order between these accounts. */
export async function mayCancel(
  tx: Reader,
  actor: Actor,
  parties: { buyerId: string; vendorId: string },
): Promise<boolean> {
  const side = await findStanding(tx, actor, parties)
  return whyNotBecome('canceled', { status: 'pending', standing: side }, actor) === null
}
