// npm run test:near: format, types and the tests nearest to what has changed since the merge base with main, or since --base REF.
// For between two runs of the whole check, which `npm test` is; it runs no journeys.
import './lib/check-node.mjs'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { changedFiles } from './lib/changed.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { testsNear, workspacesOf } from './lib/near.mjs'
import { bin, root, runNode, say } from './lib/run.mjs'

const { values: asked } = parseArgs({ options: { base: { type: 'string' } } })
await ensureInstalled()
const changed = changedFiles(asked.base).filter((file) => existsSync(join(root, file)))
const tests = testsNear(changed)
say(`${changed.length} files changed, ${tests.length} files of tests are near.`)
if (changed.length === 0) process.exit()

const steps = [
  [bin('@biomejs/biome', 'biome'), ['check', '--error-on-warnings', '--no-errors-on-unmatched', ...changed]],
  ['scripts/check-types.mjs', workspacesOf(changed)],
  // What every change may break: citations, places, generated files.
  [bin('vitest'), ['run', '--project=scripts']],
  [bin('vitest'), tests.length > 0 ? ['run', ...tests] : []],
]
for (const [script, args] of steps) {
  if (args.length === 0) continue
  const { code } = await runNode(script, args, { byLine: true })
  if (code !== 0) process.exit(code)
}
