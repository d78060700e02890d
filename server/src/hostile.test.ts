import { accounts } from '@trellis/contract/accounts'
import { codes } from '@trellis/contract/codes'
import type { Schema } from '@trellis/contract/endpoint'
import { priceLists } from '@trellis/contract/price-lists'
import { tenants } from '@trellis/contract/tenants'
import { expect, test } from 'vitest'
import type { Route } from './platform/http/routes.ts'
import { request } from './testing/calling.ts'
import { isFull } from './testing/full.ts'
import { network } from './testing/network.ts'
import { wholeSampleOf } from './testing/samples.ts'

/*
 * Sends values that databases reject in every field of every body: each call refuses them, none answers 500. Each field gets three of
 * the nine values, in turn; with FULL=1, all of them.
 */

const { app, vendor, nordico, acmeBasic } = await network()

const hostile: [string, unknown][] = [
  ['half of a pair', 'x\ud800'],
  ['NUL', 'x\u0000'],
  ['more than 32 bits', 2_147_483_648],
  ['less than nothing', -1],
  ['the year 0', '0000-01-01T00:00:00.000Z'],
  ['a day of the year 0', '0000/01/01'],
  ['the last year', '9999/12/31'],
  ['another shape', {}],
  ['a list in a list', [[null]]],
]

type Path = (string | number)[]

/** The paths of all values in a body, including objects and arrays. */
const pathsIn = (body: unknown, at: Path = []): Path[] =>
  body === null || typeof body !== 'object'
    ? []
    : Object.entries(body).flatMap(([key, value]) => [[...at, key], ...pathsIn(value, [...at, key])])

function replaced(body: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value
  const change = (held: unknown) => replaced(held, rest, value)
  if (Array.isArray(body)) return body.map((held, index) => (index === Number(key) ? change(held) : held))
  return { ...(body as object), [key]: change((body as Record<string | number, unknown>)[key]) }
}

const address = (await nordico.call(accounts.read, { params: { id: nordico.accountId } })).address[0]?.addressId ?? ''
const [distributors] = (await vendor.call(tenants.groups)).filter(({ name }) => name === 'DISTRIBUTOR')

const priceListId = (await vendor.call(priceLists.search, { body: {} })).items[0]?.priceListId

/** Valid values that a schema does not tell, so that each body is valid except for the one tested field. */
const known: Record<string, unknown> = {
  parentAccountId: vendor.accountId,
  addressId: address,
  groupId: distributors?.groupId,
  roles: [4],
  timeZone: 'UTC',
  fromDate: '2026/01/01',
  toDate: '2026-02-01T00:00:00+14:00',
  country: 'Italy',
  countryCode: 'IT',
  vatId: '00743110157',
  priceListId: null,
}
let people = 0
function fitting(value: unknown, key = ''): unknown {
  if (key in known) return known[key]
  if (key === 'userName') return `person-${++people}@sample.example`
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((held) => fitting(held))
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, fitting(held, name)]))
}

/** Path parameters of existing records, where the network has one. */
function paramsOf({ endpoint: { path }, name }: Route): Record<string, string> | undefined {
  if (path.startsWith('/accounts/:')) return { id: nordico.accountId, accountId: nordico.accountId, addressId: address }
  if (['users.changeStatus', 'users.changeRoles', 'users.view'].includes(name)) return { id: acmeBasic.userId }
  return name === 'users.update' ? { id: acmeBasic.userId } : undefined
}

const routes = app.routes.filter(({ endpoint, name }) => endpoint.body && !/^(identity|passwords|sessions)/.test(name))
const bodyOf = (route: Route): unknown => {
  const body = fitting(wholeSampleOf(route.endpoint.body as Schema)) as Record<string, unknown>
  if (route.name === 'network.create') return { ...body, priceListId }
  return route.name === 'users.update' ? { ...body, id: acmeBasic.userId } : body
}
const call = (route: Route, body: unknown) => {
  const params = paramsOf(route)
  return vendor.raw(route.endpoint, { ...request(route), ...(params && { params }), body })
}

test('the bodies of the network are valid before they are changed', async () => {
  for (const route of routes.filter(({ name }) => /^(accounts|network|users)\./.test(name))) {
    const { status, body } = await call(route, bodyOf(route))
    expect(status, `${route.name}: ${JSON.stringify(body)}`).toBeLessThan(300)
  }
})

test.each(hostile)('%s in any field is answered with a code of the table, never with 500', async (what, value) => {
  const faults: string[] = []
  let place = hostile.findIndex(([name]) => name === what)
  for (const route of routes) {
    for (const path of pathsIn(bodyOf(route))) {
      place += 1
      if (!isFull && place % hostile.length !== 0) continue
      const { status, body } = await call(route, replaced(bodyOf(route), path, value))
      if (status < 400) continue
      const { code } = (body ?? {}) as { code?: string }
      const isOfTheTable = code !== undefined && code in codes
      if (status >= 500 || !isOfTheTable) faults.push(`${route.name} ${path.join('.')}: ${status} ${code}`)
    }
  }
  expect(faults).toEqual([])
})
