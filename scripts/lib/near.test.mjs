import { expect, test } from 'vitest'
import { testsNear, workspacesOf } from './near.mjs'

test('a change runs the tests that it changes and the nearest ones to what it changes, each once', {
  tags: ['long'],
}, () => {
  const own = 'server/src/modules/orders/rules.test.ts'
  const tests = testsNear([own, 'server/src/modules/orders/rules.ts', 'scripts/lib/near.test.mjs', 'docs/events.md'])
  expect(tests.slice(0, 1)).toEqual([own])
  expect(tests).toContain('scripts/lib/near.test.mjs')
  expect(new Set(tests).size).toBe(tests.length)
  for (const test of tests) expect(test).toMatch(/^(server\/src\/modules\/orders|scripts\/lib)\/.*\.test\.(ts|mjs)$/)
  expect(testsNear(['docs/events.md', 'README.md'])).toEqual([])
})

test('types are checked where the change is, and everywhere after one of the contract', () => {
  expect(workspacesOf(['server/src/main.ts', 'docs/examples/erp.ts', 'docs/events.md', 'webhooks.md'])).toEqual([
    'server',
    'docs/examples',
  ])
  expect(workspacesOf(['contract/src/orders.ts'])).toEqual(expect.arrayContaining(['server', 'web', 'client', 'e2e']))
  expect(workspacesOf(['docs/events.md', 'servers/x.ts'])).toEqual([])
})
