import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { root } from './run.mjs'

const names = String.raw`(?:[\w$]+\s*,?\s*)?(?:\*\s+as\s+[\w$]+|\{[^}]*\})?`
const again = String.raw`(?:\*(?:\s+as\s+[\w$]+)?|\{[^}]*\})`
const statement = new RegExp(
  String.raw`^[ \t]*(?:import\s*(?:type\s+)?${names}\s*from\s*|import\s*|export\s+(?:type\s+)?${again}\s*from\s*)(['"])([^'"\n]+)\1`,
  'gm',
)
const call = /\bimport\(\s*(['"])([^'"\n]+)\1/g

/** The files of this repository that a source file imports, as paths from the root, with line numbers. */
export function importsOf(file) {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(statement), ...text.matchAll(call)].flatMap((match) => {
    const to = resolve(file, match[2])
    const before = text.slice(0, match.index + match[0].length)
    return to ? [{ to, line: before.split('\n').length }] : []
  })
}

function resolve(file, specifier) {
  if (specifier.startsWith('.')) return posix.normalize(posix.join(posix.dirname(file), specifier))
  const ours = /^@trellis\/([\w-]+)(?:\/(.+))?$/.exec(specifier)
  return ours ? `${ours[1]}/src/${ours[2] ?? 'index'}.ts` : undefined
}
