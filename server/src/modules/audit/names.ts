import type { AuditEvent } from '@trellis/contract/audit'
import { json, sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'
import type { Entity } from './actions.ts'

/** Which kind of record a field of an event refers to by its id. */
const kinds: Readonly<Record<string, Entity>> = {
  accountId: 'account',
  parentId: 'account',
  parentAccountId: 'account',
  buyerAccountId: 'account',
  vendorAccountId: 'account',
  buyerId: 'account',
  vendorId: 'account',
  ownerId: 'account',
  productId: 'product',
  extendedProductId: 'product',
  typeId: 'product_type',
  featureId: 'feature',
  priceListId: 'price_list',
  userId: 'user',
  orderId: 'order',
  derivedOrderId: 'order',
  certificateId: 'certificate',
  accountFileId: 'file',
  onPremiseEnvironmentId: 'environment',
  environmentId: 'environment',
  dealId: 'deal',
  rival: 'deal',
  licenseId: 'license',
}

const inCamelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** Names that one answer looks up at most. */
const most = 200

interface Mention {
  kind: Entity
  id: string
}

/** The names, by id, of the records that events refer to. Those of accounts out of reach are left out. */
export async function namesIn(tx: Reader, events: readonly AuditEvent[]): Promise<Record<string, string>> {
  const mentions = new Map<string, Mention>()
  const visit = (value: unknown, field: string): void => {
    if (Array.isArray(value)) for (const each of value) visit(each, field)
    else if (typeof value === 'object' && value !== null)
      for (const [name, each] of Object.entries(value)) visit(each, inCamelCase(name))
    else if (typeof value === 'string') {
      const kind = kinds[field]
      if (kind !== undefined && mentions.size < most) mentions.set(value, { kind, id: value })
    }
  }
  for (const { before, after } of events) visit([before, after], '')
  if (mentions.size === 0) return {}
  const rows = await tx.rows<{ id: string; name: string }>(sql`
    select w.id, a.name
    from jsonb_to_recordset(${json([...mentions.values()])}) as w (kind text, id text)
    cross join lateral audited(w.kind, w.id) a
    where a.name is not null
      and (a.account_id is null or a.account_id in (select account_id from reachable_accounts()))`)
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]))
}
