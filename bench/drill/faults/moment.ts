import { cpSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Archived, missingForRecovery, startArchived } from '../archived.ts'
import { startBusiness } from '../business.ts'
import { faultsOf, judge } from '../judge.ts'
import { openStage, type Stage } from '../stage.ts'
import { startWriters } from '../writers.ts'
import type { Fault, Outcome } from './fault.ts'

async function onScene<T>(work: (database: Archived, stage: Stage) => Promise<T>): Promise<T> {
  const database = await startArchived()
  const stage = await openStage({ servers: 1, database }).catch(async (error: unknown) => {
    await database.stop()
    throw error
  })
  try {
    return await work(database, stage)
  } finally {
    await stage.close()
  }
}

/** Writes of every kind until `orders` are acknowledged. */
async function write(stage: Stage, orders: number) {
  const through = stage.servers[0]?.url ?? ''
  const writing = await startWriters(stage, { through })
  const business = await startBusiness(stage, through)
  await writing.atLeast(orders)
  const journal = await writing.stop()
  await business.stop()
  return { journal, business }
}

const now = async (stage: Stage) =>
  (await stage.sql<{ at: string }>('select clock_timestamp()::text as at'))[0]?.at ?? ''

/** The chain is signed every minute, and anchored outside the database. */
async function sealed(stage: Stage): Promise<void> {
  for (;;) {
    const [row] = await stage.sql<{ count: number }>('select count(*)::int as count from audit_unsealed')
    if (row?.count === 0) return
    await sleep(500)
  }
}

const objectOf = (folder: string, stage: Stage, file: string) => join(folder, stage.tenantId, 'files', file)

async function recoverAndCheck(database: Archived, stage: Stage): Promise<Outcome> {
  const before = await write(stage, 100)
  await database.copy()
  const [files, copied] = [join(stage.dataDir, 'files'), join(stage.dataDir, 'files.copy')]
  cpSync(files, copied, { recursive: true })
  const more = await write(stage, 100)
  const moment = await now(stage)
  await sleep(10)

  // What should not have been: writes, and a file that is deleted, whose object goes an hour later.
  const after = await write(stage, 50)
  const deleted = before.business.uploads()[0] ?? ''
  const headers = await stage.headersOf('nordico')
  const { 'content-type': _, ...bare } = headers
  const gone = await fetch(`${stage.servers[0]?.url}/api/v1/files/${deleted}`, { method: 'DELETE', headers: bare })
  if (!gone.ok) throw new Error(`The file was not deleted: ${await gone.text()}`)
  rmSync(objectOf(files, stage, deleted))
  await sealed(stage)

  await stage.stopServer(0)
  const begun = performance.now()
  await database.recover(moment)
  const seconds = (performance.now() - begun) / 1000
  const told = await stage.check('--contents')
  cpSync(objectOf(copied, stage, deleted), objectOf(files, stage, deleted))
  for (const tenant of ['verdant', 'canary']) await stage.portal('audit', 'anchor', '--tenant', tenant)
  await stage.startServer(0)

  const verdicts = [await judge(stage, before.journal, ['--contents']), await judge(stage, more.journal)]
  const comparisons = [await before.business.compare(), await more.business.compare()]
  const kept = comparisons.reduce(
    (sum, { found }) => sum + found,
    verdicts.reduce((sum, each) => sum + each.acknowledged, 0),
  )
  const undone = await judge(stage, after.journal)
  const { found: stayed } = await after.business.compare()
  const isLate = undone.lost < after.journal.created.size || stayed > 0
  const expected = [
    /^(verdant|canary): the audit log is as it was written/,
    /^verdant: every file has its object, of the size and content that were uploaded/,
  ]
  const unexpected = told.filter((finding) => !expected.some((each) => each.test(finding)))
  const unsaid = expected.filter((each) => !told.some((finding) => each.test(finding)))
  const again = await write(stage, 20)
  const afterwards = await judge(stage, again.journal)
  return {
    figures: [
      `${kept} writes before the moment are there, ${undone.acknowledged} orders and approvals after it are not`,
      `recovered in ${seconds.toFixed(1)} s; portal check said: ${told.join('; ')}`,
      `then the file's object was copied back and the end of each audit log confirmed`,
    ],
    faults: [
      ...unexpected.map((finding) => `unexpected: ${finding}`),
      ...unsaid.map((each) => `portal check did not say ${each.source}`),
      ...(isLate ? ['writes after the moment are there'] : []),
      ...verdicts.flatMap((verdict) => faultsOf({ ...verdict, phantoms: 0 }, before.journal, stage.deaths())),
      ...comparisons.flatMap(({ faults }) => faults),
      ...faultsOf({ ...afterwards, phantoms: 0 }, again.journal, stage.deaths()),
      ...(existsSync(objectOf(files, stage, deleted)) ? [] : ['the object that was copied back is gone']),
    ],
  }
}

export const moment: Fault = {
  name: 'moment',
  what: 'recovery of the database to a moment before a mistake, with files and audit anchors that are later',
  missing: missingForRecovery,
  run: () => onScene(recoverAndCheck),
  control: () =>
    onScene(async (database, stage) => {
      await database.copy()
      const early = await now(stage)
      await sleep(10)
      const { journal } = await write(stage, 20)
      await stage.stopServer(0)
      await database.recover(early)
      const { lost } = await judge(stage, journal)
      return { what: 'the moment is too early', found: lost > 0 ? [`${lost} lost orders`] : [] }
    }),
}
