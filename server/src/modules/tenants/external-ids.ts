import {
  type ExternalIdChanges,
  type ExternalIds,
  maximumExternalIds,
  type NumberedKind,
  numberedKinds,
} from '@trellis/contract/external-ids'
import { violates } from '../../platform/database/database.ts'
import { equals, type Value } from '../../platform/database/search.ts'
import { json, type Sql, sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import type { Source } from '../../platform/database/words.ts'
import { Refusal } from '../../platform/refusal.ts'

/*
 * The ids that other systems have for accounts, products, orders, deals and licenses (rules G29, decision 135). The column of a record
 * decides who may change the record; this file keeps the ids and their rules.
 */

/** SQL: the external ids of a record, as JSON. */
export const externalIdsOf = (recordId: Sql): Sql => sql`external_ids_of(${recordId})`

/** A filter of a list: `sap:4711` for the id of a system, `4711` for that id in any system. Both are compared exactly. */
export const hasExternalId =
  (kind: NumberedKind, recordId: Sql) =>
  (values: Value[]): Sql => {
    const asked = values.map(String).map((value) => {
      const at = value.indexOf(':')
      const id = equals(sql`e.external_id`, 'text')([value.slice(at + 1)])
      return at < 0 ? id : sql`(${id} and e.system = ${value.slice(0, at)})`
    })
    // An array, so that the few records are looked up one by one, whatever the planner believes.
    return sql`${recordId} = any(array(
      select e.record_id from external_ids e
      where e.tenant_id = (select current_tenant()) and e.kind = ${sql.lit(kind)} and (${sql.join(asked, sql` or `)})))`
  }

/** SQL condition of `external_ids e`: the word is its id, alone or after its system, as given or in letters of one size. */
const isNamedBy = (word: Sql): Sql => {
  const isId = (id: Sql) => sql`e.external_id = any(array[${id}, upper(${id}), lower(${id})])`
  return sql`(${isId(word)}
    or e.system = lower(split_part(${word}, ':', 1)) and ${isId(sql`substr(${word}, strpos(${word}, ':') + 1)`)})`
}

/** Records of a kind by a word that is one of their external ids. */
export const byExternalId = (kind: NumberedKind): Source => ({
  ids: (_patterns, most, word) => sql`
    select e.record_id from external_ids e
    where e.tenant_id = (select current_tenant()) and e.kind = ${sql.lit(kind)} and ${isNamedBy(word)} limit ${most}`,
})

/** SQL condition of the same, for a word that was not looked up. An array, as above. */
export const isByExternalId = (kind: NumberedKind, recordId: Sql, word: string): Sql =>
  sql`${recordId} = any(array(${byExternalId(kind).ids(sql``, sql`null`, sql`${word}::text`)}))`

/** Rows `kind, record_id`: the records that have this text as an external id, wherever they are in the tenant. */
export const namedOutside = (text: string): Sql => sql`
  select distinct e.kind, e.record_id from external_ids e
  where e.tenant_id = (select current_tenant()) and e.kind in (${sql.join(numberedKinds.map((kind) => sql.lit(kind)))})
    and ${isNamedBy(sql`${text}::text`)}`

export interface Numbered {
  kind: NumberedKind
  recordId: string
  /** SQL: the actor reaches the account that gave an id. */
  isReached(accountId: Sql): Sql
}

/** What a change of external ids did, as events tell it. */
export interface ChangedIds {
  before: { externalIds: ExternalIds }
  after: { externalIds: ExternalIds }
}

/**
 * Changes the external ids that a request names; null when nothing is different. The caller has locked the record, and decided
 * that the actor may change it. Refuses RQ422 for an id that another record of the kind has, and for more than the maximum;
 * RQ403 for one that an account out of reach gave.
 */
export async function changeExternalIds(
  tx: Tx,
  { kind, recordId, isReached }: Numbered,
  given: ExternalIdChanges | null | undefined,
): Promise<ChangedIds | null> {
  const asked = Object.entries(given ?? {})
  if (asked.length === 0) return null
  const known = await tx.rows<{ system: string; externalId: string; isOurs: boolean }>(sql`
    select e.system, e.external_id as "externalId", e.account_id is null or ${isReached(sql`e.account_id`)} as "isOurs"
    from external_ids e where e.tenant_id = (select current_tenant()) and e.record_id = ${recordId}`)
  const before = new Map(known.map(({ system, externalId }) => [system, externalId]))
  const changed = asked.filter(([system, id]) => (before.get(system) ?? null) !== id)
  if (changed.length === 0) return null

  const foreign = new Set(known.filter(({ isOurs }) => !isOurs).map(({ system }) => system))
  if (changed.some(([system]) => foreign.has(system))) throw new Refusal('RQ403', { reason: 'side' })
  const after = new Map(before)
  for (const [system, id] of changed) {
    if (id === null) after.delete(system)
    else after.set(system, id)
  }
  if (after.size > maximumExternalIds)
    throw refused([['externalIds', 'too_many', `A record has at most ${maximumExternalIds} external ids`]])
  await write(tx, kind, recordId, changed)
  return { before: { externalIds: sorted(before) }, after: { externalIds: sorted(after) } }
}

async function write(tx: Tx, kind: NumberedKind, recordId: string, changed: [string, string | null][]): Promise<void> {
  const kept = changed.flatMap(([system, externalId]) => (externalId === null ? [] : [{ system, externalId }]))
  const rows = sql`jsonb_to_recordset(${json(kept)}) as n (system text, "externalId" text)`
  const taken = await tx.rows<{ system: string }>(sql`
    select n.system from ${rows}
    join external_ids e on e.tenant_id = (select current_tenant()) and e.kind = ${kind} and e.external_id = n."externalId"
      and e.system = n.system and e.record_id <> ${recordId}
    order by n.system`)
  if (taken.length > 0) throw refused(taken.map(({ system }) => isTaken(system)))
  try {
    await tx.run(sql`
      delete from external_ids
      where tenant_id = (select current_tenant()) and record_id = ${recordId}
        and system = any(${changed.map(([system]) => system)}::text[])`)
    await tx.run(sql`
      insert into external_ids (kind, record_id, system, external_id)
      select ${kind}, ${recordId}::uuid, n.system, n."externalId" from ${rows}`)
  } catch (error) {
    // Somebody else gave it to another record at the same time.
    if (violates(error, 'external_ids_once')) throw refused(kept.map(({ system }) => isTaken(system)))
    throw error
  }
}

/** The ids of a record that goes are free for others. */
export const dropExternalIds = (tx: Tx, recordId: string) =>
  tx.run(sql`delete from external_ids where tenant_id = (select current_tenant()) and record_id = ${recordId}`)

/** Who has it is not said: the record may be out of the reader's reach. */
const isTaken = (system: string) =>
  [`externalIds.${system}`, 'taken', `Another record has this id of ${system}`] as const

const refused = (issues: (readonly [path: string, code: string, message: string])[]) =>
  new Refusal('RQ422', { issues: issues.map(([path, code, message]) => ({ path, code, message })) })

const sorted = (ids: Map<string, string>): ExternalIds =>
  Object.fromEntries([...ids].toSorted(([one], [other]) => (one < other ? -1 : 1)))
