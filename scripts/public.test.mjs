import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importsOf } from './lib/imports.mjs'
import { root } from './lib/run.mjs'

/* The screens without a session are drawn without the application's providers, so a component that needs one shows an empty page. */

/** The files that they load, found from their entry along their imports. */
function loadedFrom(entry) {
  const seen = new Set()
  const follow = (file) => {
    if (seen.has(file) || !/\.tsx?$/.test(file) || !existsSync(join(root, file))) return
    seen.add(file)
    for (const { to } of importsOf(file)) if (to.startsWith('web/')) follow(to)
  }
  follow(entry)
  return [...seen]
}

test('the screens without a session use nothing of the component library', () => {
  const files = loadedFrom('web/src/routes/-PublicApp.tsx')
  expect(files.length).toBeGreaterThan(30)
  const wrong = files.filter((file) => /from '@(mantine|tanstack)\//.test(readFileSync(join(root, file), 'utf8')))
  expect(wrong).toEqual([])
})
