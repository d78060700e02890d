// @module-tag long
import { afterAll, expect, test } from 'vitest'
import { isFull } from './testing/full.ts'
import { variantsOf } from './testing/list-variants.ts'
import { fillLists } from './testing/many.ts'
import { network } from './testing/network.ts'
import { listenTo, openPlans } from './testing/plans.ts'
import { hasProperty } from './testing/samples.ts'
import { raw } from './testing/selling.ts'

/*
 * No list reads a table as a whole that grows with the business or the network, and none sorts all of its rows: for every sort
 * that a list offers and every filter by a whole value, in the whole tenant, a branch or an account alone, in turn; with FULL=1, in each
 * of them. What is checked are plans, for tables that the planner believes to be large, so it does not depend on the machine
 * (docs/performance.md).
 */

const world = await network()
const { app, vendor } = world
const plans = await openPlans(world, await fillLists(world))
afterAll(() => plans.end())

const heard = listenTo(world)

const [branch, single] = (
  await raw<{ account_id: string }>(
    world,
    `select account_id from accounts where code in ('M1', 'M61') and tenant_id = $1 order by code`,
    [world.tenantId],
  )
).map(({ account_id }) => account_id)
const scopes = {
  root: { includeChildren: true },
  branch: { includeChildren: true, parentAccountId: branch },
  account: { includeChildren: false, parentAccountId: single },
}

/** Statements that read or sort more, by what the call's name has, each with the reason. */
const exceptions: readonly (readonly [RegExp, string])[] = [
  [
    /^priceLists\.search, .*: reads all of price_lists$/,
    'a tenant has as many as sellers, and their number is counted',
  ],
  [
    /^stock\.search, (root|branch), (by quantity|quantity).*: (reads all of stock_balances|sorts many rows)/,
    'an index by quantity would be written by every approval, and end updates in place',
  ],
  [
    /^files\.\w+, (root|branch), .*: reads (all|much) of files$/,
    'files are counted: a tenant has as many as its quota allows',
  ],
  [
    /^environments\.search, (root|branch), .*: reads (all|much) of environments$/,
    'environments are counted, in one pass of an index',
  ],
  [
    /^deals\.search, (root|branch), (currencyCode|productId|forecastMonth|needsMe).*: reads (all|much) of deals$/,
    'the counters know no currency, product or month: what matches is counted',
  ],
]
/** The lists of orders and licenses, whose sorts without an index docs/performance.md names. Not each of them has to be needed. */
const known: readonly RegExp[] = [
  // The orders of a branch, and of an account by its side, are collected by a join that the planner turns into a scan.
  /^orders\.\w+, .*: (reads (all|much) of orders|sorts many rows)/,
  /^licenses\.search, \w+, (by (activated|exported|productName|sku)|exported|productId|type).*: reads all of licenses$/,
  /^renewals\.search, root, .*: reads all of licenses$/,
  /^reports\.search, \w+, (by (productName|sku)|type).*: reads all of licenses$/,
]
const used = new Set<RegExp>()

/* The list of tenants is not of one tenant: an operator has hundreds, and they are counted (decision 163). */
const lists = app.routes.filter(
  ({ endpoint: { file, params, list, body, permission } }) =>
    !file && !params && list && permission !== 'operator' && hasProperty(body, 'filterBy'),
)

test.each(lists.map((route) => [route.name, route] as const))(
  '%s',
  async (name, { endpoint }) => {
    const first = await vendor.raw(endpoint, { body: { limit: 20, includeChildren: true } })
    expect(first.status, JSON.stringify(first.body)).toBe(200)
    const rows = (first.body as { items: Record<string, unknown>[] }).items
    const wrong: string[] = []
    const variants = variantsOf(endpoint, rows).filter(({ kind }) => ['plain', 'sort', 'exact'].includes(kind))
    for (const [turn, [scope, of]] of Object.entries(scopes).entries()) {
      for (const [place, { name: what, search }] of variants.entries()) {
        if (!isFull && place % 3 !== turn) continue
        heard.sent = []
        const { status, body } = await vendor.raw(endpoint, { body: { limit: 20, ...of, ...search } })
        expect([status, body]).toEqual([200, body])
        for (const statement of heard.sent) {
          for (const whole of await plans.wholesOf(statement)) {
            const sentence = `${name}, ${scope}, ${what}: ${whole}`
            const exception = exceptions.find(([said]) => said.test(sentence))
            if (exception) used.add(exception[0])
            else if (!known.some((said) => said.test(sentence))) wrong.push(sentence)
          }
        }
      }
    }
    expect(wrong).toEqual([])
  },
  120_000,
)

test.runIf(isFull)('every exception is needed', () => {
  expect(exceptions.filter(([said]) => !used.has(said)).map(([said]) => said.source)).toEqual([])
})
