import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'

/**
 * A Vite plugin that loads parts of the program with our code in place of Vite's (docs/decisions/097), and writes shortly which
 * files each part needs (docs/decisions/103).
 */
export function parts(): Plugin {
  return {
    name: 'parts',
    apply: 'build',
    enforce: 'pre',
    resolveId: (asked) =>
      asked === '\0vite/preload-helper.js' ? fileURLToPath(new URL('src/app/parts.ts', import.meta.url)) : null,
    generateBundle: {
      // After Vite has written its lists.
      order: 'post',
      handler(_, bundle) {
        for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk') chunk.code = inShort(chunk.code, bundle)
      },
    },
  }
}

/** Files that are there when the first part is asked for, and when a screen is. */
const ofThePage = /\/(base|rolldown-runtime)-[\w-]+\.js$/
const ofTheApp = /\/frame-[\w-]+\.js$/

/** The files to fetch before a part is imported: its own, and what it imports. */
export const filesOfPart = (part: string, needed: readonly string[]): string[] => {
  const startsApp = /\/App-[\w-]+\.js$/.test(part)
  return [part, ...needed].filter(
    (file, at, all) => all.indexOf(file) === at && !ofThePage.test(file) && (startsApp || !ofTheApp.test(file)),
  )
}

/** Vite's table of the files that the parts of a chunk need, and its function that takes a list of their numbers. */
const table = /const __vite__mapDeps=\(i,m=__vite__mapDeps,d=\(m\.f\|\|\(m\.f=(\[.*?\])\)\)\)=>i\.map\(i=>d\[i\]\);?/
/** A part that is imported and nothing more: `import()` is the first argument, its files are the second. */
const plain =
  /\(\(\)=>import\(`\.\/[\w-]+\.js`\)((?:\.then\([\w$]+=>[\w$]+\.[\w$]+\))?),__vite__mapDeps\(\[(\d+)[\d,]*\]\)\)/g
const other = /__vite__mapDeps\(\[(\d+)[\d,]*\]\)/g
/** The numbers of all files that a part needs, its own first. */
const list = /__vite__mapDeps\(\[([\d,]+)\]\)/g

const unexpected = 'Vite lists the files of parts otherwise than web/parts.ts expects'

/**
 * Vite writes all files that a part needs at each place that imports it, and the name of the part twice. Here each file has one name
 * and the numbers of what it needs itself; the browser follows them (`__vitePreload`).
 */
export function inShort(code: string, bundle: Rolldown.OutputBundle): string {
  const found = table.exec(code)
  if (found === null) {
    if (code.includes('__vite__mapDeps')) throw new Error(unexpected)
    return code
  }
  const files = JSON.parse(found[1] as string) as string[]
  const names = files.map((file) => file.replace(/^assets\/|\.js$/g, ''))
  const lists = [...code.matchAll(list)].map(([, numbers = '']) => numbers.split(',').map(Number))
  const needs = needsOf(files, bundle, lists).map((numbers) => numbers.map((number) => number.toString(36)).join())
  const short = `const __vite__mapDeps=[\`${names.join(' ')}\`,\`${needs.join(' ')}\`,f=>import(\`./\`+f)];`
  const shortened = code
    .replace(found[0], () => short)
    .replace(plain, '(0,__vite__mapDeps,$2)$1')
    .replace(other, '__vite__mapDeps,$1')
  if (shortened.includes('__vite__mapDeps(')) throw new Error(unexpected)
  return shortened
}

/** What can be reached from a file by what each needs. */
function reached(direct: readonly (readonly number[])[], from: number, seen = new Set<number>()): Set<number> {
  for (const next of direct[from] ?? []) {
    if (seen.has(next)) continue
    seen.add(next)
    reached(direct, next, seen)
  }
  return seen
}

/**
 * Which of the files each of them needs itself, by number, without what another that it needs brings along. Files that need each other,
 * or what is needed by way of a file that is there already, would be left out so: a part names what its list has besides.
 */
function needsOf(
  files: readonly string[],
  bundle: Rolldown.OutputBundle,
  lists: readonly (readonly number[])[],
): number[][] {
  const direct = files.map((file) => {
    const chunk = bundle[file]
    if (chunk?.type !== 'chunk') return []
    const needed = [...chunk.imports, ...(chunk.viteMetadata?.importedCss ?? [])]
    return [...new Set(needed.map((each) => files.indexOf(each)).filter((number) => number >= 0))]
  })
  const own = direct.map((numbers) =>
    numbers.filter((each) => !numbers.some((via) => via !== each && reached(direct, via).has(each))),
  )
  for (const [part = 0, ...needed] of lists)
    for (const each of needed) if (each !== part && !reached(own, part).has(each)) own[part]?.push(each)
  return own
}
