import { type Found, type FoundRecord, findKinds, maximumHits } from '@trellis/contract/find'
import { type Asked, askedBy, askedFor, askedRow, type Findable, mayBeFound } from '../../platform/database/finding.ts'
import { json, type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { accountsByName, accountsFound } from '../accounts/index.ts'
import { productsFound } from '../catalogue/index.ts'
import { certificatesFound } from '../certifications/index.ts'
import { dealsFound } from '../deals/index.ts'
import { environmentsFound } from '../environments/index.ts'
import { licensesFound } from '../licenses/index.ts'
import { ordersFound } from '../orders/index.ts'
import { usersFound } from '../people/index.ts'
import { priceListsFound } from '../price-lists/index.ts'
import { namedOutside } from '../tenants/index.ts'

/** The kinds that the modules offer to the reader; kinds without permission are absent (rules U2). */
const findablesOf = (asked: Asked, text: string): Findable[] =>
  [
    accountsFound(asked),
    ordersFound(asked, text),
    licensesFound(asked, text),
    dealsFound(asked),
    productsFound(asked),
    usersFound(asked),
    priceListsFound(asked),
    certificatesFound(asked),
    environmentsFound(asked),
  ].filter((each) => each !== null)

/**
 * Hits for a text (rules U1, U3). A first statement leaves out the kinds that cannot have any: planning and running the pieces of
 * ten kinds takes longer than asking the indexes for the words.
 */
export async function findByText(tx: Reader, actor: Actor, text: string) {
  const asked = askedFor(actor, text, maximumHits)
  const offered = findablesOf(asked, text)
  if (asked.words.length === 0 || offered.length === 0) return { items: [] }
  const outside = namedOutside(text.trim())
  const row = await tx.row<{ may: boolean[]; outside: string[] }>(sql`
    select m.may, array(select o.kind from (${outside}) o) as outside from (${mayBeFound(offered, asked.words)}) m`)
  const findables = offered.filter((_, at) => row?.may[at] === true)
  const numbered = offered.filter(({ kinds }) => kinds.some((kind) => row?.outside.includes(kind)))
  if (findables.length + numbered.length === 0) return { items: [] }
  const shown = [...new Set([...findables, ...numbered])]
  return tx.json<Found>(sql`
    with asked as materialized (${askedRow(text, asked.words)}),
    named_accounts as materialized (${accountsByName(asked)}),
    hits as materialized (
      select r.kind, r.record_id, max(r.at) as at, max(r.grade) as grade
      from (${sql.join(
        [
          ...findables.map(({ rows }) => sql`select * from (${rows}) r`),
          ...(numbered.length > 0 ? [numberedHits(outside, numbered)] : []),
        ],
        sql` union all `,
      )}) r
      group by r.kind, r.record_id
    ), ranked as (
      select h.*, max(h.grade) over (partition by h.kind) as best, array_position(${places}, h.kind) as place from hits h
    ), ordered as (
      select h.kind, h.record_id, h.grade,
             row_number() over (order by h.best desc, h.place, h.grade desc, h.at desc, h.record_id) as row_no
      from ranked h
    )
    ${answerOf(shown)}`)
}

/** Hits by the ids of other systems, of which the reader sees the record: whole ones, before all others. */
const numberedHits = (outside: Sql, numbered: readonly Findable[]): Sql => sql`
  select h.kind, h.record_id, 'infinity'::timestamptz as at, 2 as grade from (${outside}) h
  where case ${sql.join(numbered.map(shownCase), sql` `)} end is not null`

/** Records by their ids (rules U5). */
export async function presentRecords(tx: Reader, actor: Actor, records: readonly FoundRecord[]) {
  const findables = findablesOf(askedBy(actor, [], maximumHits), '')
  if (findables.length === 0) return { items: [] }
  return tx.json<Found>(sql`
    with ordered as (
      select r.kind, r."recordId" as record_id, 0 as grade, row_number() over () as row_no
      from jsonb_to_recordset(${json(records)}) r (kind text, "recordId" uuid)
    )
    ${answerOf(findables)}`)
}

const places = sql`array[${sql.join(findKinds.map((kind) => sql.lit(kind)))}]`

const nothing = json({ code: null, about: null, accountId: null, status: null, side: null, blocked: null })

/** Builds the answer from a relation `ordered (kind, record_id, grade, row_no)`; omits records that are deleted or out of reach. */
const answerOf = (findables: readonly Findable[]): Sql => sql`
  select json_build_object('items', coalesce(json_agg(
    ${nothing} || s.shown::jsonb || jsonb_build_object(
      'kind', s.kind, 'recordId', s.record_id, 'match', (array['part', 'start', 'whole'])[s.grade + 1])
    order by s.row_no) filter (where s.shown is not null), '[]'))::text
  from (
    select h.*, case ${sql.join(findables.map(shownCase), sql` `)} end as shown from ordered h
  ) s`

const shownCase = ({ kinds, shown }: Findable): Sql =>
  sql`when h.kind in (${sql.join(kinds.map((kind) => sql.lit(kind)))}) then (${shown})`
