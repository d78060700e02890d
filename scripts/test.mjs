// npm test: the check of ten minutes, even in a fresh clone: everything but long tests (decision 194). `npm run test:all` runs
// these too, and FULL=1 also what CONTRIBUTING lists under "The full run". Stops after the first group of stages in which one
// fails; the last line counts the tests.
import './lib/check-node.mjs'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { slowestFiles } from './lib/durations.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { bin, root, runNode, say, seconds } from './lib/run.mjs'

const results = (name) => join(root, '.build', `${name}.json`)
const byLine = { byLine: true, env: process.stdout.isTTY ? { FORCE_COLOR: '1' } : {} }
const withLong = process.argv.includes('--all') || process.env.FULL === '1'
const fast = ['contract', 'device', 'client', 'web', 'scripts']

const stages = {
  types: () => quietly('scripts/check-types.mjs', []),
  lint: () => quietly(bin('@biomejs/biome', 'biome'), ['check', '.', '--error-on-warnings']),
  imports: () => quietly('scripts/check-imports.mjs', []),
  unused: () => quietly(bin('knip'), []),
  build: () => quietly('scripts/build.mjs', ['--stale']),
  'fast tests': () => vitest('fast', fast),
  'server tests': () => vitest('server', ['server', ...(withLong ? ['server, many rows'] : [])]),
  'end to end': () =>
    runNode(
      bin('@playwright/test', 'playwright'),
      ['test', '-c', 'e2e/playwright.config.ts', ...(withLong ? [] : ['--grep-invert=@long'])],
      byLine,
    ),
}

/**
 * Stages of a group run side by side, each list of a group one after the other: two lists keep two cores busy, and so do the three
 * workers of the server's tests and of the journeys.
 */
const groups = [
  [
    ['types', 'lint', 'imports'],
    ['build', 'fast tests', 'unused'],
  ],
  [['server tests', 'end to end']],
]

await ensureInstalled()
mkdirSync(join(root, '.build'), { recursive: true })
for (const name of ['fast', 'server', 'e2e']) rmSync(results(name), { force: true })

const started = Date.now()
const times = []
let code = 0
for (const group of groups) {
  const codes = await Promise.all(group.map(runInOrder))
  code = codes.find((each) => each !== 0) ?? 0
  if (code !== 0) break
}

say(`\nStages: ${times.join(', ')}; in all ${seconds(started)}`)
const slowest = slowestFiles([read(results('fast')), read(results('server'))], read(results('e2e')), root).slice(0, 10)
if (slowest.length > 0) say('The ten slowest files:')
for (const { file, milliseconds } of slowest) say(`  ${(milliseconds / 1000).toFixed(1).padStart(6)} s  ${file}`)

const { passed, failed } = count()
// A stage can fail without a failed test (a type error, a file that cannot be loaded); count that as one
// failure.
process.stdout.write(`\n${passed} passed, ${code !== 0 && failed === 0 ? 1 : failed} failed\n`)
process.exitCode = code

/** Runs stages until one fails; returns its exit code, or 0. */
async function runInOrder(names) {
  for (const name of names) {
    const began = Date.now()
    say(`▶ ${name}`)
    const result = await stages[name]()
    say(`${result.code === 0 ? '✓' : '✗'} ${name} (${seconds(began)})`)
    times.push(`${name} ${seconds(began)}`)
    if (result.code !== 0) return result.code
  }
  return 0
}

/** Prints the output of a stage only when it fails, because stages that run side by side would mix theirs. */
async function quietly(script, args) {
  const result = await runNode(script, args, { quiet: true })
  if (result.code !== 0) say(result.output.trimEnd())
  return result
}

function vitest(name, projects) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${results(name)}`]
  const chosen = projects.map((project) => `--project=${project}`)
  const without = withLong ? [] : ['--tags-filter=!long']
  // Files whose tests are all long are not even loaded (vitest.config.ts).
  const env = { ...byLine.env, ...(withLong ? {} : { WITHOUT_LONG: '1' }) }
  return runNode(bin('vitest'), ['run', ...reporters, ...without, ...chosen], { ...byLine, env })
}

function count() {
  const units = ['fast', 'server'].map((name) => read(results(name)))
  const e2e = read(results('e2e'))?.stats
  const sum = (numbers) => numbers.reduce((total, number) => total + (number ?? 0), 0)
  return {
    passed: sum([...units.map((unit) => unit?.numPassedTests), e2e?.expected, e2e?.flaky]),
    failed: sum([...units.map((unit) => unit?.numFailedTests), e2e?.unexpected]),
  }
}

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
