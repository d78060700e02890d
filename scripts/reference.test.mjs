import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { codes } from '../contract/src/codes.ts'

/* Checks that whatever code, tests and docs cite is in docs/reference, docs/decisions or a public document. */

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path) => readFileSync(root + path, 'utf8')
/** Generated folders, as in .gitignore. */
const made = new Set(['node_modules', 'dist', 'coverage', 'test-results', 'playwright-report'])
/** All files of the repository, found without git so that the test also runs in an unpacked archive. */
const filesIn = (folder) =>
  readdirSync(root + folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.') || made.has(entry.name)) return []
    return entry.isDirectory() ? filesIn(`${folder}${entry.name}/`) : [folder + entry.name]
  })
const files = filesIn('')
const exists = new Set(files)

const self = 'scripts/reference.test.mjs'
const texts = files
  .filter((path) => /\.(ts|tsx|mjs|css|sql|md)$/.test(path) && path !== self)
  .map((path) => ({ path, text: read(path) }))
const isCode = ({ path }) => !path.endsWith('.md')

const [rules, wire, threats, asvs] = ['rules', 'wire', 'threats', 'asvs'].map((name) =>
  read(`docs/reference/${name}.md`),
)
const all = (text, pattern) => [...text.matchAll(pattern)].map((match) => match[1])

const known = {
  rules: new Set(all(rules, /^- \*\*([A-Z]\d+)\*\*/gm)),
  threats: new Set(all(threats, /^\| ([A-Z]\d+) \|/gm)),
  ASVS: new Set(all(asvs, /^\| (\d+\.\d+\.\d+) \|/gm)),
  wire: new Set(all(wire, /^## (.+)$/gm).map((heading) => heading.toLowerCase())),
  decision: new Set(all(files.join('\n'), /^docs\/decisions\/(\d{3})-/gm)),
}

/** A citation in a comment may contain a line break. */
const joined = (text) => text.replace(/\n\s*(?:\*|\/\/|--)?\s*/g, ' ')
/** `A1, A2`, `A1 and A2` or `A1 to A4`. */
const listOf = (id) => `${id}(?:(?:, | and | or | to )${id})*`
const letterId = '[A-Z]\\d{1,2}\\b'
const citations = [
  ['rules', new RegExp(`\\b[Rr]ules? (${listOf(letterId)})`, 'g'), /[A-Z]\d+/g],
  ['threats', new RegExp(`\\b[Tt]hreats? (${listOf(letterId)})`, 'g'), /[A-Z]\d+/g],
  ['ASVS', /\bASVS (\d+(?:\.\d+)*(?:(?:, | and )\d+(?:\.\d+)+)*)(?![\d-])/g, /\d+(?:\.\d+)+/g],
  ['decision', /\b[Dd]ecisions?:? (\d{3}(?:(?:, | and )\d{3})*)/g, /\d{3}/g],
]

/** Expands ranges of ids: `W7 to W9` is W7, W8, W9. */
function idsOf(list, id) {
  const spread = list.replace(/([A-Z])(\d+) to \1(\d+)/g, (_, letter, from, to) =>
    Array.from({ length: to - from + 1 }, (_, more) => `${letter}${Number(from) + more}`).join(', '),
  )
  return spread.match(id) ?? []
}

test('every citation of a rule, threat, requirement or decision can be looked up', () => {
  const missing = texts.flatMap(({ path, text }) =>
    citations.flatMap(([kind, pattern, id]) =>
      all(joined(text), pattern)
        .flatMap((list) => idsOf(list, id))
        .filter((cited) => !known[kind].has(cited) && !(kind === 'ASVS' && cited === '5.0'))
        .map((cited) => `${path}: ${kind} ${cited}`),
    ),
  )
  expect(missing).toEqual([])
})

/** The titles of a test file, each with whether `npm test` leaves it out (decision 194). */
function titlesOf({ text }) {
  const isLong = /^\/\/ @module-tag long$/m.test(text)
  const titles = text.matchAll(/(['"`])((?:\\.|(?!\1)[^\n])*)\1,(\s*\{\s*tags?: [^}]*\blong\b)?/g)
  return [...titles].map(([, , title, tag]) => ({ title, isLong: isLong || tag !== undefined }))
}

/** What only long tests show: a tenant that moves with all it has, a full disk, what every call answers, and the screens of single sign-on. */
const onlyLong = {
  rules: ['I32', 'P40', 'P41', 'P42', 'P43'],
  threats: ['X4'],
  ASVS: ['3.5.3', '4.1.1'],
}

test('what a long test shows is also shown by a test of each check, or listed here', () => {
  const titles = texts.filter(({ path }) => /\.(test|spec)\.\w+$/.test(path)).flatMap(titlesOf)
  expect(titles.filter(({ isLong }) => isLong).length).toBeGreaterThan(100)
  const shown = (pattern, id, those) =>
    new Set(those.flatMap(({ title }) => all(title, pattern).flatMap((list) => idsOf(list, id))))
  for (const [kind, pattern, id] of citations.filter(([name]) => name in onlyLong)) {
    const inEach = shown(
      pattern,
      id,
      titles.filter(({ isLong }) => !isLong),
    )
    const left = [...shown(pattern, id, titles)].filter((cited) => !inEach.has(cited))
    expect(left.sort(), kind).toEqual([...onlyLong[kind]].sort())
  }
})

test('every citation of the wire names a section of wire.md', () => {
  const sections = [...known.wire].sort((a, b) => b.length - a.length)
  const missing = texts.filter(isCode).flatMap(({ path, text }) =>
    all(joined(text), /\(wire: ([a-z][^`')]{1,40})/g)
      .filter((cited) => !sections.some((section) => cited.startsWith(section)))
      .map((cited) => `${path}: wire: ${cited}`),
  )
  expect(missing).toEqual([])
})

test('no code cites a document that is not in the repository', () => {
  const outside = [
    /\b[Ss]pecification\b/, // rules.md or wire.md says it
    /\bwire reference\b/,
    /\([Dd]omain,? |\b[Dd]omain, [A-Z]|\bdomain \d/,
    /\((?:core|commerce) \d|, (?:core|commerce) \d/,
    /\b[Tt]hreats \d/,
    / \([ATZMLFWX]\d{1,2}(?:(?:, | to )[ATZMLFWX]\d{1,2})*\)/, // write (threats A17)
    /['"`][ATZMLFWX]\d{1,2}(?:, [ATZMLFWX]\d{1,2})*: /,
  ]
  const found = texts
    .filter(isCode)
    .flatMap(({ path, text }) =>
      outside.flatMap((form) => joined(text).match(form)?.[0] ?? []).map((cited) => `${path}: ${cited}`),
    )
  expect(found).toEqual([])
})

test('among documents, only decisions mention the first specification, and the glossary explains it', () => {
  const speaking = texts.filter(
    ({ path, text }) => !isCode({ path }) && /\b[Ss]pecification\b|\bwire reference\b/.test(text),
  )
  const allowed = /^docs\/(decisions\/|glossary\.md$)/
  expect(speaking.map(({ path }) => path).filter((path) => !allowed.test(path))).toEqual([])
  expect(read('docs/glossary.md')).toMatch(/\*\*specification\*\*[\s\S]*\*\*wire reference\*\*/)
})

test('an id is used for one rule, threat or requirement only', () => {
  const numbers = [
    ...all(rules, /^- \*\*([A-Z]\d+)\*\*/gm),
    ...all(threats, /^\| ([A-Z]\d+) \|/gm),
    ...all(asvs, /^\| (\d+\.\d+\.\d+) \|/gm),
  ]
  expect(numbers.filter((number, place) => numbers.indexOf(number) < place)).toEqual([])
})

test('every test, drill and document that the reference names exists', () => {
  const missing = [rules, wire, threats, asvs].flatMap((text) => {
    const tests = all(text, /`([\w./-]+\.(?:test|spec)\.\w+)`/g).filter((name) => {
      const fitting = files.filter((path) => path === name || path.endsWith(`/${name}`))
      return fitting.length !== 1
    })
    const paths = all(text, /`((?:bench|scripts|server|contract|web|docs)\/[\w./-]+\.\w+)`/g).filter(
      (path) => !exists.has(path),
    )
    return [...tests, ...paths]
  })
  expect(missing).toEqual([])
})

test('every source file that a document names exists', () => {
  const missing = texts
    .filter((file) => !isCode(file))
    .flatMap(({ path, text }) =>
      all(text, /`([\w./-]+\.(?:ts|tsx|mjs|sql))`/g)
        .filter((name) => !files.some((file) => file === name || file.endsWith(`/${name}`)))
        .map((name) => `${path}: ${name}`),
    )
  expect(missing).toEqual([])
})

test('every threat names a test, or says what it waits for or that none shows it', () => {
  const rows = threats.split('\n').filter((line) => /^\| [A-Z]\d+ \|/.test(line))
  const bare = rows.filter((row) => !/\.(?:test|spec)\.|npm run drill|waits for|no test/.test(row))
  expect(bare).toEqual([])
})

test('the reference has every code of the contract, with its status, and no other', () => {
  const documented = [...wire.matchAll(/^\| ([A-Z]{1,2}\d{3}) \| (\d{3}) \|/gm)].map(([, code, status]) => [
    code,
    Number(status),
  ])
  expect(Object.fromEntries(documented)).toEqual(
    Object.fromEntries(Object.entries(codes).map(([code, { status }]) => [code, status])),
  )
})

test('every code that a document names is one of the contract', () => {
  const cited = texts
    .filter((file) => !isCode(file))
    .flatMap(({ path, text }) =>
      all(text, /\b((?:RQ|IV|PW|AC|US|PD|PR|OC|LC|CC|DL|FL|DV)\d{3}|A4\d\d)\b/g)
        .filter((code) => !(code in codes))
        .map((code) => `${path}: ${code}`),
    )
  expect(cited).toEqual([])
})

test('every requirement of ASVS 5.0 at levels 1 and 2 has a test or a reason', () => {
  const levels = JSON.parse(read('docs/reference/asvs-5.0.json'))
  const required = Object.entries(levels).flatMap(([section, list]) =>
    list.flatMap((level, place) => (level < 3 ? [[`${section}.${place + 1}`, String(level)]] : [])),
  )
  expect(required).toHaveLength(217)
  const answered = [...asvs.matchAll(/^\| (\d+\.\d+\.\d+) \| (\d) \|/gm)].map(([, id, level]) => [id, level])
  expect(answered).toEqual(required)
  const bare = asvs
    .split('\n')
    .filter((line) => /^\| \d+\.\d+\.\d+ \|/.test(line))
    .filter(
      (line) =>
        !/\.(?:test|spec)\.|\| (?:Not applicable|By decision|Deployment|Open|Document|Source): .{10}/.test(line),
    )
  expect(bare).toEqual([])
})

test('the architecture names the modules in the order of app.ts', () => {
  const order = [...new Set(all(read('server/src/app.ts'), /from '\.\/modules\/([\w-]+)\/index\.ts'/g))]
  const named = /Modules, foundation first: ([^.]+)\./.exec(read('docs/architecture.md'))?.[1] ?? ''
  expect(named.split(/,\s+/)).toEqual(order)
})

test('every module and every feature of the web is explained in the glossary', () => {
  const glossary = read('docs/glossary.md')
  const words = new Set(all(glossary, /^\| ([^|]+) \|/gm).flatMap((cell) => all(cell, /\*\*([^*]+)\*\*/g)))
  const folders = [...new Set(all(files.join('\n'), /^(?:server\/src\/modules|web\/src\/features)\/([\w-]+)\//gm))]
  expect(folders.filter((folder) => !words.has(folder))).toEqual([])
})

test('the flow of each statement of six parts or more is drawn above it (decision 034)', () => {
  const statements = texts
    .filter(({ path }) => /^server\/src\/modules\/.*\.ts$/.test(path) && !/\.test\.ts$/.test(path))
    .flatMap(({ path, text }) => text.split(/^(?=\/\*\*)/m).map((part) => ({ path, part })))
    .filter(({ part }) => (part.match(/(?:with |, |^ +)\w+ as (?:materialized )?\(/gm) ?? []).length >= 6)
  expect(statements.length).toBeGreaterThan(4)
  expect(statements.filter(({ part }) => !part.includes('─>')).map(({ path }) => path)).toEqual([])
})

test('operators read which variables can come from a file, and what each reason of a 503 asks of them', () => {
  const config = read('server/src/platform/config.ts')
  const secret = all(config.slice(config.indexOf('const secretVariables')).split(']')[0], /'([A-Z_]+)'/g)
  const operations = read('docs/operations.md')
  const sentence = operations.split('can be read from a file instead')[0].split('names the variable.').at(-1)
  expect(all(sentence, /`([A-Z_]+)`/g).sort()).toEqual(secret.sort())
  const reasons = all(read('server/src/platform/refusal.ts').split('export type Reason')[1].split('\n')[0], /'(\w+)'/g)
  for (const reason of reasons) expect(operations).toMatch(new RegExp(`\\| \`${reason}\` \\|[^|]+\\| [^|]{6,} \\|`))
})
