import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/* Types find a key that no language has; this finds texts that no code shows, which no type does. */

const root = fileURLToPath(new URL('..', import.meta.url))
const tracked = execFileSync('git', ['ls-files', 'web/src'], { cwd: root }).toString().trim().split('\n')
/** Not the words of values, which stand in the namespaces of their records. */
const english = tracked.filter((path) => path.startsWith('web/src/locales/en/') && !path.endsWith('/values.ts'))

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** A template with values, such as `form.${name}`, as a pattern of the keys that it can make; null for one of values alone. */
function patternOf(template) {
  const parts = template.split(/\$\{(?:[^{}]|\{[^{}]*\})*(?:\}|$)/)
  return /[a-z]/i.test(parts.join('')) ? new RegExp(`^${parts.map(escaped).join('[\\w. -]+')}$`) : null
}

/** The sources that can name a text: what looks like keys in them, and the namespaces that they translate from. */
const sources = tracked
  .filter((path) => /\.tsx?$/.test(path) && !/\/locales\/|\.gen\.|\.test\./.test(path))
  .map((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    const all = (pattern) => [...text.matchAll(pattern)].map((match) => match.at(-1))
    return {
      keys: new Set(all(/(['"`])([\w.:]+)\1/g)),
      patterns: all(/`([\w.:-]*\$\{[^`]*)`/g)
        .map(patternOf)
        .filter((pattern) => pattern !== null),
      namespaces: new Set(all(/useTranslation\(([^)]*)\)/g).flatMap((names) => names.match(/\w+/g) ?? [])),
    }
  })

/** A source without `useTranslation` can return keys of any namespace to those that have it. */
function isShown(namespace, key) {
  const whole = `${namespace}:${key}`
  return sources.some(({ keys, patterns, namespaces }) => {
    const named = namespaces.size === 0 || namespaces.has(namespace) ? [whole, key] : [whole]
    return named.some((name) => keys.has(name) || patterns.some((pattern) => pattern.test(name)))
  })
}

function keysOf(texts, prefix = '') {
  return Object.entries(texts).flatMap(([name, value]) =>
    typeof value === 'string' ? [prefix + name] : keysOf(value, `${prefix}${name}.`),
  )
}

test('every text of the web app is shown by some screen', async () => {
  const unused = []
  for (const path of english) {
    const namespace = basename(path, '.ts')
    const { default: texts } = await import(join(root, path))
    const keys = new Set(keysOf(texts).map((key) => key.replace(/_(one|other|many)$/, '')))
    unused.push(...[...keys].filter((key) => !isShown(namespace, key)).map((key) => `${namespace}:${key}`))
  }
  expect(english.length).toBeGreaterThan(20)
  expect(unused).toEqual([])
})
