import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { declared, nearestTests } from './nearest-tests.mjs'
import { root } from './run.mjs'

test('a test named after a file does not hide those that cover it through HTTP', () => {
  expect(nearestTests('server/src/platform/database/words.ts')).toEqual([
    ['server/src/platform/database/words.test.ts'],
    ['server/src/searching.test.ts'],
  ])
})

test('a file of a module is covered by its own test first, then by all of its module', () => {
  const [first, module] = nearestTests('server/src/modules/accounts/rules.ts')
  expect(first).toEqual(['server/src/modules/accounts/rules.test.ts'])
  expect(module).toContain('server/src/modules/accounts/moving.test.ts')
})

test('what a test declares to cover exists', () => {
  expect(declared().size).toBeGreaterThan(0)
  for (const [file, tests] of declared()) expect(existsSync(join(root, file)), `${file} of ${tests}`).toBe(true)
})

test('functions of the database are covered by the tests of their module', () => {
  expect(nearestTests('server/schema/stock.sql').flat()).toContain('server/src/modules/stock/stock.test.ts')
})

test('no test is in two groups', () => {
  for (const file of ['contract/src/discounts.ts', 'server/src/modules/orders/rules.ts', 'web/src/app/fields.ts']) {
    const all = nearestTests(file).flat()
    expect(all.length).toBeGreaterThan(0)
    expect(new Set(all).size).toBe(all.length)
  }
})

test('a file of the web is never covered by tests of the server', () => {
  expect(nearestTests('web/src/app/fields.ts').flat()).not.toContainEqual(expect.stringMatching(/^server\//))
})
