import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

/** The mark of a file whose tests are all long. A single test has `{ tags: ['long'] }`, a journey `{ tag: '@long' }`. */
const mark = /^\/\/ @module-tag long$/m

/** The test files that `npm test` leaves out, as paths from the root. */
export const longFiles = () =>
  ['server/src', 'device/src', 'scripts'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .map((name) => `${folder}/${name}`)
      .filter((path) => /\.test\.(ts|mjs)$/.test(path) && mark.test(readFileSync(join(root, path), 'utf8'))),
  )
