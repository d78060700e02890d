import { readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { importsOf } from './imports.mjs'
import { root } from './run.mjs'

const most = 12
const isTest = (path) => /\.test\.tsx?$/.test(path)
let importers

/**
 * The unit and integration tests that should detect a change of a file: for a server module all of its tests, otherwise the
 * tests named after the file, otherwise those that import it through the fewest steps. Empty if only journeys cover it.
 */
export function nearestTests(file) {
  const column = columnOf(file)
  if (column !== null) {
    const own = sources(column).filter(isTest)
    if (own.length > 0) return own
  }
  const [name] = basename(file).split('.')
  const named = sources(dirname(file)).filter((path) => isTest(path) && basename(path).startsWith(`${name}.`))
  return named.length > 0 ? named : importing(file)
}

/** Module tests call the server through HTTP, so any of them may cover any file of the module. */
function columnOf(file) {
  const schema = /^server\/schema\/([\w-]+)\.sql$/.exec(file)?.[1]
  const name = schema ?? /^server\/src\/modules\/([\w-]+)\//.exec(file)?.[1]
  return name === undefined ? null : `server/src/modules/${name}`
}

function importing(file) {
  importers ??= reversed()
  const seen = new Set([file])
  for (let ring = [file]; ring.length > 0; ) {
    ring = [...new Set(ring.flatMap((path) => importers.get(path) ?? []))].filter((path) => !seen.has(path))
    for (const path of ring) seen.add(path)
    const tests = ring.filter(isTest)
    if (tests.length > 0) return tests.slice(0, most)
  }
  return []
}

function reversed() {
  const found = new Map()
  for (const path of ['contract', 'device', 'server', 'web'].flatMap((name) => sources(`${name}/src`))) {
    for (const { to } of importsOf(path)) found.set(to, [...(found.get(to) ?? []), path])
  }
  return found
}

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
