import type { AuditEvent } from '@trellis/contract/audit'
import { type AuditedEntity, actionsByEntity } from '@trellis/contract/audit-actions'
import { type FieldKind, kindOfField } from '@trellis/contract/audit-fields'
import { json, sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'

/** Names that one answer looks up at most. */
const most = 1000

interface Mention {
  kind: string
  id: string
}

/** Whether the kind of a field is one of records that are named. */
const isNamed = (kind: FieldKind | undefined): kind is AuditedEntity | 'currency' =>
  kind === 'currency' || Object.hasOwn(actionsByEntity, kind ?? '')

/** The names, by id, of the records that events refer to. Those of accounts out of reach are left out. */
export async function namesIn(
  tx: Reader,
  events: readonly Pick<AuditEvent, 'entity' | 'before' | 'after'>[],
): Promise<Record<string, string>> {
  const mentions = new Map<string, Mention>()
  const told: Record<string, string> = {}
  const visit = (entity: string, value: unknown, field: string): void => {
    if (Array.isArray(value)) for (const each of value) visit(entity, each, field)
    else if (typeof value === 'object' && value !== null) {
      // Events of prices have the name that the product had then.
      const { productId, productName } = value as Record<string, unknown>
      if (typeof productId === 'string' && typeof productName === 'string') told[productId] = productName
      for (const [name, each] of Object.entries(value)) visit(entity, each, name)
    } else if (typeof value === 'string' || typeof value === 'number') {
      const kind = kindOfField(entity, field)
      const id = String(value)
      if (isNamed(kind) && told[id] === undefined && mentions.size < most)
        mentions.set(typeof value === 'string' ? id : `${kind}:${id}`, { kind, id })
    }
  }
  for (const { entity, before, after } of events) visit(entity, [before, after], '')
  if (mentions.size === 0) return told
  const wanted = [...mentions].map(([key, mention]) => ({ key, ...mention }))
  const rows = await tx.rows<{ key: string; name: string }>(sql`
    select w.key, coalesce(a.name, c.code) as name
    from jsonb_to_recordset(${json(wanted)}) as w (key text, kind text, id text)
    cross join lateral audited(w.kind, w.id) a
    left join offered.currencies c on w.kind = 'currency' and c.currency_id::text = w.id
    where coalesce(a.name, c.code) is not null
      and (a.account_id is null or a.account_id in (select account_id from reachable_accounts()))`)
  return { ...told, ...Object.fromEntries(rows.map(({ key, name }) => [key, name])) }
}
