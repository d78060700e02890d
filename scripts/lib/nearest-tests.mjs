import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { importsOf } from './imports.mjs'
import { root } from './run.mjs'

const most = 12
const floors = ['contract', 'device', 'client', 'server', 'web']
const isTest = (path) => /\.test\.tsx?$/.test(path)
let importers
let declarations

/**
 * The unit and integration tests that should detect a change of a file, in groups, nearest first: a later group is worth
 * running only if all tests before it pass.
 *
 * 1. The tests named after the file, or else those that import it themselves.
 * 2. Those that declare it in a line `Covers: path`: they reach it through HTTP and import nothing of it.
 * 3. For a server module all of its tests, because they call the server through HTTP and any of them may cover any file
 *    of the module; otherwise the tests that import the file through the fewest steps.
 *
 * Empty if only journeys cover the file.
 */
export function nearestTests(file) {
  const seen = new Set()
  const groups = [near(file), declared().get(file) ?? [], ownOrImporting(file)].map((group) =>
    group.filter((path) => !seen.has(path) && seen.add(path)),
  )
  return groups.filter((group) => group.length > 0)
}

/** The tests that declare a file, by the file. */
export function declared() {
  if (declarations !== undefined) return declarations
  declarations = new Map()
  for (const test of floors.flatMap((floor) => testsIn(`${floor}/src`))) {
    for (const [, file] of readFileSync(join(root, test), 'utf8').matchAll(/\bCovers: ([\w./-]+\.(?:ts|sql))\b/g)) {
      declarations.set(file, [...(declarations.get(file) ?? []), test])
    }
  }
  return declarations
}

function near(file) {
  const [name] = basename(file).split('.')
  const named = testsIn(dirname(file)).filter((path) => basename(path).startsWith(`${name}.`))
  return named.length > 0 ? named : nearestImporting(file, 1)
}

function ownOrImporting(file) {
  const module = moduleOf(file)
  const own = module === null ? [] : testsIn(module)
  return own.length > 0 ? own : nearestImporting(file)
}

function moduleOf(file) {
  const schema = /^server\/schema\/([\w-]+)\.sql$/.exec(file)?.[1]
  const name = schema ?? /^server\/src\/modules\/([\w-]+)\//.exec(file)?.[1]
  return name === undefined ? null : `server/src/modules/${name}`
}

/** The tests that import a file through the fewest steps, at most `steps`. */
function nearestImporting(file, steps = Number.POSITIVE_INFINITY) {
  importers ??= reversed()
  const seen = new Set([file])
  let ring = [file]
  for (let step = 0; step < steps && ring.length > 0; step += 1) {
    ring = [...new Set(ring.flatMap((path) => importers.get(path) ?? []))].filter((path) => !seen.has(path))
    for (const path of ring) seen.add(path)
    const tests = ring.filter(isTest)
    if (tests.length > 0) return tests.slice(0, most)
  }
  return []
}

function reversed() {
  const found = new Map()
  for (const path of floors.flatMap((name) => sources(`${name}/src`))) {
    for (const { to } of importsOf(path)) found.set(to, [...(found.get(to) ?? []), path])
  }
  return found
}

const testsIn = (folder) => sources(folder).filter(isTest)

function sources(folder) {
  let entries = []
  try {
    entries = readdirSync(join(root, folder), { withFileTypes: true })
  } catch {
    return []
  }
  return entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return sources(path)
    return /\.tsx?$/.test(entry.name) ? [path] : []
  })
}
