import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAnchorFile, record, sealAudit, verifyChain } from '../../modules/audit/index.ts'
import { transactionOn } from '../../platform/database/session.ts'
import { newId } from '../../platform/ids.ts'
import { often } from '../../testing/full.ts'
import { network } from '../../testing/network.ts'
import { runPortal } from '../run.ts'

/*
 * Tampering by somebody with full access to the database but without the installation's secret (threats X14). Triggers
 * and row-level security do not stop a superuser; the hash chain, its anchor and the anchors outside the database
 * reveal the change.
 */

const world = await network()
const { db, tenantId } = world
const folder = mkdtempSync(join(tmpdir(), 'trellis-anchors-'))
const file = openAnchorFile(folder)
const inTenant = { tenantId, userId: null, reach: null, clock: null, requestId: null }
const superuser = new pg.Client(world.adminUrl)
await superuser.connect()
afterAll(async () => {
  await superuser.end()
  rmSync(folder, { recursive: true, force: true })
})

const seal = () => db.write(inTenant, (tx) => sealAudit(tx, 5000, file))
const happen = async (times: number) => {
  for (let n = 0; n < times; n++) await db.write(inTenant, (tx) => record(tx, 'import.done', 'import', String(n)))
  await seal()
}
const here = `tenant_id = '${tenantId}'`
interface AnchorRow {
  seq: number
  hash: Buffer
  mac: Buffer
}
const anchor = async () =>
  (await superuser.query<AnchorRow>(`select seq, hash, mac from audit_anchors where ${here}`)).rows[0] as AnchorRow

let older: AnchorRow
let newer: AnchorRow
beforeAll(async () => {
  await happen(6)
  older = await anchor()
  await happen(6)
  newer = await anchor()
})

const verified = (withFile: boolean) => verifyChain(db.read(inTenant), withFile ? file : undefined)

/** The findings after a manipulation, which is rolled back. */
async function afterTampering(work: () => Promise<unknown>, withFile = true): Promise<string[]> {
  await superuser.query('begin')
  try {
    await superuser.query('set local session_replication_role = replica')
    await work()
    await superuser.query('set local role trellis_app')
    await superuser.query(`select set_config('app.tenant', $1, true)`, [tenantId])
    return await verifyChain(transactionOn(superuser, db.shared.keyed), withFile ? file : undefined)
  } finally {
    await superuser.query('rollback')
  }
}
const run = (statement: string, values: unknown[] = []) => superuser.query(statement, values)

/** Deletes the last links of the chain with their audit rows. */
const cutTail = async (from: number) => {
  await run(
    `delete from audit_log where ${here} and audit_id in (select audit_id from audit_seals where ${here} and seq > ${from})`,
  )
  await run(`delete from audit_seals where ${here} and seq > ${from}`)
}

const restoreAnchor = ({ seq, hash, mac }: AnchorRow) =>
  run(`update audit_anchors set seq = $1, hash = $2, mac = $3 where ${here}`, [seq, hash, mac])

/** Recomputes every link from the current rows, as sealing does. */
async function rebuild(): Promise<Buffer> {
  const { rows } = await run(`
    select s.seq, jsonb_build_array(a.audit_id, iso(a.at), a.user_id, a.action, a.entity, a.entity_id, a.before, a.after,
      a.request_id, a.form, a.account_id, a.entity_name)::text as text
    from audit_seals s join audit_log a using (tenant_id, audit_id) where s.${here} order by s.seq`)
  let hash: Buffer = Buffer.alloc(32)
  for (const row of rows) {
    hash = createHash('sha256').update(hash).update(row.text).digest()
    await run(`update audit_seals set hash = $1 where ${here} and seq = $2`, [hash, row.seq])
  }
  return hash
}

const edit = (seq: number) =>
  run(
    `update audit_log set after = '{"edited": true}' where ${here} and audit_id = (select audit_id from audit_seals where ${here} and seq = ${seq})`,
  )

test('an untouched log has no findings', async () => {
  expect(await verified(true)).toEqual([])
  expect(await verified(false)).toEqual([])
})

test.each<[string, () => Promise<unknown>]>([
  ['edits a row', () => edit(3)],
  [
    'deletes a row',
    () =>
      run(
        `delete from audit_log where ${here} and audit_id = (select audit_id from audit_seals where ${here} and seq = 4)`,
      ),
  ],
  [
    'deletes a row with its link',
    async () => {
      await run(
        `delete from audit_log where ${here} and audit_id = (select audit_id from audit_seals where ${here} and seq = 4)`,
      )
      await run(`delete from audit_seals where ${here} and seq = 4`)
    },
  ],
  [
    'swaps two rows',
    async () => {
      const of = (seq: number) => `(select audit_id from audit_seals where ${here} and seq = ${seq})`
      const [third, fourth] = (await run(`select ${of(3)} as third, ${of(4)} as fourth`)).rows.flatMap(Object.values)
      const give = (seq: number, id: string) =>
        run(`update audit_seals set audit_id = $1 where ${here} and seq = ${seq}`, [id])
      await give(3, newId())
      await give(4, third)
      await give(3, fourth)
    },
  ],
  [
    'inserts a row that was never sealed',
    () =>
      run(`
    insert into audit_log (tenant_id, audit_id, action, entity, entity_id) values ('${tenantId}', gen_random_uuid(), 'x', 'x', 'x')`),
  ],
  ['cuts the end with its links', () => cutTail(9)],
  [
    'cuts the end, and its anchor',
    async () => {
      await cutTail(9)
      await run(`delete from audit_anchors where ${here}`)
    },
  ],
  [
    'cuts the end, and moves the anchor there',
    async () => {
      await cutTail(9)
      await run(
        `update audit_anchors a set seq = s.seq, hash = s.hash from audit_seals s where s.${here} and s.seq = 9 and a.${here}`,
      )
    },
  ],
  [
    'cuts the end, and clears the signature',
    async () => {
      await cutTail(9)
      await run(
        `update audit_anchors a set seq = s.seq, hash = s.hash, mac = '' from audit_seals s where s.${here} and s.seq = 9 and a.${here}`,
      )
    },
  ],
  [
    'edits a row and rebuilds the chain',
    async () => {
      await edit(2)
      await rebuild()
    },
  ],
  [
    'edits a row, rebuilds the chain and moves the anchor',
    async () => {
      await edit(2)
      await run(`update audit_anchors set hash = $1 where ${here}`, [await rebuild()])
    },
  ],
])('whoever %s is found, also without the anchors outside', async (_, work) => {
  expect(await afterTampering(work, false)).not.toEqual([])
  expect(await afterTampering(work)).not.toEqual([])
})

test('a log cut back to an old anchor is detected by the anchors outside', async () => {
  const cut = async () => {
    await cutTail(older.seq)
    await restoreAnchor(older)
  }
  expect(await afterTampering(cut, false)).toEqual([])
  expect(await afterTampering(cut)).toEqual([
    `audit chain: it ends at link ${older.seq}, and was anchored at link ${newer.seq}`,
  ])
})

test('removing the whole log with its anchor is detected by the anchors outside', async () => {
  const all = () =>
    run(
      `delete from audit_log where ${here}; delete from audit_seals where ${here}; delete from audit_anchors where ${here}`,
    )
  expect(await afterTampering(all)).not.toEqual([])
})

const manipulations = often(50, 1000)
test(`${manipulations} manipulations are as many findings`, async () => {
  let found = 0
  const tamper = [
    (seq: number) => edit(seq),
    (seq: number) =>
      run(
        `update audit_log set action = action || 'x' where ${here} and audit_id = (select audit_id from audit_seals where ${here} and seq = ${seq})`,
      ),
    (seq: number) => run(`update audit_seals set hash = sha256(hash) where ${here} and seq = ${seq}`),
    (seq: number) => cutTail(seq - 1),
  ]
  for (let n = 0; n < manipulations; n++) {
    const faults = await afterTampering(() => (tamper[n % 4] as (seq: number) => Promise<unknown>)(1 + (n % 12)), false)
    if (faults.length > 0) found += 1
  }
  expect(found).toBe(manipulations)
})

test('after the end was cut, sealing continues and does not anchor the shorter chain', async () => {
  await superuser.query('begin; set local session_replication_role = replica')
  await cutTail(newer.seq - 1)
  await superuser.query('commit')
  await happen(3)
  expect((await anchor()).seq).toBe(newer.seq)
  expect(await verified(false)).toEqual([`audit chain: link ${newer.seq} is not the one that was anchored`])
})

test('a changed line of the anchor file is detected, and a line of another secret is ignored', async () => {
  const [name = ''] = readdirSync(folder)
  const path = join(folder, name)
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, text.replace(`"seq":${older.seq}`, '"seq":5'))
  expect((await file.readMonth(name.slice(0, 7), tenantId, db.shared.keyed)).changed).toEqual([1])
  expect(await verified(true)).toContain(`audit anchors: line 1 of ${name} is not as it was written`)
  writeFileSync(path, text.replace(/"key":"[0-9a-f]+"/g, '"key":"000000000000"'))
  expect(await file.readMonth(name.slice(0, 7), tenantId, db.shared.keyed)).toEqual({ anchors: [], changed: [] })
  writeFileSync(path, text)
})

const env = {
  NODE_ENV: 'test',
  DATABASE_URL: world.databaseUrl,
  DATA_DIR: world.dataDir,
  AUDIT_ANCHORS: folder,
}
const quiet = { stdout: { write: () => true }, stderr: { write: () => true } }
const portal = (...args: string[]) => runPortal(args, env, quiet)

test('an operator who knows why the end differs can anchor it, which the log records', async () => {
  expect(await portal('check', '--tenant', world.tenantCode)).toBe(false)
  expect(await portal('audit', 'anchor', '--tenant', world.tenantCode)).toBe(true)
  expect(await portal('check', '--tenant', world.tenantCode)).toBe(true)
  const { rows } = await superuser.query(`select 1 from audit_log where ${here} and action = 'audit.anchored'`)
  expect(rows).toHaveLength(1)
  await happen(1)
  expect(await verified(true)).toEqual([])
})
