// npm run mutate: applies one mutation at a time to a temporary copy of the sources, runs the nearest tests, then those
// farther away, and lists the mutations that no test detects. By default it mutates the lines changed since the merge base
// with main; --files a,b mutates whole files.
import './lib/check-node.mjs'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { changedLines, mutable } from './lib/changed.mjs'
import { copyOfTree } from './lib/copy.mjs'
import { mutated, mutationsOf } from './lib/mutations.mjs'
import { nearestTests } from './lib/nearest-tests.mjs'
import { bin, root, runNode, say, seconds } from './lib/run.mjs'

const { values: asked } = parseArgs({
  options: {
    base: { type: 'string' },
    files: { type: 'string' },
    most: { type: 'string', default: '20' },
    minutes: { type: 'string', default: '15' },
    strict: { type: 'boolean', default: false },
  },
})
const until = Date.now() + Number(asked.minutes) * 60_000
const found = asked.files
  ? asked.files.split(',').flatMap((file) => inFile(file))
  : changedLines(asked.base).flatMap(inLines)
const chosen = sample(found, Number(asked.most))
if (chosen.length === 0) {
  say(
    'Nothing to mutate: no changed line of a .ts or .sql file that is neither test nor migration. See --files and --base.',
  )
  process.exit()
}

const copy = copyOfTree()
const survivors = []
const unheld = []
const patience = new Map()
let tried = 0
for (const mutation of chosen) {
  const { file, line, before, after } = mutation
  const groups = nearestTests(file)
  if (groups.length === 0) {
    unheld.push(mutation)
    continue
  }
  if (Date.now() > until) break
  tried += 1
  let isDetected = false
  for (const tests of groups) isDetected ||= await detects(tests, mutation)
  if (!isDetected) survivors.push(mutation)
  say(`${isDetected ? 'detected' : 'survived'} ${file}:${line}  ${before}  →  ${after}`)
}

for (const file of new Set(unheld.map((mutation) => mutation.file)))
  say(`${file}: no unit or integration test was found for it`)
say(`\n${tried} of ${found.length} mutations tried, ${tried - survivors.length} detected, ${survivors.length} survived`)
for (const { file, line, before, after } of survivors) {
  process.stdout.write(`${file}:${line}\n  - ${before}\n  + ${after}\n`)
}
process.exitCode = asked.strict && survivors.length > 0 ? 1 : 0

function inFile(file) {
  const text = readFileSync(join(root, file), 'utf8')
  return mutationsOf(text, file.endsWith('.sql') ? 'sql' : 'ts').map((mutation) => ({ file, ...mutation }))
}

function inLines({ file, lines }) {
  return mutable(file) ? inFile(file).filter(({ line }) => lines.has(line)) : []
}

/** At most `most` mutations, spread evenly so that every file is represented. */
function sample(all, most) {
  if (all.length <= most) return all
  return Array.from({ length: most }, (_, n) => all[Math.floor(((n + 0.5) * all.length) / most)])
}

/** Whether one of the tests fails with the mutation. */
async function detects(tests, mutation) {
  await expectGreen(tests)
  const path = join(copy, mutation.file)
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, mutated(text, mutation))
  const { code, output } = await run(tests, patience.get(tests.join()))
  writeFileSync(path, text)
  if (code !== 0 && code < 128 && !/\bFAIL\b/.test(output)) giveUp(output, 'The tests could not be run')
  return code !== 0
}

/** Checks that the tests pass without a mutation, and derives the timeout for mutations that cause an endless loop. */
async function expectGreen(tests) {
  if (patience.has(tests.join())) return
  const started = Date.now()
  const { code, output } = await run(tests)
  if (code !== 0) giveUp(output, 'These tests fail without any mutation')
  say(`${tests.length} test files pass in ${seconds(started)}: ${tests.join(' ')}`)
  patience.set(tests.join(), Math.max(120_000, 5 * (Date.now() - started)))
}

function giveUp(output, why) {
  say(`${output.trimEnd()}\n\n${why}.`)
  process.exit(2)
}

function run(tests, timeout) {
  const args = ['run', '--bail=1', '--reporter=dot', ...tests]
  return runNode(bin('vitest'), args, { quiet: true, cwd: copy, env: { CI: '1' }, what: 'the tests', timeout })
}
