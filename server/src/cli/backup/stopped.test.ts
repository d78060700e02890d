// @module-tag long
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { isAlive } from '../../platform/database/embedded-lock.ts'
import { network } from '../../testing/network.ts'
import { operatorOf } from '../../testing/operator.ts'
import { builtProgram } from '../../testing/programs.ts'

/* A signal in the middle of a backup or its proof, as the timer's unit or Ctrl-C gives it. */

const world = await network()
const folder = mkdtempSync(join(tmpdir(), 'trellis-stopped-'))
afterAll(async () => {
  await lock.end()
  rmSync(folder, { recursive: true, force: true })
})
const file = join(folder, 'whole.backup')
const lock = new pg.Client({ connectionString: world.adminUrl })

/** Ends the command as soon as there is what `find` looks for. */
async function stoppedAt<T>(args: string[], find: () => T | undefined): Promise<{ code: number; found: T }> {
  const env = {
    ...{ PATH: process.env.PATH, TMPDIR: folder, NODE_ENV: 'test' },
    ...{ DATABASE_URL: world.adminUrl, DATA_DIR: world.dataDir },
  }
  const child = spawn(process.execPath, [await builtProgram('cli/portal.js'), ...args], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk) => (said += chunk))
  const exited = once(child, 'exit')
  for (;;) {
    const found = find()
    if (found !== undefined) {
      child.kill('SIGTERM')
      return { code: (await exited)[0], found }
    }
    if (child.exitCode !== null) throw new Error(`It ended before it was stopped: ${said}`)
    await sleep(10)
  }
}

const proofs = () => readdirSync(folder).filter((name) => name.startsWith('trellis-proof-'))

/** The process of the database in which the backup is proved. */
function proving(): number | undefined {
  try {
    const [pid] = readFileSync(join(folder, proofs()[0] ?? '', 'postgres/postmaster.pid'), 'utf8').split('\n')
    // The file is there before its text.
    return Number(pid) || undefined
  } catch {
    return undefined
  }
}

test('a proof that is stopped leaves neither its database nor a copy of the data', async () => {
  expect(await operatorOf(world)('backup', file)).toMatchObject({ isDone: true })
  const { code, found } = await stoppedAt(['backup', 'prove', file], proving)
  expect(code).toBe(143)
  expect({ proofs: proofs(), isRunning: isAlive(found) }).toEqual({ proofs: [], isRunning: false })
})

test('a backup that is stopped leaves nothing, and the same command works again', async () => {
  const again = join(folder, 'again.backup')
  const part = () => readdirSync(folder).find((name) => name === 'again.backup.part')
  await lock.connect()
  await lock.query('begin; lock table users')
  expect((await stoppedAt(['backup', again], part)).code).toBe(143)
  await lock.query('rollback')
  expect(part()).toBeUndefined()
  expect(await operatorOf(world)('backup', again)).toMatchObject({ isDone: true })
})
