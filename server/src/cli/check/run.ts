import { type AnchorFile, verifyChain } from '../../modules/audit/index.ts'
import { verifyKeyHashes } from '../../modules/licenses/index.ts'
import type { Database } from '../../platform/database/database.ts'
import { openSession } from '../../platform/database/session.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { auditSearchInvariants } from './audit-search.ts'
import { certificationInvariants } from './certifications.ts'
import { dealInvariants } from './deals.ts'
import { externalIdInvariants } from './external-ids.ts'
import { fileInvariants, objectsInvariant, verifyObjects } from './files.ts'
import { importInvariants } from './imports.ts'
import type { Invariant } from './invariant.ts'
import { licenseInvariants } from './licenses.ts'
import { listInvariants } from './lists.ts'
import { mailInvariants } from './mails.ts'
import { networkInvariants } from './network.ts'
import { numberInvariants } from './numbers.ts'
import { orderInvariants } from './orders.ts'
import { peopleInvariants } from './people.ts'
import { priceInvariants } from './prices.ts'
import { stateInvariants } from './states.ts'
import { stockInvariants } from './stock.ts'
import { sumInvariants } from './sums.ts'
import { textInvariants } from './texts.ts'

export const invariants: Invariant[] = [
  ...networkInvariants,
  ...peopleInvariants,
  ...priceInvariants,
  ...stockInvariants,
  ...orderInvariants,
  ...externalIdInvariants,
  ...fileInvariants,
  ...certificationInvariants,
  ...dealInvariants,
  ...numberInvariants,
  ...sumInvariants,
  ...auditSearchInvariants,
  ...licenseInvariants,
  ...listInvariants,
  ...textInvariants,
  ...mailInvariants,
  ...importInvariants,
  ...stateInvariants,
]

export interface Finding {
  invariant: string
  /** Number of violations. */
  count: number
  /** The first violations, in words. */
  examples: string[]
}

export interface Checked {
  invariants: number
  findings: Finding[]
}

const keysInvariant = 'every serial key is found by its hash'
const auditInvariant = 'the audit log is as it was written'
const maximumExamples = 20

/** What the rows are compared with. */
interface Outside {
  anchors?: AnchorFile | undefined
  /** The store of the files; without it their objects are not checked. */
  storage?: Storage | undefined
  /** Whether to read every object, instead of only asking for its size. */
  contents?: boolean
}

/** Checks every invariant on one tenant's raw rows, in one snapshot, and returns the violations. */
export async function checkTenant(db: Database, tenantId: string, outside: Outside = {}): Promise<Checked> {
  const session = await openSession(db, tenantId, { mode: 'look' })
  try {
    return await session.transaction((tx) => checkRows(tx, outside))
  } finally {
    await session.close()
  }
}

/** The same in an open transaction of the tenant. */
export async function checkRows(tx: Reader, { anchors, storage, contents = false }: Outside = {}): Promise<Checked> {
  const findings: Finding[] = []
  const add = (invariant: string, broken: string[]) => {
    if (broken.length > 0)
      findings.push({ invariant, count: broken.length, examples: broken.slice(0, maximumExamples) })
  }
  for (const invariant of invariants) {
    const finding = await find(tx, invariant)
    if (finding) findings.push(finding)
  }
  add(keysInvariant, await verifyKeyHashes(tx))
  add(auditInvariant, await verifyChain(tx, anchors))
  if (storage) add(objectsInvariant, await verifyObjects(tx, storage, { contents }))
  return { invariants: invariants.length + (storage ? 3 : 2), findings }
}

async function find(tx: Reader, { name, broken }: Invariant): Promise<Finding | null> {
  const rows = await tx.rows<{ what: string; count: number }>(sql`
    select what, count(*) over () as count from (${broken}) b order by what limit ${maximumExamples}`)
  const count = rows[0]?.count ?? 0
  return count === 0 ? null : { invariant: name, count, examples: rows.map(({ what }) => what) }
}
