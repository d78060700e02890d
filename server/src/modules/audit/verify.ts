import { type audit, type ChainFault, type ChainStep, distinctFaults } from '@trellis/contract/audit'
import type { AnswerOf } from '@trellis/contract/endpoint'
import { sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'
import type { Anchor, AnchorFile } from './anchor-file.ts'
import { findAnchor, isSigned } from './anchors.ts'
import { beginning, canonicalText, linkOf } from './link.ts'

/** Links that one call verifies. */
const linksOfStep = 10_000

const tenant = sql`(select current_tenant())`

const fault = (kind: ChainFault['kind'], about: Partial<ChainFault> = {}): ChainFault => ({
  kind,
  seq: null,
  count: null,
  place: null,
  ...about,
})

interface Done {
  faults: ChainFault[]
  next: ChainStep | null
}

/**
 * Verifies one part of this tenant's chain: first all links in order, then the anchor in the database and those of each
 * month outside of it, the newest first, then whether rows are outside of the chain. A part is bounded, so that a client
 * can show progress and nothing runs for long. Each part takes the hash of the link before it from the part before.
 */
export async function verifyStep(
  tx: Reader,
  step: ChainStep,
  file?: AnchorFile,
): Promise<AnswerOf<typeof audit.verify>> {
  const head = await headOf(tx)
  const done =
    step.stage === 'links'
      ? await verifyLinks(tx, step.after)
      : step.stage === 'anchors'
        ? await verifyAnchors(tx, step, head, file)
        : { faults: await rowsOutside(tx), next: null }
  return {
    faults: done.faults,
    verified: step.stage === 'links' ? (done.next?.after ?? head) : head,
    sealed: head,
    next: done.next,
  }
}

/** Verifies the whole chain, step after step. */
export async function verifyAll(tx: Reader, file?: AnchorFile): Promise<ChainFault[]> {
  const faults: ChainFault[] = []
  let next: ChainStep | null = { stage: 'links', after: 0, month: null }
  while (next !== null) {
    const step: AnswerOf<typeof audit.verify> = await verifyStep(tx, next, file)
    faults.push(...step.faults)
    next = step.next
  }
  return distinctFaults(faults)
}

const headOf = async (tx: Reader): Promise<number> =>
  (await tx.row<{ seq: number }>(sql`select coalesce(max(seq), 0) as seq from audit_seals where tenant_id = ${tenant}`))
    ?.seq ?? 0

async function verifyLinks(tx: Reader, after: number): Promise<Done> {
  const faults: ChainFault[] = []
  const hashAfter = async () =>
    (await tx.row<{ hash: Buffer }>(sql`select hash from audit_seals where tenant_id = ${tenant} and seq = ${after}`))
      ?.hash
  let previous: Buffer = (after > 0 && (await hashAfter())) || beginning
  let seq = after
  const rows = await tx.rows<{ seq: number; hash: Buffer; state: Buffer | null; text: string | null }>(sql`
    select s.seq, s.hash, s.state, case when a.audit_id is null then null else ${canonicalText} end as text
    from audit_seals s left join audit_log a using (tenant_id, audit_id)
    where s.tenant_id = ${tenant} and s.seq > ${after}
    order by s.seq limit ${sql.lit(linksOfStep)}`)
  for (const row of rows) {
    if (row.seq !== seq + 1) faults.push(fault('link_missing', { seq: seq + 1 }))
    if (row.text === null) faults.push(fault('row_missing', { seq: row.seq }))
    else if (!linkOf(previous, row.text, row.state).equals(row.hash))
      faults.push(fault('row_changed', { seq: row.seq }))
    previous = row.hash
    seq = row.seq
  }
  const next: ChainStep =
    rows.length < linksOfStep
      ? { stage: 'anchors', after: seq, month: null }
      : { stage: 'links', after: seq, month: null }
  return { faults, next }
}

async function verifyAnchors(
  tx: Reader,
  { after, month }: ChainStep,
  head: number,
  file: AnchorFile | undefined,
): Promise<Done> {
  const months = (await file?.months()) ?? []
  const older = (than: string | null) => months.filter((each) => than === null || each < than).at(-1) ?? null
  const nextAfter = (than: string | null): ChainStep => {
    const before = older(than)
    return before === null ? { stage: 'rows', after, month: null } : { stage: 'anchors', after, month: before }
  }
  if (month === null) return { faults: await verifyOwnAnchor(tx, head), next: nextAfter(null) }
  const tenantId = (await tx.row<{ id: string }>(sql`select current_tenant() as id`))?.id ?? ''
  const kept = await file?.readMonth(month, tenantId, tx.keyed)
  if (kept === undefined) return { faults: [], next: nextAfter(month) }
  const faults = kept.changed.map((line) => fault('anchor_line_changed', { place: `${month}.jsonl:${line}` }))
  faults.push(...(await compared(tx, kept.anchors, head)))
  // What was anchored before the operator accepted an end does not count any more.
  const isAccepted = kept.anchors[0]?.accepted === true
  return { faults, next: isAccepted ? { stage: 'rows', after, month: null } : nextAfter(month) }
}

async function verifyOwnAnchor(tx: Reader, head: number): Promise<ChainFault[]> {
  const row = await findAnchor(tx)
  if (row === undefined) return head > 0 ? [fault('not_anchored')] : []
  const { tenantId, seq, hash } = row
  const faults = isSigned(tx.keyed, row) ? [] : [fault('anchor_unsigned', { seq })]
  return [...faults, ...(await compared(tx, [{ tenantId, seq, hash: hash.toString('hex'), accepted: false }], head))]
}

/** Compares anchors with the links that the chain has now. */
async function compared(tx: Reader, anchors: readonly Anchor[], head: number): Promise<ChainFault[]> {
  const rows = await tx.rows<{ seq: number; hash: Buffer }>(sql`
    select seq, hash from audit_seals
    where tenant_id = ${tenant} and seq = any(${anchors.map(({ seq }) => seq)}::bigint[])`)
  const links = new Map(rows.map(({ seq, hash }) => [seq, hash.toString('hex')]))
  const differing = anchors.filter(({ seq, hash }) => links.has(seq) && links.get(seq) !== hash)
  const last = anchors.reduce((most, { seq }) => Math.max(most, seq), 0)
  return [
    ...differing.map(({ seq }) => fault('anchor_differs', { seq })),
    ...(last > head ? [fault('cut', { seq: head, count: last })] : []),
  ]
}

async function rowsOutside(tx: Reader): Promise<ChainFault[]> {
  const lost = await tx.row<{ count: number }>(sql`
    select count(*) as count from audit_log a
    where a.tenant_id = ${tenant}
      and not exists (select from audit_seals s where s.tenant_id = a.tenant_id and s.audit_id = a.audit_id)
      and not exists (select from audit_unsealed u where u.tenant_id = a.tenant_id and u.audit_id = a.audit_id)`)
  return lost && lost.count > 0 ? [fault('rows_outside', { count: lost.count })] : []
}

/** How far the log is sealed and anchored. */
export async function presentChain(tx: Reader, file: AnchorFile): Promise<AnswerOf<typeof audit.chain>> {
  const row = await tx.row<{
    tenantId: string
    sealed: { seq: number; date: string } | null
    waiting: number
    anchored: { seq: number; date: string } | null
  }>(sql`
    select current_tenant() as "tenantId",
      (select json_build_object('seq', s.seq, 'date', iso(a.at))
       from audit_seals s join audit_log a using (tenant_id, audit_id)
       where s.tenant_id = ${tenant} order by s.seq desc limit 1) as sealed,
      (select count(*) from audit_unsealed u where u.tenant_id = ${tenant}) as waiting,
      (select json_build_object('seq', n.seq, 'date', iso(n.anchored_at))
       from audit_anchors n where n.tenant_id = ${tenant}) as anchored`)
  const { tenantId = '', sealed = null, waiting = 0, anchored = null } = row ?? {}
  const month = (await file.months()).at(-1)
  const last = month === undefined ? undefined : (await file.readMonth(month, tenantId, tx.keyed)).anchors.at(-1)
  return { sealed, waiting, anchored, outside: last ? { seq: last.seq, date: last.at ?? '' } : null }
}

/** The finding in a sentence, for the operator. */
export function sentenceOf({ kind, seq, count, place }: ChainFault): string {
  switch (kind) {
    case 'link_missing':
      return `audit chain: link ${seq} is missing`
    case 'row_missing':
      return `audit chain: the row of link ${seq} is missing`
    case 'row_changed':
      return `audit chain: link ${seq} does not fit its row`
    case 'anchor_differs':
      return `audit chain: link ${seq} is not the one that was anchored`
    case 'not_anchored':
      return 'audit chain: its end is not anchored'
    case 'anchor_unsigned':
      return `audit chain: the anchor at link ${seq} is not signed with the secret of this installation`
    case 'anchor_line_changed':
      return `audit anchors: line ${place?.split(':')[1]} of ${place?.split(':')[0]} is not as it was written`
    case 'cut':
      return `audit chain: it ends at link ${seq}, and was anchored at link ${count}`
    case 'rows_outside':
      return `audit chain: ${count} rows are neither sealed nor waiting to be`
  }
}
