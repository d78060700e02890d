import { timingSafeEqual } from 'node:crypto'
import { BlockList, isIPv6 } from 'node:net'
import { type KeyPurpose, keyForm, lastUseMinutes, prefixLength } from '@trellis/contract/api-keys'
import type { Permissions } from '@trellis/contract/permissions'
import type { Database } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import type { Reader, Tx } from '../../../platform/database/tx.ts'
import { hashOf } from '../../../platform/secrets.ts'
import type { Actor } from '../../../platform/tenancy.ts'
import { heldBy, makerIsSuperAdmin, makerMay, meetingOf, permissionsOfMaker } from './rights.ts'

/** A key that is accepted now, if it comes from the right address. */
export interface AcceptedKey {
  actor: Actor
  /** Null: from anywhere. */
  from: BlockList | null
  /** Milliseconds since 1970. */
  expires: number
}

interface KeyRow {
  keyId: string
  hash: Buffer
  fullName: string
  accountId: string
  rootAccountId: string
  level: number
  purpose: KeyPurpose
  permissions: Permissions
  ofMaker: Permissions
  isSuperAdmin: boolean
  madeBy: string
  timeZone: string
  languageCode: string
  addresses: string[]
  expires: number
  isUseOld: boolean
}

/**
 * The actor of an API key: with its permissions as far as its maker still holds them (threats Z14); null for a key that is
 * unknown, ended, expired or of a deleted account, or whose maker may no longer make it (threats Z12). Notes the use,
 * at most once in some minutes.
 */
export async function acceptKey(
  db: Database,
  key: string,
  { tenantId, clock }: { tenantId: string; clock: string | null },
): Promise<AcceptedKey | null> {
  if (!keyForm.test(key)) return null
  const context = { tenantId, userId: null, reach: null, clock, requestId: null }
  const row = await findKey(db.read(context), sql`k.prefix = ${key.slice(0, prefixLength)}`)
  if (row === undefined || !timingSafeEqual(row.hash, hashOf(key))) return null
  // The last use is for people; a call does not fail for it.
  if (row.isUseOld) await db.write(context, (tx) => noteUse(tx, row.keyId)).catch(() => undefined)
  return { actor: actorOfKey(row, tenantId), from: networksOf(row.addresses), expires: row.expires }
}

/** The actor of a key for work that goes on after its call; null when the key is no longer accepted. */
export async function actorOfServiceUser(tx: Reader, tenantId: string, keyId: string): Promise<Actor | null> {
  const row = await findKey(tx, sql`k.key_id = ${keyId}`)
  return row === undefined ? null : actorOfKey(row, tenantId)
}

const actorOfKey = (row: KeyRow, tenantId: string): Actor => ({
  tenantId,
  userId: row.keyId,
  sessionId: '',
  fullName: row.fullName,
  accountId: row.accountId,
  rootAccountId: row.rootAccountId,
  level: row.level,
  // A key of provisioning is bounded by its calls, and by all that its maker holds (rules P50).
  permissions: row.purpose === 'scim' ? heldBy(row.ofMaker) : meetingOf(row.permissions, heldBy(row.ofMaker)),
  isSuperAdmin: row.purpose === 'scim' && row.isSuperAdmin,
  timeZone: row.timeZone,
  languageCode: row.languageCode,
  key: { madeBy: row.madeBy, purpose: row.purpose },
})

const findKey = (tx: Reader, which: Sql) =>
  tx.row<KeyRow>(sql`
    select k.key_id as "keyId", k.key_hash as hash, u.first_name || ' ' || u.last_name as "fullName",
           k.account_id as "accountId", g.level, k.purpose, k.permissions, ${permissionsOfMaker} as "ofMaker",
           ${makerIsSuperAdmin} as "isSuperAdmin", k.created_by as "madeBy",
           u.time_zone as "timeZone", u.language_code as "languageCode", k.addresses,
           (select r.account_id from offered.accounts r where r.tenant_id = k.tenant_id and r.parent_id is null) as "rootAccountId",
           (extract(epoch from k.expires_at) * 1000)::float8 as expires,
           coalesce(k.last_used_at < machine_clock() - make_interval(mins => ${lastUseMinutes}), true) as "isUseOld"
    from api_keys k
    join users u on u.tenant_id = k.tenant_id and u.user_id = k.key_id
    join offered.accounts a on a.tenant_id = k.tenant_id and a.account_id = k.account_id
    join offered.account_groups g on g.tenant_id = a.tenant_id and g.group_id = a.group_id
    where k.tenant_id = (select current_tenant()) and ${which}
      and k.ended_at is null and k.expires_at > machine_clock() and a.deleted_at is null and ${makerMay}`)

const noteUse = (tx: Tx, keyId: string) =>
  tx.run(sql`
    update api_keys set last_used_at = machine_clock()
    where tenant_id = (select current_tenant()) and key_id = ${keyId}
      and coalesce(last_used_at < machine_clock() - make_interval(mins => ${lastUseMinutes}), true)`)

function networksOf(addresses: string[]): BlockList | null {
  if (addresses.length === 0) return null
  const list = new BlockList()
  for (const network of addresses) {
    const [address = '', length] = network.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (length === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(length), family)
  }
  return list
}

/** Whether the key is accepted from this address. IPv4 addresses may come mapped into IPv6. */
export function isFrom({ from }: AcceptedKey, address: string | undefined): boolean {
  if (from === null) return true
  const plain = address?.replace(/^::ffff:(?=\d+\.)/i, '').split('%', 1)[0]
  return plain !== undefined && from.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')
}
