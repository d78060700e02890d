import { createHash } from 'node:crypto'
import { sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import type { AnchorFile } from './anchor-file.ts'
import { anchorEnd, expectedLinks, mayMoveOn } from './anchors.ts'

/** Rows read per query. */
const batch = 5000
const beginning = Buffer.alloc(32)

interface Row {
  audit_id: string
  text: string
}

/** The text that is hashed: all columns in a fixed order, in PostgreSQL's own text form. */
const canonicalText = sql`jsonb_build_array(
  a.audit_id, iso(a.at), a.user_id, a.action, a.entity, a.entity_id, a.before, a.after, a.request_id)::text`

const linkOf = (previous: Buffer, text: string): Buffer => createHash('sha256').update(previous).update(text).digest()

/**
 * Appends up to `most` waiting rows to this tenant's chain. Returns how many. An advisory lock allows one sealer at a
 * time per tenant.
 */
export async function sealAudit(tx: Tx, most = batch, file?: AnchorFile): Promise<number> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('audit:' || current_tenant()::text, 0))`)
  const waiting = await tx.rows<Row>(sql`
    select a.audit_id, ${canonicalText} as text
    from audit_unsealed u join audit_log a using (tenant_id, audit_id)
    where u.tenant_id = (select current_tenant())
    order by a.audit_id limit ${most}`)
  if (waiting.length === 0) return 0
  const head = await tx.row<{ seq: number; hash: Buffer }>(sql`
    select seq, hash from audit_seals where tenant_id = (select current_tenant()) order by seq desc limit 1`)
  const movesOn = await mayMoveOn(tx, head !== undefined)
  let previous: Buffer = head?.hash ?? beginning
  const hashes = waiting.map(({ text }) => {
    previous = linkOf(previous, text)
    return previous
  })
  const ids = waiting.map((row) => row.audit_id)
  await tx.run(sql`
    insert into audit_seals (seq, audit_id, hash)
    select ${head?.seq ?? 0} + n, id, hash
    from unnest(${ids}::uuid[], ${hashes}::bytea[]) with ordinality as sealed (id, hash, n)`)
  await tx.run(
    sql`delete from audit_unsealed where tenant_id = (select current_tenant()) and audit_id = any(${ids}::uuid[])`,
  )
  if (movesOn) await anchorEnd(tx, file)
  return waiting.length
}

/**
 * Verifies this tenant's chain from its start to its anchors. Returns a message for each fault; an empty list when there
 * is none.
 */
export async function verifyChain(tx: Reader, file?: AnchorFile): Promise<string[]> {
  const { links: anchored, faults } = await expectedLinks(tx, file)
  let previous: Buffer = beginning
  let seq = 0
  for (;;) {
    const rows = await tx.rows<{ seq: number; hash: Buffer; text: string | null }>(sql`
      select s.seq, s.hash, case when a.audit_id is null then null else ${canonicalText} end as text
      from audit_seals s left join audit_log a using (tenant_id, audit_id)
      where s.tenant_id = (select current_tenant()) and s.seq > ${seq}
      order by s.seq limit ${batch}`)
    for (const row of rows) {
      if (row.seq !== seq + 1) faults.push(`audit chain: link ${seq + 1} is missing`)
      if (row.text === null) faults.push(`audit chain: the row of link ${row.seq} is missing`)
      else if (!linkOf(previous, row.text).equals(row.hash))
        faults.push(`audit chain: link ${row.seq} does not fit its row`)
      const expected = anchored.get(row.seq)
      if (expected !== undefined && expected !== row.hash.toString('hex'))
        faults.push(`audit chain: link ${row.seq} is not the one that was anchored`)
      previous = row.hash
      seq = row.seq
    }
    if (rows.length < batch) break
  }
  let last = 0
  for (const anchor of anchored.keys()) last = Math.max(last, anchor)
  if (last > seq) faults.push(`audit chain: it ends at link ${seq}, and was anchored at link ${last}`)
  const [lost] = await tx.rows<{ count: number }>(sql`
    select count(*) as count from audit_log a
    where a.tenant_id = (select current_tenant())
      and not exists (select from audit_seals s where s.tenant_id = a.tenant_id and s.audit_id = a.audit_id)
      and not exists (select from audit_unsealed u where u.tenant_id = a.tenant_id and u.audit_id = a.audit_id)`)
  if (lost && lost.count > 0) faults.push(`audit chain: ${lost.count} rows are neither sealed nor waiting to be`)
  return faults
}
