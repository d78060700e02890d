import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync, statfsSync, unlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { faultsOf, judge } from '../judge.ts'
import { openStage, type Stage } from '../stage.ts'
import { startWriters } from '../writers.ts'
import { type Fault, figuresOf, type Outcome, onStage, times } from './fault.ts'

const megabyte = 1024 * 1024
/** Free space that counts as a full disk: less than PostgreSQL needs for its next WAL segment. */
const leftFree = megabyte

/** Creates a tmpfs of a given size for PostgreSQL. Needs root. */
async function onSmallDisk<T>(megabytes: number, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-drill-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  try {
    return await work(folder)
  } finally {
    execFileSync('umount', [folder])
    rmSync(folder, { recursive: true, force: true })
  }
}

const freeBytes = (folder: string) => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

function fill(folder: string, ballast: string): void {
  const block = Buffer.alloc(megabyte / 4, 1)
  while (freeBytes(folder) > leftFree + block.length) appendFileSync(ballast, block)
}

const health = (stage: Stage) =>
  fetch(`${stage.servers[0]?.url}/health/database`).then(
    ({ status }) => status,
    () => 0,
  )

async function healthBecomes(stage: Stage, status: number): Promise<boolean> {
  for (let tries = 0; tries < 150; tries++) {
    if ((await health(stage)) === status) return true
    await sleep(200)
  }
  return false
}

/** Inserts rows of random text, which cannot be compressed, until PostgreSQL reports a full disk. */
async function exhaust(stage: Stage): Promise<void> {
  await stage.sql('create table if not exists ballast (noise bytea)')
  for (let rows = 0; rows < 400; rows++) {
    const isFull = await stage
      .sql(
        `insert into ballast select decode(string_agg(md5(random()::text), ''), 'hex') from generate_series(1, 20000)`,
      )
      .then(
        () => false,
        () => true,
      )
    if (isFull) return
  }
}

async function fillAndFree(stage: Stage, folder: string, rounds: number): Promise<Outcome> {
  const faults: string[] = []
  const writing = await startWriters(stage)
  await writing.atLeast(50)
  for (let round = 0; round < rounds; round++) {
    const ballast = join(folder, 'ballast')
    fill(folder, ballast)
    await exhaust(stage)
    if (!(await healthBecomes(stage, 503))) faults.push('/health/database says 200 while the disk is full')
    unlinkSync(ballast)
    await stage.sql('drop table ballast')
    await stage.sql('checkpoint')
    if (!(await healthBecomes(stage, 200))) faults.push('/health/database does not recover')
    await writing.atLeast(20)
  }
  const journal = await writing.stop()
  const verdict = await judge(stage, journal)
  return {
    figures: [`${rounds} times full`, ...figuresOf(journal, verdict.acknowledged)],
    faults: [...faults, ...faultsOf(verdict, journal, stage.deaths())],
  }
}

export const diskFull: Fault = {
  name: 'disk-full',
  what: "PostgreSQL's disk is full while orders are created and approved, and is freed again",
  async run(extent) {
    if (process.getuid?.() !== 0) return { figures: ['not run: only root can make a small disk'], faults: [] }
    return onSmallDisk(400, (folder) =>
      onStage(
        openStage,
        { clusterDir: join(folder, 'cluster'), settings: ["max_wal_size = '96MB'", "min_wal_size = '32MB'"] },
        (stage) => fillAndFree(stage, folder, times(extent, [1, 2, 5])),
      ),
    )
  },
  control: () =>
    onStage(openStage, { servers: 1 }, async (stage) => {
      const writing = await startWriters(stage, { writers: 1 })
      await writing.atLeast(5)
      const journal = await writing.stop()
      journal.created.set('never kept', 'never kept')
      const { lost } = await judge(stage, journal)
      return { what: 'an acknowledged order that is not in the database', found: lost > 0 ? ['a lost order'] : [] }
    }),
}
