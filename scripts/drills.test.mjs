import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './lib/run.mjs'

const isFull = process.env.FULL === '1'
const twentyMinutes = 1_200_000

test.skipIf(!isFull)(
  'a primary that dies, a recovery to a moment, and tenants that move, lose nothing that was acknowledged (not run where their programs are not installed)',
  () => {
    expect(existsSync(join(root, 'server/dist/main.js')), '`npm run build` comes first').toBe(true)
    for (const drill of ['failover', 'moment', 'moves']) {
      const flags = ['--conditions=source', '--import', 'tsx', 'bench/drill/main.ts', drill, '--extent=quick']
      const answer = run(flags)
      if (!answer.includes('not run.'))
        expect(answer).toContain('Every promise held, and every control found its fault.')
    }
  },
  twentyMinutes,
)

/** What it says, whether it ends well or not. */
function run(flags) {
  try {
    return execFileSync(process.execPath, flags, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  } catch (error) {
    return error.stdout
  }
}
