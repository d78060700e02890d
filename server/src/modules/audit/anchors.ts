import { sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import type { Keyed } from '../../platform/secrets.ts'
import { type Anchor, type AnchorFile, macOf } from './anchor-file.ts'

interface Link {
  tenantId: string
  seq: number
  hash: Buffer
}

interface Row extends Link {
  mac: Buffer
  /** Hash of the link with this number in the chain now; null when there is none. */
  current: Buffer | null
}

/** The anchor of this tenant, and the hash of its link now. */
export const findAnchor = (tx: Reader) =>
  tx.row<Row>(sql`
    select a.tenant_id as "tenantId", a.seq, a.hash, a.mac, s.hash as current
    from audit_anchors a left join audit_seals s on s.tenant_id = a.tenant_id and s.seq = a.seq
    where a.tenant_id = (select current_tenant())`)

const findHead = (tx: Reader) =>
  tx.row<Link>(sql`
    select tenant_id as "tenantId", seq, hash from audit_seals
    where tenant_id = (select current_tenant()) order by seq desc limit 1`)

const anchorOf = ({ tenantId, seq, hash }: Link, accepted = false): Anchor => ({
  tenantId,
  seq,
  hash: hash.toString('hex'),
  accepted,
})

export const isSigned = (keyed: Keyed, row: Row): boolean => row.mac.equals(macOf(keyed, anchorOf(row)))

/**
 * Whether the anchor may move to a new end. Only if the current anchor is correctly signed and the chain still contains
 * its link, or if there was no chain before. Otherwise the anchor stays, so that the check finds what was cut off.
 * @param hadLinks whether the chain had links before the ones just sealed
 */
export async function mayMoveOn(tx: Reader, hadLinks: boolean): Promise<boolean> {
  const row = await findAnchor(tx)
  if (row === undefined) return !hadLinks
  return isSigned(tx.keyed, row) && row.current?.equals(row.hash) === true
}

/** Signs the current end of this tenant's chain, in the database and (after the commit) in the file. Returns its number. */
export async function anchorEnd(tx: Tx, file?: AnchorFile, accepted = false): Promise<number> {
  const head = await findHead(tx)
  if (head === undefined) return 0
  const anchor = anchorOf(head, accepted)
  await tx.run(sql`
    insert into audit_anchors (seq, hash, mac) values (${head.seq}, ${head.hash}, ${macOf(tx.keyed, anchorOf(head))})
    on conflict (tenant_id) do update
    set seq = excluded.seq, hash = excluded.hash, mac = excluded.mac, anchored_at = excluded.anchored_at`)
  tx.afterCommit(() => file?.append(anchor, tx.keyed))
  return head.seq
}

/** Signs a valid anchor again with the secret of this transaction, after the installation's secret was changed. */
export async function resignAnchor(tx: Tx, before: Keyed): Promise<void> {
  const row = await findAnchor(tx)
  if (row === undefined || !isSigned(before, row)) return
  await tx.run(sql`
    update audit_anchors set mac = ${macOf(tx.keyed, anchorOf(row))} where tenant_id = (select current_tenant())`)
}
