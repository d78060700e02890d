import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'rolldown/parseAst'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const most = 100

/** The functions of a source with their number of lines, also those inside of others. */
function functionsIn(source) {
  const found = []
  const lineOf = (position) => source.slice(0, position).split('\n').length
  const visit = (node, name) => {
    if (typeof node !== 'object' || node === null) return
    if (/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type))
      found.push({ name: node.id?.name ?? name, lines: lineOf(node.end) - lineOf(node.start) + 1 })
    const inner = node.type === 'VariableDeclarator' ? node.id.name : name
    for (const each of Object.values(node)) visit(each, inner)
  }
  visit(parseAst(source, { lang: 'tsx' }).body)
  return found
}

test(`no component or hook of the web app has more than ${most} lines`, () => {
  const files = execFileSync('git', ['ls-files', 'web/src/**.tsx'], { cwd: root }).toString().trim().split('\n')
  expect(files.length).toBeGreaterThan(400)
  const long = files.flatMap((path) =>
    functionsIn(readFileSync(join(root, path), 'utf8'))
      .filter(({ lines }) => lines > most)
      .map(({ name, lines }) => `${path}: ${name} has ${lines}`),
  )
  expect(long).toEqual([])
})
