// @module-tag long
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { root } from './run.mjs'

const folder = mkdtempSync(join(tmpdir(), 'trellis-scripts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function start(args, env = {}) {
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, detached: true })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  return { child, exited: once(child, 'exit'), said: () => said }
}

const isAlive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

// Behaves like npm on Ctrl-C: it ignores the signal, and so does the script that it runs.
const stubborn = join(folder, 'stubborn.mjs')
writeFileSync(
  stubborn,
  `import { spawn } from 'node:child_process'
   for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
   if (process.argv[2] === 'child') { process.stderr.write('child ' + process.pid + '\\n') }
   else spawn(process.execPath, [process.argv[1], 'child'], { stdio: ['ignore', 'inherit', 'inherit'] })
   setInterval(() => {}, 1000)`,
)
const install = join(folder, 'install.mjs')
writeFileSync(
  install,
  `import { runNode, say } from ${JSON.stringify(join(root, 'scripts/lib/run.mjs'))}
   import { readFileSync } from 'node:fs'
   const running = runNode(${JSON.stringify(stubborn)}, [], { quiet: true, what: 'the installation' })
   say('started')
   await running
   say('went on')`,
)

// Each waits for the grace of two seconds.
test.concurrent.for([
  { how: 'Ctrl-C once', signals: ['SIGINT'], group: true },
  { how: 'Ctrl-C three times', signals: ['SIGINT', 'SIGINT', 'SIGINT'], group: true },
  { how: 'SIGTERM', signals: ['SIGTERM'], group: false },
  { how: 'SIGHUP and SIGTERM', signals: ['SIGHUP', 'SIGTERM'], group: false },
])(
  '$how during an installation ends npm and its child processes, and says what was stopped',
  async ({ signals, group }, { expect }) => {
    const { child, exited, said } = start([install])
    await expect.poll(said).toContain('started')
    const below = () => childrenOf(child.pid)
    await expect.poll(async () => (await below()).length).toBe(2)
    const pids = await below()
    for (const signal of signals) process.kill(group ? -child.pid : child.pid, signal)
    const [code] = await exited
    expect(code).toBeGreaterThan(128)
    expect(said()).toContain('Stopping the installation …')
    expect(said()).not.toContain('went on')
    await expect.poll(() => pids.filter(isAlive)).toEqual([])
  },
)

/** The ids of all processes below a process. */
async function childrenOf(pid) {
  const ps = spawn('ps', ['-A', '-o', 'pid=,ppid='])
  let text = ''
  ps.stdout.on('data', (chunk) => (text += chunk))
  await once(ps, 'close')
  const rows = text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const found = []
  for (let above = [pid]; above.length > 0; ) {
    above = rows.filter(([, parent]) => above.includes(parent)).map(([id]) => id)
    found.push(...above)
  }
  return found
}

test('a port in use is reported, with a solution, before anything is installed or built', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address()
  const { exited, said } = start([join(root, 'scripts/start.mjs')], { PORT: String(port), HOST: '' })
  const [code] = await exited
  taken.close()
  expect(code).toBe(1)
  expect(said()).toMatch(
    new RegExp(
      `^Port ${port} of 127\\.0\\.0\\.1 is in use by another program\\. Choose another one: PORT=\\d+ npm start\n$`,
    ),
  )
})
