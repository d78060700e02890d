import { randomBytes } from 'node:crypto'
import {
  type ApiKeyDraft,
  keyMark,
  maximumKeyYears,
  prefixLength,
  standardKeyDays,
  tailLength,
} from '@trellis/contract/api-keys'
import { type Flag, hasPermission } from '@trellis/contract/permissions'
import { json, sql } from '../../../platform/database/sql.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { newId } from '../../../platform/ids.ts'
import { found, invalid, Refusal } from '../../../platform/refusal.ts'
import { hashOf } from '../../../platform/secrets.ts'
import type { Actor } from '../../../platform/tenancy.ts'
import { isReached, lockLivingAccount, reachedId } from '../../accounts/index.ts'
import { record, recordAll } from '../../audit/index.ts'
import { isInSandbox } from '../../tenants/index.ts'
import type { Sessions } from '../sessions/sessions.ts'

/** Crockford's alphabet: no letter looks like a digit. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const newKey = (begins: string) =>
  keyMark + begins + Array.from(randomBytes(52 - begins.length), (byte) => alphabet[byte % alphabet.length]).join('')
/** What a key of provisioning does at the least (rules P50). */
const provisioning = [{ module: 'Users' as const, flags: 'c-r-u' }]
/** Keys of a sandbox are told from real ones: `trk_test…`. */
const sandboxKeys = 'test'

/**
 * Makes a key with a service user of its own, and returns it this once. Refuses RQ404 for an account out of reach, RQ403
 * for a permission that the maker lacks (threats Z14), RQ422 for an end that is not within the next two years.
 */
export async function createKey(
  tx: Tx,
  actor: Actor,
  draft: ApiKeyDraft,
  source?: 'command',
): Promise<{ id: string; key: string }> {
  const accountId = await reachedId(tx, actor, draft.parentAccountId)
  await lockLivingAccount(tx, accountId)
  const purpose = draft.purpose ?? 'calls'
  const lacking = (purpose === 'scim' ? provisioning : draft.permissions)
    .flatMap(({ module, flags }) => (flags.split('-') as Flag[]).map((flag) => ({ module, flag })))
    .find(({ module, flag }) => flag !== 'cu' && !hasPermission(actor.permissions, module, flag))
  if (lacking)
    throw new Refusal(
      'RQ403',
      { permission: `${lacking.module}:${lacking.flag}` },
      'A key gets no permission that its maker lacks',
    )
  const expires = await expiryOf(tx, draft.expirationDate ?? null)
  const [id, key] = [newId(), newKey((await isInSandbox(tx)) ? sandboxKeys : '')]
  const [prefix, lastFour] = [key.slice(0, prefixLength), key.slice(-tailLength)]
  const { name, permissions, addresses } = { ...draft, addresses: draft.addresses ?? [] }
  await tx.run(sql`
    insert into users (user_id, account_id, email, first_name, last_name, status, deleted_at, is_service)
    values (${id}, ${accountId}, ${`${prefix}@key.invalid`}, ${name}, ${prefix}, 'user_suspended', machine_clock(), true)`)
  await tx.run(sql`
    insert into api_keys (key_id, account_id, name, prefix, last_four, key_hash, purpose, permissions, addresses, created_by,
                          made_as_account_id, expires_at)
    values (${id}, ${accountId}, ${name}, ${prefix}, ${lastFour}, ${hashOf(key)}, ${purpose}, ${json(permissions)}, ${addresses}::text[],
            ${actor.userId}, ${actor.accountId}, ${expires}::timestamptz)`)
  const after = {
    name,
    accountId,
    prefix,
    ...(purpose === 'scim' && { purpose }),
    permissions,
    addresses,
    expiresAt: expires,
    ...(source && { source }),
  }
  await record(tx, 'api_key.created', 'api_key', id, { after })
  return { id, key }
}

async function expiryOf(tx: Tx, asked: string | null): Promise<string> {
  const row = found(
    await tx.row<{ at: string; isPast: boolean; isTooLate: boolean }>(sql`
      select iso(e.at) as at, e.at <= machine_clock() as "isPast", e.at > machine_clock() + make_interval(years => ${maximumKeyYears}) as "isTooLate"
      from (select coalesce(${asked}::timestamptz, machine_clock() + make_interval(days => ${standardKeyDays})) as at) e`),
  )
  if (row.isPast) throw invalid(['expirationDate'], 'past', 'A key ends in the future')
  if (row.isTooLate) throw invalid(['expirationDate'], 'too_late', `A key lives ${maximumKeyYears} years at most`)
  return row.at
}

/** Ends a key at once, in every process. Ending it again changes nothing. Refuses RQ404 out of reach. */
export async function endKey(
  tx: Tx,
  keyId: string,
  sessions: Pick<Sessions, 'refreshAllOf'>,
  because = 'ended by the user',
): Promise<void> {
  const key = found(
    await tx.row<{ isEnded: boolean }>(sql`
      select k.ended_at is not null as "isEnded" from api_keys k
      where k.tenant_id = (select current_tenant()) and k.key_id = ${keyId} and ${isReached(sql`k.account_id`)}
      for update`),
  )
  if (!key.isEnded) await end(tx, [keyId], because, sessions)
}

/** Ends the living keys of an account. */
export async function endKeysOf(
  tx: Tx,
  accountId: string,
  because: string,
  sessions: Pick<Sessions, 'refreshAllOf'>,
): Promise<void> {
  const living = await tx.rows<{ keyId: string }>(sql`
    select key_id as "keyId" from api_keys
    where tenant_id = (select current_tenant()) and account_id = ${accountId} and ended_at is null
    order by key_id for update`)
  const ids = living.map(({ keyId }) => keyId)
  if (ids.length > 0) await end(tx, ids, because, sessions)
}

async function end(tx: Tx, ids: string[], because: string, sessions: Pick<Sessions, 'refreshAllOf'>): Promise<void> {
  await tx.run(sql`
    update api_keys set ended_at = machine_clock()
    where tenant_id = (select current_tenant()) and key_id = any(${ids}::uuid[])`)
  const changes = ids.map((entityId) => ({ entityId, after: { because } }))
  await recordAll(tx, 'api_key.ended', 'api_key', changes)
  for (const id of ids) await sessions.refreshAllOf(tx, id)
}
