// npm test: runs everything, even in a fresh clone. Stops at the first stage that fails; the last line counts
// the tests.
import './lib/check-node.mjs'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { bin, root, runNode, say, seconds } from './lib/run.mjs'

const unitResults = join(root, '.build/vitest.json')
const e2eResults = join(root, '.build/e2e.json')

const stages = {
  types: () => runNode('scripts/check-types.mjs', []),
  lint: () => runNode(bin('@biomejs/biome', 'biome'), ['check', '.', '--error-on-warnings']),
  imports: () => runNode('scripts/check-imports.mjs', []),
  unused: () => runNode(bin('knip'), []),
  'unit and integration': () =>
    runNode(bin('vitest'), ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitResults}`]),
  'end to end': async () => {
    await ensureBuilt()
    return runNode(bin('@playwright/test', 'playwright'), ['test', '-c', 'e2e/playwright.config.ts'])
  },
}

await ensureInstalled()
mkdirSync(join(root, '.build'), { recursive: true })
for (const file of [unitResults, e2eResults]) rmSync(file, { force: true })

let code = 0
for (const [name, stage] of Object.entries(stages)) {
  const started = Date.now()
  say(`\n▶ ${name}`)
  code = (await stage()).code
  say(`${code === 0 ? '✓' : '✗'} ${name} (${seconds(started)})`)
  if (code !== 0) break
}

const { passed, failed } = count()
// A stage can fail without a failed test (a type error, a file that cannot be loaded); count that as one
// failure.
process.stdout.write(`\n${passed} passed, ${code !== 0 && failed === 0 ? 1 : failed} failed\n`)
process.exitCode = code

function count() {
  const unit = read(unitResults)
  const e2e = read(e2eResults)?.stats
  return {
    passed: (unit?.numPassedTests ?? 0) + (e2e ? e2e.expected + e2e.flaky : 0),
    failed: (unit?.numFailedTests ?? 0) + (e2e?.unexpected ?? 0),
  }
}

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
