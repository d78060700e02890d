import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/* The linter and knip see no class of a CSS module: this finds those that nothing uses, and uses of those that do not exist. */

const root = fileURLToPath(new URL('..', import.meta.url))
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'web'], { cwd: root })
  .toString()
  .split('\n')
  .filter((path) => existsSync(join(root, path)))
const read = (path) => readFileSync(join(root, path), 'utf8')
const all = (text, pattern) => [...text.matchAll(pattern)].map((match) => match.slice(1))

const sheets = tracked.filter((path) => path.endsWith('.module.css'))
const scripts = tracked
  .filter((path) => /\.tsx$/.test(path))
  .map((path) => ({ path, text: read(path) }))
  .map((each) => ({ ...each, imports: all(each.text, /import (\w+) from '([^']*\.module\.css)'/g) }))

/** The classes of its selectors, without comments, strings, declarations and the classes of libraries. */
const classesOf = (sheet) =>
  new Set(
    all(
      read(sheet)
        .replace(/\/\*.*?\*\/|"[^"]*"|:global\([^)]*\)/gs, '')
        .replace(/\{[^{}]*\}/g, ' '),
      /\.([a-zA-Z][\w-]*)/g,
    ).flat(),
  )

/** The classes of a sheet that a component names, or that another sheet composes. */
function usedOf(sheet) {
  const isIt = (from, file) => normalize(join(dirname(from), file)) === sheet
  const inScripts = scripts.flatMap(({ path, text, imports }) =>
    imports
      .filter(([, file]) => isIt(path, file))
      .flatMap(([name]) => all(text, new RegExp(`(?<!['\\w./])${name}(?:\\.(\\w+)|\\['([\\w-]+)'\\])`, 'g')))
      .map(([dotted, quoted]) => dotted ?? quoted),
  )
  const composed = sheets.flatMap((from) =>
    all(read(from), /composes: ([\w\s-]+?)(?: from "([^"]+)")?;/g)
      .filter(([, file]) => (file ? isIt(from, file) : from === sheet))
      .flatMap(([names]) => names.split(/\s+/)),
  )
  return new Set([...inScripts, ...composed])
}

test('every class of a CSS module is used, and every class that a component names exists', () => {
  const [unused, missing] = [[], []]
  for (const sheet of sheets) {
    const [classes, used] = [classesOf(sheet), usedOf(sheet)]
    unused.push(...[...classes].filter((name) => !used.has(name)).map((name) => `${sheet} .${name}`))
    missing.push(...[...used].filter((name) => !classes.has(name)).map((name) => `${sheet} .${name}`))
  }
  expect(sheets.length).toBeGreaterThan(50)
  expect({ unused, missing }).toEqual({ unused: [], missing: [] })
})
