import { sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'
import type { ActionOn, Entity } from './actions.ts'

/** An event of a record with its place in the chain, which it has once it is sealed. */
export interface PlacedEvent<After> {
  auditId: string
  action: string
  at: string
  after: After
  seq: number | null
  /** Of the link, in hexadecimal digits. */
  hash: string | null
}

/** The events of one record with these actions, oldest first. The caller checks that the record may be read. */
export const placedEvents = <After, E extends Entity = Entity>(
  read: Reader,
  entity: E,
  entityId: string,
  actions: readonly ActionOn<E>[],
): Promise<PlacedEvent<After>[]> =>
  read.rows<PlacedEvent<After>>(sql`
    select a.audit_id as "auditId", a.action, iso(a.at) as at, a.after, s.seq::float8 as seq, encode(s.hash, 'hex') as hash
    from audit_log a
    left join audit_seals s on s.tenant_id = a.tenant_id and s.audit_id = a.audit_id
    where a.tenant_id = (select current_tenant()) and a.entity_id = ${entityId} and a.entity = ${entity}
      and a.action = any(${actions as string[]}::text[])
    order by a.audit_id`)
