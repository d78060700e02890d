import type { RenewalAsk } from '@trellis/contract/key-pages'
import { sql } from '../../../platform/database/sql.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { found, Refusal } from '../../../platform/refusal.ts'
import type { Actor } from '../../../platform/tenancy.ts'
import { record } from '../../audit/index.ts'
import { tell } from '../../news/index.ts'
import { dueOf } from '../renewals/rules.ts'
import { isOwn } from './links.ts'
import type { FoundPage } from './read-page.ts'

const given = (text: string | null | undefined) => text?.trim() || null

/**
 * Notes that a renewal is asked for, once for each key: asking again changes nothing (rules K35). What the asker says of
 * themselves is not in the audit log, because it ends with the ask. Returns whether it was new. Refuses RQ409.
 */
export async function askForRenewal(tx: Tx, { facts, page }: FoundPage, ask: RenewalAsk): Promise<boolean> {
  const { reason } = page.renewal
  if (reason !== null) throw new Refusal('RQ409', { reason }, 'This key cannot be renewed')
  const { licenseId, ownerId } = facts
  const isNew = await tx.run(sql`
    insert into license_asks (license_id, owner_id, contact_name, contact_email, note)
    values (${licenseId}, ${ownerId}, ${given(ask.contactName)}, ${given(ask.contactEmail)}, ${given(ask.note)})
    on conflict do nothing`)
  if (isNew === 0) return false
  await record(tx, 'license.renewal_asked', 'license', licenseId, {
    after: { dueDate: dueOf(facts)?.toISOString() ?? null },
  })
  await tellOfAsk(tx, licenseId)
  return true
}

/** Tells the owner's users and those of the account above it, which sells the renewal (rules K36). */
const tellOfAsk = (tx: Tx, licenseId: string) =>
  tell(
    tx,
    'renewal_asked',
    sql`
      select l.license_id as record_id, t.account_id, jsonb_build_object(
        'serialKey', l.serial_key, 'productName', p.name, 'accountName', a.name,
        'dueDate', to_char(coalesce(l.expires_at, l.maintenance_expires_at) at time zone 'UTC', 'YYYY-MM-DD')) as words
      from licenses l
      join offered.accounts a on a.tenant_id = l.tenant_id and a.account_id = l.owner_id
      join offered.product_publications b on b.tenant_id = l.tenant_id and b.product_id = l.product_id
      join offered.products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id
      cross join lateral (values (a.account_id), (a.parent_id)) as t (account_id)
      where l.tenant_id = (select current_tenant()) and l.license_id = ${licenseId} and t.account_id is not null`,
  )

/** Puts away what was asked for a key of the actor's own sub-tree; nothing happens when nothing waits. */
export async function dismissAsk(tx: Tx, actor: Actor, serialKey: string): Promise<void> {
  const { licenseId } = found(
    await tx.row<{ licenseId: string }>(sql`
      select l.license_id as "licenseId" from licenses l where ${isOwn(actor, serialKey)}`),
  )
  const [gone] = await tx.rows<{ askedDate: string }>(sql`
    delete from license_asks where tenant_id = (select current_tenant()) and license_id = ${licenseId}
    returning iso(asked_at) as "askedDate"`)
  if (gone) await record(tx, 'license.ask_dismissed', 'license', licenseId, { before: gone })
}
