import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { withLock } from '../platform/database/embedded-lock.ts'

/*
 * Programs that tests start as processes of their own are those of `npm run build`: they start in a fifth of the processor time
 * that their sources take, and are what people run. What has changed since is built first.
 */

const root = fileURLToPath(new URL('../../..', import.meta.url))
let building: Promise<void> | undefined

async function build(): Promise<void> {
  await mkdir(`${root}.build`, { recursive: true })
  await withLock(
    `${root}.build/server.lock`,
    async () => {
      // Not the command: it would install what has changed of the dependencies under the tests that run.
      const script = `await (await import('./scripts/lib/build.mjs')).ensureBuilt(['contract', 'server'])`
      const env = { ...process.env, NODE_OPTIONS: '' }
      await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], { cwd: root, env })
    },
    600_000,
  )
}

/** The path of a built program, for example `main.js`. */
export async function builtProgram(name: 'main.js' | 'cli/portal.js'): Promise<string> {
  building ??= build()
  await building
  return `${root}server/dist/${name}`
}
