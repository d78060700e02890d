import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** A Vite plugin that loads parts of the program with our code in place of Vite's (docs/decisions/097). */
export function parts(): Plugin {
  return {
    name: 'parts',
    apply: 'build',
    enforce: 'pre',
    resolveId: (asked) =>
      asked === '\0vite/preload-helper.js' ? fileURLToPath(new URL('src/app/parts.ts', import.meta.url)) : null,
  }
}

/** Files that are there when the first part is asked for, and when a screen is. */
const ofThePage = /\/base-[\w-]+\.js$/
const ofTheApp = /\/frame-[\w-]+\.js$/

/** The files to fetch before a part is imported: its own, and what it imports. */
export const filesOfPart = (part: string, needed: readonly string[]): string[] => {
  const startsApp = /\/App-[\w-]+\.js$/.test(part)
  return [part, ...needed].filter(
    (file, at, all) => all.indexOf(file) === at && !ofThePage.test(file) && (startsApp || !ofTheApp.test(file)),
  )
}
