import { licenses } from '@trellis/contract/licenses'
import { expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { licensing } from '../../testing/licensing.ts'
import { network } from '../../testing/network.ts'

const world = await network()
const { nordico, sudvia, acme, acmeBasic, bergen, calabro, fjord, canary } = world
const { addRareProducts, create, give, key, write, item, read } = licensing(world)

await addRareProducts()

test('a note can be changed, read and cleared', async () => {
  const serialKey = await key(acme, 'EDGE-1Y')
  const noted = await acme.call(licenses.note, { params: { serialKey }, body: { licenseNote: 'renew in spring' } })
  expect(noted).toMatchObject({ serialKey, licenseNote: 'renew in spring' })
  await nordico.call(licenses.note, { params: { serialKey }, body: { licenseNote: null } })
  expect((await read(acme, serialKey)).licenseNote).toBeNull()
})

test('a key is found in the forms people type', async () => {
  const serialKey = await key(acme, 'EDGE-1Y')
  expect(await read(acme, serialKey.toLowerCase().replaceAll('-', ' '))).toMatchObject({ serialKey })
})

test('without the permission nothing can be created or noted, and `blocked` says so beforehand', async () => {
  const serialKey = await key(acme, 'EDGE-1Y')
  expect((await read(acmeBasic, serialKey)).blocked).toEqual({
    update: 'RQ403',
    renew: null,
    export: 'RQ403',
    seats: 'RQ403',
    deleteSeats: 'RQ403',
  })
  const refusal = await acmeBasic.refused(licenses.note, { params: { serialKey }, body: { licenseNote: 'x' } })
  expect(refusal).toMatchObject({ code: 'RQ403', info: { permission: 'Licenses:u' } })
})

test('a stranger sees no license, changes none, and creates none for another account', async () => {
  const serialKey = await key(acme, 'EDGE-1Y')
  const params = { serialKey }
  const nothing = await bergen.refused(licenses.read, { params: { serialKey: 'EDGE-00000-00000-00000-00000' } })
  for (const stranger of [bergen, calabro, sudvia, fjord, canary]) {
    const refusals = [
      await stranger.refused(licenses.read, { params }),
      await stranger.refused(licenses.note, { params, body: { licenseNote: 'mine' } }),
      await stranger.refused(licenses.search, { body: { parentAccountId: acme.accountId } }),
      await stranger.refused(licenses.create, {
        body: { items: [item('EDGE-1Y', 1)], parentAccountId: acme.accountId },
      }),
    ]
    for (const refusal of refusals) expect({ ...refusal, requestId: nothing.requestId }).toEqual(nothing)
    const { items } = await stranger.call(licenses.search, { body: { includeChildren: true, limit: 3000 } })
    expect(items.filter((license) => license.serialKey === serialKey)).toEqual([])
  }
  expect((await read(acme, serialKey)).licenseNote).toBeNull()
  const foreign = await canary.refused(licenses.create, {
    body: { parentAccountId: canary.accountId, items: [item('EDGE-TRIAL', 1)] },
  })
  expect(foreign).toMatchObject({ code: 'RQ404' })
})

test('without a session every call is refused with 401', async () => {
  for (const call of [licenses.search, licenses.create]) {
    const { status, body } = await world.anonymous(call, { body: {} })
    expect(status).toBe(401)
    expect(body).toMatchObject({ code: 'RQ401' })
  }
})

test('the audit log contains every key, note and movement with its user', async () => {
  await give(acme, 'EDGE-1Y', 1)
  const { id } = await create(nordico, acme, item('EDGE-1Y', 1))
  const rows = await write((tx) =>
    tx.rows(sql`select action, user_id, after from audit_log where entity = 'license' and entity_id = ${id}`),
  )
  expect(rows).toMatchObject([
    {
      action: 'license.created',
      user_id: nordico.userId,
      after: { sku: 'EDGE-1Y', seats: 1, ownerAccountId: acme.accountId },
    },
  ])
})
