import { sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import type { AnchorFile } from './anchor-file.ts'
import { anchorEnd, mayMoveOn } from './anchors.ts'
import { beginning, canonicalText, linkOf, stateHash } from './link.ts'
import { sentenceOf, verifyAll } from './verify.ts'

/** Rows sealed by one call. */
const batch = 5000

interface Row {
  audit_id: string
  turn: string
  text: string
  state: Buffer | null
}

/**
 * Appends up to `most` waiting rows to this tenant's chain. Returns how many. An advisory lock allows one sealer at a
 * time per tenant.
 */
export async function sealAudit(tx: Tx, most = batch, file?: AnchorFile): Promise<number> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('audit:' || current_tenant()::text, 0))`)
  const waiting = await tx.rows<Row>(sql`
    with batch as materialized (
      select turn, audit_id from audit_unsealed where tenant_id = (select current_tenant()) order by turn, audit_id limit ${most}
    )
    select a.audit_id, b.turn::text, ${canonicalText} as text,
           case when lead(b.turn) over (partition by a.entity, a.entity_id order by b.turn, a.audit_id) is null then ${stateHash} end as state
    from batch b join audit_log a on a.tenant_id = (select current_tenant()) and a.audit_id = b.audit_id
    order by b.turn, a.audit_id`)
  if (waiting.length === 0) return 0
  const head = await tx.row<{ seq: number; hash: Buffer }>(sql`
    select seq, hash from audit_seals where tenant_id = (select current_tenant()) order by seq desc limit 1`)
  const movesOn = await mayMoveOn(tx, head !== undefined)
  let previous: Buffer = head?.hash ?? beginning
  const hashes = waiting.map(({ text, state }) => {
    previous = linkOf(previous, text, state)
    return previous
  })
  const ids = waiting.map((row) => row.audit_id)
  await tx.run(sql`
    insert into audit_seals (seq, audit_id, at, user_id, account_id, entity, action, name_folded, hash, state)
    select ${head?.seq ?? 0} + n, id, a.at, a.user_id, a.account_id, a.entity, a.action, a.name_folded, hash, state
    from unnest(${ids}::uuid[], ${hashes}::bytea[], ${waiting.map(({ state }) => state)}::bytea[])
      with ordinality as sealed (id, hash, state, n)
    join audit_log a on a.tenant_id = (select current_tenant()) and a.audit_id = sealed.id`)
  await tx.run(sql`
    delete from audit_unsealed u using unnest(${waiting.map(({ turn }) => turn)}::timestamptz[], ${ids}::uuid[]) s (turn, id)
    where u.tenant_id = (select current_tenant()) and u.turn = s.turn and u.audit_id = s.id`)
  if (movesOn) await anchorEnd(tx, file)
  return waiting.length
}

/** For readers of the journal: seals what waits, unless another sealer is at work. Returns how many. */
export async function sealForReaders(tx: Tx, file: AnchorFile): Promise<number> {
  const { free } = (await tx.row<{ free: boolean }>(sql`
    select pg_try_advisory_xact_lock(hashtextextended('audit:' || current_tenant()::text, 0)) as free`)) ?? {
    free: false,
  }
  return free ? sealAudit(tx, batch, file) : 0
}

/**
 * Verifies this tenant's chain from its start to its anchors. Returns a message for each fault; an empty list when there
 * is none.
 */
export const verifyChain = async (tx: Reader, file?: AnchorFile): Promise<string[]> =>
  (await verifyAll(tx, file)).map(sentenceOf)
