import { environments } from '@trellis/contract/environments'
import { expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { newId } from '../../platform/ids.ts'
import { rolesOf } from '../../testing/calling.ts'
import { licensing } from '../../testing/licensing.ts'
import { network, type Person } from '../../testing/network.ts'
import { raw } from '../../testing/selling.ts'

const world = await network()
const { vendor, nordico, acme, fjord, sudvia, canary } = world
const { key, give, write } = licensing(world)

const hospital = { customerName: 'San Carlo Hospital', customerEnvironmentId: 'SC-01' }
const add = async (person: Person, names: Partial<typeof hospital> = {}) => {
  const body = { ...hospital, ...names, accountId: person.accountId }
  return (await person.call(environments.create, { body })).id
}

test('an environment is added, read, renamed and deleted, and each change is in the audit log', async () => {
  const id = await add(acme)
  expect(await acme.call(environments.read, { params: { id } })).toMatchObject({
    onPremiseEnvironmentId: id,
    accountId: acme.accountId,
    ...hospital,
    licenses: 0,
    blocked: { update: null, delete: null },
  })
  const names = { customerName: 'San Carlo Clinic', customerEnvironmentId: 'SC-02' }
  expect(await acme.call(environments.update, { params: { id }, body: names })).toMatchObject(names)
  await acme.call(environments.update, { params: { id }, body: names })
  await acme.call(environments.remove, { params: { id } })
  expect(await acme.refused(environments.read, { params: { id } })).toMatchObject({ code: 'RQ404' })
  const log = await raw<{ action: string }>(
    world,
    `select action from audit_log where entity_id = $1 order by audit_id`,
    [id],
  )
  expect(log.map(({ action }) => action)).toEqual(['environment.created', 'environment.updated', 'environment.removed'])
})

test('the id of an environment is unique in its account, without regard to case, also for two requests at once', async () => {
  await add(nordico, { customerEnvironmentId: 'Plant 7' })
  const body = { accountId: nordico.accountId, customerName: 'Other', customerEnvironmentId: ' plant 7 ' }
  const taken = { code: 'RQ422', info: { issues: [{ path: 'customerEnvironmentId', code: 'taken' }] } }
  expect(await nordico.refused(environments.create, { body })).toMatchObject(taken)
  const other = await add(nordico, { customerEnvironmentId: 'Plant 8' })
  const names = { customerName: 'Other', customerEnvironmentId: 'PLANT 7' }
  expect(await nordico.refused(environments.update, { params: { id: other }, body: names })).toMatchObject(taken)
  const race = { body: { ...body, customerEnvironmentId: 'Plant 9' } }
  const both = await Promise.all([nordico.raw(environments.create, race), nordico.raw(environments.create, race)])
  expect(both.map(({ status }) => status).sort()).toEqual([201, 422])
  await add(fjord, { customerEnvironmentId: 'Plant 7' })
})

test('the account may be named as accountId or parentAccountId, but not as two different ones', async () => {
  const names = { customerName: 'Depot', customerEnvironmentId: 'D-1' }
  const body = { ...names, parentAccountId: acme.accountId, accountId: acme.accountId }
  await nordico.call(environments.create, { body })
  const issue = async (wrong: object) =>
    (await nordico.refused(environments.create, { body: { ...names, ...wrong } })).info as {
      issues: { path: string }[]
    }
  expect((await issue({})).issues[0]?.path).toBe('accountId')
  const two = { accountId: acme.accountId, parentAccountId: nordico.accountId }
  expect((await issue(two)).issues[0]?.path).toBe('parentAccountId')
  for (const empty of [{ customerName: ' ' }, { customerEnvironmentId: '' }, { customerName: 'a'.repeat(256) }])
    expect((await issue({ accountId: acme.accountId, ...empty })).issues[0]?.path).toBe(Object.keys(empty)[0])
})

test('the list has the environments of the account, on request of those below, filtered and sorted', async () => {
  await add(sudvia, { customerName: 'Zeta', customerEnvironmentId: 'Z' })
  await add(sudvia, { customerName: 'Àlfa', customerEnvironmentId: 'A' })
  const names = async (person: Person, search: object) =>
    (await person.call(environments.search, { body: search })).items.map(({ customerName }) => customerName)
  expect(await names(sudvia, { sortBy: [{ field: 'customerName' }] })).toEqual(['Àlfa', 'Zeta'])
  expect(await names(sudvia, { filterBy: [{ field: 'customerName', values: ['alf'] }] })).toEqual(['Àlfa'])
  expect(await names(vendor, {})).toEqual([])
  const below = { includeChildren: true, filterBy: [{ field: 'accountName', values: ['sudvia'] }] }
  expect(await names(vendor, { ...below, sortBy: [{ field: 'customerEnvironmentId' }] })).toEqual(['Àlfa', 'Zeta'])
  const options = await vendor.call(environments.lookup, { params: { accountId: sudvia.accountId } })
  expect(options.map(({ customerName }) => customerName)).toEqual(['Àlfa', 'Zeta'])
})

test('an environment with exported licenses is not deleted, and the refusal names their keys', async () => {
  const id = await add(acme, { customerEnvironmentId: 'With keys' })
  await give(acme, 'EDGE-1Y', 1)
  const serialKey = await key(acme, 'EDGE-1Y')
  await write((tx) =>
    tx.run(
      sql`update licenses set exported_at = clock(), export_environment_id = ${id} where serial_key = ${serialKey}`,
    ),
  )
  expect(await acme.call(environments.read, { params: { id } })).toMatchObject({
    licenses: 1,
    blocked: { update: null, delete: 'RQ409' },
  })
  expect(await acme.refused(environments.remove, { params: { id } })).toMatchObject({
    code: 'RQ409',
    info: { licenses: [serialKey] },
  })
})

test('a stranger finds no environment, and each action needs its flag', async () => {
  const id = await add(acme, { customerEnvironmentId: 'Hidden' })
  for (const person of [sudvia, fjord, canary]) {
    expect(await person.refused(environments.read, { params: { id } })).toMatchObject({ code: 'RQ404' })
    expect(await person.refused(environments.update, { params: { id }, body: hospital })).toMatchObject({
      code: 'RQ404',
    })
    expect(await person.refused(environments.remove, { params: { id } })).toMatchObject({ code: 'RQ404' })
  }
  const body = { ...hospital, customerEnvironmentId: 'Foreign', accountId: acme.accountId }
  expect(await sudvia.refused(environments.create, { body })).toMatchObject({ code: 'RQ404' })
  expect(await acme.refused(environments.read, { params: { id: newId() } })).toMatchObject({ code: 'RQ404' })

  // A reader of the whole tenant sees the environments of other branches but cannot change them.
  const holding = rolesOf(world)
  const wide = await holding(fjord, { Environments: 'ra-u-d' })
  const seen = await wide(environments.read, { params: { id } })
  expect(seen.body).toMatchObject({ blocked: { update: 'RQ404', delete: 'RQ404' } })
  expect((await wide(environments.remove, { params: { id } })).status).toBe(404)
  const reader = await holding(acme, { Environments: 'r' })
  expect((await reader(environments.read, { params: { id } })).body).toMatchObject({
    blocked: { update: 'RQ403', delete: 'RQ403' },
  })
  expect((await reader(environments.remove, { params: { id } })).status).toBe(403)
})
