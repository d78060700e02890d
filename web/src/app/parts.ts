/**
 * Fetches the files of a part of the program before the part is imported. In the build, every `import()` goes through
 * this (docs/decisions/097).
 *
 * Most browsers of the last two years remember a module that they could not fetch as failed until the page is reloaded,
 * and with it each module that imports it. A failed `fetch` can be repeated. So a module is imported only when all its
 * files are in the browser's cache.
 */
import { offline } from './problem.ts'

declare global {
  interface Window {
    /** The files that `public/start.js` has begun to fetch, by their path; each resolves to whether that succeeded. */
    begun?: Record<string, Promise<boolean>>
  }
}

/** Files that are in the browser's cache, or on their way to it, by their path in the build. */
const fetched = new Map<string, Promise<void>>()

function fetchOnce(file: string): Promise<void> {
  let work = fetched.get(file)
  if (work === undefined) {
    work = file.endsWith('.css') ? addStyles(`/${file}`) : fetchScript(`/${file}`)
    fetched.set(file, work)
    work.catch(() => fetched.delete(file))
  }
  return work
}

async function fetchScript(href: string): Promise<void> {
  if (await window.begun?.[href]) return
  const answer = await fetch(href)
  if (!answer.ok) throw offline()
  // The cache has a file only when it was read to its end.
  await answer.arrayBuffer()
}

function addStyles(href: string): Promise<void> {
  const link = document.createElement('link')
  Object.assign(link, { rel: 'stylesheet', crossOrigin: '', href })
  return new Promise((resolve, reject) => {
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove()
      reject(offline())
    }
    document.head.append(link)
  })
}

let onMissing = () => {}

/** Sets what is called when files of a part could not be fetched. */
export function onMissingPart(listener: () => void): void {
  onMissing = listener
}

/** The files of the parts that a chunk imports, by number, what each needs itself, and how it is imported (`web/parts.ts`). */
type Files = readonly [names: string, needs: string, load: (file: string) => Promise<unknown>]

const fileNamed = (name = '') => (name.includes('.') ? name : `${name}.js`)

/** The file of that number, and what it needs. */
function withNeeded([names, needs]: Files, at: number): string[] {
  const name = names.split(' ')
  const direct = needs.split(' ')
  const wanted = new Set([at])
  // What is added meanwhile is visited too.
  for (const each of wanted) for (const next of direct[each]?.match(/\w+/g) ?? []) wanted.add(Number.parseInt(next, 36))
  return [...wanted].map((each) => `assets/${fileNamed(name[each])}`)
}

/**
 * The build calls this, under the name of what it replaces, with the files that a part needs besides those of every screen.
 *
 * @param load imports the part; 0 where that is all
 * @public
 */
export async function __vitePreload<Part>(load: 0 | (() => Promise<Part>), files?: Files, at = 0): Promise<Part> {
  try {
    if (files) await Promise.all(withNeeded(files, at).map(fetchOnce))
  } catch {
    onMissing()
    throw offline()
  }
  return load === 0 ? (files?.[2](fileNamed(files[0].split(' ')[at])) as Promise<Part>) : load()
}
