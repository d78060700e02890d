import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/* docs/reference/calls.md lists every call of the contract. `npx vitest run --project scripts calls -u` writes it anew. */

const folder = fileURLToPath(new URL('../contract/src/', import.meta.url))

const isCall = (value) =>
  typeof value === 'object' && value !== null && 'effect' in value && 'path' in value && 'refusals' in value

const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
const exported = (await Promise.all(files.map((name) => import(folder + name)))).flatMap(Object.values)
const calls = exported
  .flatMap((value) => (typeof value === 'object' && value !== null && !isCall(value) ? Object.values(value) : []))
  .filter(isCall)

/** Groups calls by the first part of their path, not by the file that declares them. */
const concepts = new Map()
for (const call of calls) {
  const concept = call.path.split('/')[1].toLowerCase()
  concepts.set(concept, [...(concepts.get(concept) ?? []), call])
}
const methods = ['GET', 'POST', 'PUT', 'DELETE']
const inOrder = (one, other) =>
  one.path === other.path
    ? methods.indexOf(one.method) - methods.indexOf(other.method)
    : one.path.toLowerCase() < other.path.toLowerCase()
      ? -1
      : 1

const needed = { public: 'nothing', session: 'a session' }
const inCell = (text) => text.replaceAll('|', '\\|')

function rowOf({ method, path, permission, refusals, summary }) {
  const call = `\`${method} ${path.replace(/:(\w+)/g, '{$1}')}\``
  const needs = needed[permission] ?? `\`${permission}\``
  return `| ${[call, needs, refusals.join(', '), inCell(summary)].join(' | ')} |`
}

const page = `# Calls

Every call of the API below \`/api/v1\` by its path, written by \`scripts/calls.test.mjs\` from the contract. Payloads and answers are in the
OpenAPI document; what all calls have in common is in [wire.md](wire.md). "Needs" names the module and the flag of the permission; \`r\` is
also granted by \`ra\`. "Refusals" are the codes of the call itself, beside those that any call can have.
${[...concepts.keys()]
  .sort()
  .map(
    (concept) => `
## ${concept}

| call | needs | refusals | does |
|---|---|---|---|
${concepts.get(concept).sort(inOrder).map(rowOf).join('\n')}
`,
  )
  .join('')}`

test('the reference lists every call of the contract, with what it needs and refuses', async () => {
  expect(calls.length).toBeGreaterThan(200)
  await expect(page, 'npx vitest run --project scripts calls -u').toMatchFileSnapshot('../docs/reference/calls.md')
})

test('no two calls of the contract share a method and a path', () => {
  const named = calls.map(({ method, path }) => `${method} ${path.toLowerCase()}`)
  expect(named.filter((name, place) => named.indexOf(name) < place)).toEqual([])
})
