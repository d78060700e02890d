import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Connection, type Embedded, startDurable } from '../../../server/src/testing/durable.ts'
import { portalProgram } from '../../product.ts'
import { faultsOf, judge } from '../judge.ts'
import { openStage, type Stage } from '../stage.ts'
import { startWriters } from '../writers.ts'
import { type Fault, figuresOf, times } from './fault.ts'

/** What the issue of a move promises: milliseconds for which its writes wait. */
const longestPause = 2_000

interface Scene {
  stage: Stage
  /** The superusers of both primaries, by name. */
  admins: Record<'main' | 'north', string>
}

/** Two portals on two primaries, both with the log that logical replication needs. */
async function onScene<T>(work: (scene: Scene) => Promise<T>): Promise<T> {
  const home = mkdtempSync(join(tmpdir(), 'trellis-moves-'))
  const running: Embedded[] = []
  try {
    for (const name of ['main', 'north']) {
      const folder = join(home, name)
      const first = await startDurable(folder)
      // The included PostgreSQL has no standbys, so it hands nothing out.
      for (const setting of ['wal_level = logical', 'max_wal_senders = 10'])
        await ask(first.adminUrl, `alter system set ${setting}`)
      await first.stop()
      running.push(await startDurable(folder))
    }
    const [main, north] = running
    if (main === undefined || north === undefined) throw new Error('There are two primaries')
    const env = {
      DATABASE_PRIMARIES: `north=${north.adminUrl}`,
      DATABASE_DIRECT_URL: main.adminUrl,
      DEFAULT_TENANT: 'verdant',
    }
    const stage = await openStage({
      database: { url: main.url, adminUrl: main.adminUrl, stop: async () => undefined },
      env,
    })
    try {
      return await work({ stage, admins: { main: main.adminUrl, north: north.adminUrl } })
    } finally {
      await stage.close()
    }
  } finally {
    for (const each of running) await each.stop()
    rmSync(home, { recursive: true, force: true })
  }
}

async function ask<T>(url: string, text: string, values: unknown[] = []): Promise<T[]> {
  const client = new Connection({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text, values)).rows as T[]
  } finally {
    await client.end()
  }
}

/** Undefined while it lives in neither: between the two, after a mover has died there. */
async function residence({ admins, stage }: Scene): Promise<'main' | 'north' | undefined> {
  for (const name of ['main', 'north'] as const) {
    const [row] = await ask<{ is: string | null }>(admins[name], 'select residence_of($1) as is', [stage.tenantId])
    if (row?.is === 'here') return name
  }
  return undefined
}

/** The orders are judged where the tenant is. */
const stageAt = async (scene: Scene): Promise<Stage> => {
  const url = scene.admins[(await residence(scene)) ?? 'main']
  return { ...scene.stage, sql: (text, values) => ask(url, text, values) }
}

const otherOf = (name: 'main' | 'north' | undefined) => (name === 'main' ? 'north' : 'main')

/** Begins a move and kills its command somewhere on the way. */
async function killMover({ stage }: Scene, to: string, after: number): Promise<void> {
  const args = [portalProgram, 'tenant', 'move', stage.tenantCode, '--to', to]
  const child = spawn(process.execPath, args, { env: stage.portalEnvironment, stdio: 'ignore' })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  await Promise.race([sleep(after), ended])
  child.kill('SIGKILL')
  await ended
}

export const moves: Fault = {
  name: 'moves',
  what: 'a tenant moved between two primaries while its orders are created and approved, and every third mover killed',
  run: (extent) =>
    onScene(async (scene) => {
      const { stage } = scene
      const rounds = times(extent, [3, 10, 20])
      const writing = await startWriters(stage)
      await writing.atLeast(50)
      const pauses: number[] = []
      const faults: string[] = []
      let killed = 0
      for (let round = 0; round < rounds; round++) {
        const to = otherOf(await residence(scene))
        const move = () => stage.portal('tenant', 'move', stage.tenantCode, '--to', to)
        if (round % 3 === 2) {
          await killMover(scene, to, 500 + Math.random() * 4_000)
          killed += 1
          // It completes or undoes what the dead one has left, and moves; where nothing was left to do it says so.
          await move().catch(() => undefined)
        } else {
          const { pauseMilliseconds } = await move()
          const pause = Number(pauseMilliseconds)
          if (!(pause <= longestPause)) faults.push(`a pause of ${pauseMilliseconds} ms`)
          pauses.push(pause)
        }
        if ((await residence(scene)) !== to) faults.push(`the tenant is not in ${to}`)
        await writing.atLeast(20)
      }
      const journal = await writing.stop()
      const verdict = await judge(await stageAt(scene), journal)
      pauses.sort((one, other) => one - other)
      return {
        figures: [
          `${rounds} moves, ${killed} movers killed before one of them`,
          `pauses of ${Math.round(pauses[0] ?? 0)} to ${Math.round(pauses.at(-1) ?? 0)} ms`,
          ...figuresOf(journal, verdict.acknowledged),
        ],
        faults: [...faults, ...faultsOf(verdict, journal, stage.deaths())],
      }
    }),
  control: () =>
    onScene(async (scene) => {
      const { stage, admins } = scene
      for (const url of Object.values(admins))
        await ask(
          url,
          `create or replace function enter_tenant(tenant uuid) returns void language plpgsql strict as $$ begin end $$`,
        )
      const writing = await startWriters(stage)
      await writing.atLeast(50)
      await stage.portal('tenant', 'move', stage.tenantCode, '--to', 'north').catch(() => undefined)
      await sleep(1_000)
      const journal = await Promise.race([writing.stop().catch(() => writing.journal), sleep(30_000, writing.journal)])
      const verdict = await judge(await stageAt(scene), journal)
      return {
        what: 'primaries without the fence, which take writes of a tenant that has moved',
        found: faultsOf(verdict, journal, stage.deaths()),
      }
    }),
}
