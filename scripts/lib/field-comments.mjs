import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'rolldown/parseAst'

/* The comments of schemas and their fields in contract/src, which the OpenAPI document prints. */

const folder = fileURLToPath(new URL('../../contract/src/', import.meta.url))

/** Without what only readers of the code look up: `(rules O4)`, `(decision 038)`. */
const forReaders = (comment) =>
  comment
    .replace(/^\s*\* ?/gm, '')
    .replaceAll(/\s*\((?:rules|threats|decision|wire:)[^)]*\)/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** The comment that ends right before a place, as a sentence; undefined if there is none. */
function commentBefore(code, place) {
  const before = code.slice(0, place).trimEnd()
  if (!before.endsWith('*/')) return undefined
  const start = before.lastIndexOf('/**')
  return start < 0 ? undefined : forReaders(before.slice(start + 3, -2))
}

/** The objects of fields in the declaration of a schema, without those of objects in it. */
function objectsOf(node, found = []) {
  if (node?.type === 'CallExpression') {
    const name = node.callee.property?.name ?? node.callee.name
    const isObject = ['object', 'strictObject', 'looseObject', 'extend'].includes(name)
    for (const given of node.arguments) {
      if (isObject && given.type === 'ObjectExpression') found.push(given)
      else objectsOf(given, found)
    }
    objectsOf(node.callee.object, found)
  }
  return found
}

/** Sentences of schemas by name, and of fields by `Schema.field`. */
export function commentsOfContract() {
  const schemas = {}
  const fields = {}
  for (const file of readdirSync(folder).sort()) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue
    const code = readFileSync(folder + file, 'utf8')
    for (const statement of parseAst(code, { lang: 'ts' }).body) {
      if (statement.declaration?.type !== 'VariableDeclaration') continue
      for (const { id, init } of statement.declaration.declarations) {
        if (!/^[A-Z]/.test(id.name ?? '')) continue
        const said = commentBefore(code, statement.start)
        if (said) schemas[id.name] = said
        for (const { properties } of objectsOf(init))
          for (const property of properties) {
            const text = property.type === 'Property' && commentBefore(code, property.start)
            if (text) fields[`${id.name}.${property.key.name ?? property.key.value}`] = text
          }
      }
    }
  }
  return { schemas, fields }
}

const literal = (text) => `'${text.replaceAll(/['\\]/g, '\\$&')}'`
const entries = (of) =>
  Object.entries(of)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, text]) => `  ${name.includes('.') ? literal(name) : name}: ${literal(text)},\n`)
    .join('')

/** The text of contract/src/comments.gen.ts. */
export function commentsFile() {
  const { schemas, fields } = commentsOfContract()
  return `// Written by \`npx vitest run --project scripts client -u\` from the comments of contract/src.

/** By schema name. */
export const schemaComments: Readonly<Record<string, string>> = {
${entries(schemas)}}

/** By \`Schema.field\`. */
export const fieldComments: Readonly<Record<string, string>> = {
${entries(fields)}}
`
}
