import type { Stage } from './stage.ts'
import type { Journal } from './writers.ts'

export interface Verdict {
  acknowledged: number
  /** Acknowledged writes that the database does not have. */
  lost: number
  /** References that exist more than once. */
  doubled: number
  /** Approvals that did not move stock exactly once. */
  wronglyMoved: number
  /** Orders that no client sent. */
  phantoms: number
  /** Invariants of `portal check` that do not hold. */
  broken: string[]
}

interface Kept {
  ref: string
  id: string
  status: string
  moves: number
}

/** Compares what the clients were told with the rows in the database. */
export async function judge(stage: Stage, journal: Journal, flags: string[] = []): Promise<Verdict> {
  const rows = await stage.sql<Kept>(`
    select o.ref_code as ref, o.order_id as id, o.status::text as status,
           (select count(*) from stock_movements m
            where m.tenant_id = o.tenant_id and m.order_id = o.order_id and m.account_id = o.buyer_id)::int as moves
    from orders o where o.ref_code is not null`)
  const kept = new Map<string, Kept[]>()
  for (const row of rows) kept.set(row.ref, [...(kept.get(row.ref) ?? []), row])
  const has = (ref: string, id: string) => kept.get(ref)?.some((row) => row.id === id) ?? false
  const settledOnce = (ref: string) => {
    const [row] = kept.get(ref) ?? []
    return row?.status === 'approved' && row.moves === 1
  }
  return {
    acknowledged: journal.created.size + journal.approved.size,
    lost: [...journal.created].filter(([ref, id]) => !has(ref, id)).length,
    doubled: [...kept.values()].filter((same) => same.length > 1).length,
    wronglyMoved: [...journal.approved].filter((ref) => kept.has(ref) && !settledOnce(ref)).length,
    phantoms: [...kept.keys()].filter((ref) => !journal.sent.has(ref)).length,
    broken: await stage.check(...flags),
  }
}

/** The promises that were broken, as sentences; empty when all were kept. */
export function faultsOf(verdict: Verdict, journal: Journal, deaths: number): string[] {
  const { lost, doubled, wronglyMoved, phantoms, broken } = verdict
  return [
    lost > 0 && `${lost} acknowledged orders are lost`,
    doubled > 0 && `${doubled} orders exist more than once`,
    wronglyMoved > 0 && `${wronglyMoved} approvals moved stock not exactly once`,
    phantoms > 0 && `${phantoms} orders were written by nobody`,
    deaths > 0 && `${deaths} server processes ended by themselves`,
    journal.withoutRetryAfter > 0 && `${journal.withoutRetryAfter} answers 503 without Retry-After`,
    ...[...journal.unexpected].map(([what, count]) => `${count} answers ${what}`),
    ...broken,
  ].filter((fault) => typeof fault === 'string')
}
