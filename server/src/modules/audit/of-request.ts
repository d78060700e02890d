import { inCamelCase } from '@trellis/contract/audit-fields'
import type { ImportChange, ImportChanges } from '@trellis/contract/import-preview'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'
import { currencyOf } from './list-events.ts'
import { namesIn } from './names.ts'

/** What the events of a request changed, of which the first are told. */
export interface ChangesOfRequest extends Pick<ImportChanges, 'changed' | 'fields' | 'names'> {
  items: ImportChange[]
}

/**
 * SQL: the events of a request, which can be of the open transaction.
 * @param since the id of an event before them; those up to it are left out
 */
export const eventsOfRequest = (requestId: string, since = '00000000-0000-0000-0000-000000000000'): Sql => sql`
  select l.* from audit_log l
  where l.tenant_id = (select current_tenant()) and l.request_id = ${requestId} and l.audit_id > ${since}::uuid`

/** SQL: the fields in which two objects differ. A field that is missing equals one that is null. */
const differing = (before: Sql, after: Sql): Sql => sql`(
  select coalesce(array_agg(k order by k), '{}') from jsonb_object_keys(${before} || ${after}) k
  where k <> 'source' and nullif(${before} -> k, 'null') is distinct from nullif(${after} -> k, 'null'))`

const only = (facts: Sql, fields: Sql): Sql => sql`(
  select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(${facts}) f where f.key = any(${fields}))`

/** What tells a price from the others of its list. */
const identity = sql`array['productId', 'sku', 'productName']`

/**
 * What the events of a request changed: records that were there before and differ. Prices of one list are told one by one. The
 * counts are of all, also of those beyond `most`.
 */
export async function changesOfRequest(
  tx: Reader,
  requestId: string,
  { since, most }: { since?: string; most: number },
): Promise<ChangesOfRequest> {
  const found = await tx.row<{ changes: Omit<ChangesOfRequest, 'names'> }>(sql`
    with events as materialized (
      -- JSON's own null is no side either.
      ${eventsOfRequest(requestId, since)} and jsonb_typeof(l.before) = 'object' and jsonb_typeof(l.after) = 'object'),
    parts as (
      select e.audit_id, 0::bigint as nth, e.before, e.after, false as is_item from events e where not e.before ? 'items'
      union all
      select e.audit_id, b.nth, b.item, a.item, true
      from events e
      cross join lateral jsonb_array_elements(e.before -> 'items') with ordinality as b (item, nth)
      join lateral jsonb_array_elements(e.after -> 'items') as a (item) on a.item -> 'productId' = b.item -> 'productId'
      where e.before ? 'items'
    ),
    differing as materialized (
      select * from (select p.*, ${differing(sql`p.before`, sql`p.after`)} as fields from parts p) d where cardinality(d.fields) > 0
    ),
    told as (select * from differing order by audit_id, nth limit ${most})
    select json_build_object(
      'changed', (select count(*) from differing),
      'fields', (
        select coalesce(json_agg(json_build_object('field', f.field, 'records', f.records) order by f.records desc, f.field), '[]')
        from (select field, count(*) as records from differing d cross join lateral unnest(d.fields) field group by 1) f),
      'items', (
        select coalesce(json_agg(json_build_object(
          'action', e.action, 'entity', e.entity, 'entityId', e.entity_id, 'entityName', e.entity_name, 'currency', ${currencyOf},
          'before', ${side(sql`t.before`)}, 'after', ${side(sql`t.after`)}) order by t.audit_id, t.nth), '[]')
        from told t join events e on e.audit_id = t.audit_id)) as changes`)
  const { changed = 0, fields = [], items = [] } = found?.changes ?? {}
  const told = items.map((item) => ({ ...item, before: camelCased(item.before), after: camelCased(item.after) }))
  return {
    changed,
    fields: fields.map(({ field, records }) => ({ field: inCamelCase(field), records })),
    items: told,
    names: await namesIn(tx, told),
  }
}

/** Some events have the names of columns. */
const camelCased = (facts: unknown): unknown =>
  Object.fromEntries(Object.entries(facts as object).map(([name, value]) => [inCamelCase(name), value]))

const side = (facts: Sql): Sql => sql`
  case when t.is_item then jsonb_build_object('items', jsonb_build_array(${only(facts, sql`t.fields || ${identity}`)}))
    else ${only(facts, sql`t.fields`)} end`

/** SQL condition: the request of the event `l` undid an import, or was one that was undone. */
const isUndone: Sql = sql`exists (
  select from audit_log d
  where d.tenant_id = l.tenant_id and d.action = 'import.undone' and (d.request_id = l.request_id or d.entity_id = l.request_id))`

/**
 * SQL condition: something happened to the record of the undone row `u` after its import, but for what this request does and what was
 * undone itself.
 * @param untouching actions that nobody did, such as an end that came
 */
export const touchedSinceBut = (untouching: readonly string[]): Sql => sql`exists (
  select from audit_log l
  where l.tenant_id = (select current_tenant()) and l.entity_id = u.entity_id and l.entity = u.entity and l.audit_id > u.audit_id
    and l.action <> all(${untouching}::text[])
    and l.request_id is distinct from u.request and l.request_id is distinct from nullif(current_setting('app.request', true), '')
    and (l.request_id is null or not ${isUndone}))`

export const isTouchedSince: Sql = touchedSinceBut([])
