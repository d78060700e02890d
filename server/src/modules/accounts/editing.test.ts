import { accounts } from '@trellis/contract/accounts'
import { users } from '@trellis/contract/users'
import { expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { inviting } from '../../testing/inviting.ts'
import { network, type Person } from '../../testing/network.ts'
import { raw } from '../../testing/selling.ts'

const world = await network()
const { vendor, nordico, sudvia, acme, acmeBasic, bergen, fjord, canary } = world

const office = { accountName: 'Acme & Sons', notificationReceiverEmail: 'office@acme.example' }
const milan = {
  legalName: 'Acme S.r.l.',
  vatId: 'IT00743110157',
  street: 'Via Tortona 27',
  city: 'Milano',
  locality: 'Navigli',
  region: 'MI',
  country: null as string | null,
  countryCode: 'IT' as string | null,
  postalCode: '20144',
}
const addressOf = async (who: Person) =>
  (await vendor.call(accounts.read, { params: { id: who.accountId } })).address[0]?.addressId ?? ''
const rowsOf = (accountId: string) =>
  raw(world, `select a.*, d.* from accounts a join addresses d using (tenant_id, account_id) where a.account_id = $1`, [
    accountId,
  ])

test('an account can change its own name and notification address, and so can accounts above it', async () => {
  const params = { id: acme.accountId }
  expect(await acme.call(accounts.update, { params, body: office })).toMatchObject({ ...office, accountCode: 'ACME' })
  for (const nobody of [{ notificationReceiverEmail: '' }, { notificationReceiverEmail: null }, {}]) {
    await acme.call(accounts.update, { params, body: office })
    const body = { accountName: 'Acme', ...nobody }
    const changed = await nordico.call(accounts.update, { params, body })
    expect(changed).toMatchObject({ accountName: 'Acme', notificationReceiverEmail: null })
  }
})

test('the notification address must be a single valid e-mail address (threats W3)', async () => {
  const params = { id: acme.accountId }
  for (const email of [
    'x',
    'a@b.example, c@d.example',
    'a@b.example\r\nBcc: c@d.example',
    'Acme <a@b.example>',
    ' ',
    7,
  ])
    expect(
      await acme.raw(accounts.update, { params, body: { ...office, notificationReceiverEmail: email } }),
    ).toMatchObject({
      status: 422,
      body: { code: 'RQ422' },
    })
  for (const accountName of ['', '   ', 'x'.repeat(256), 'a\u0000b', undefined])
    expect((await acme.raw(accounts.update, { params, body: { ...office, accountName } })).status).toBe(422)
  expect((await acme.raw(accounts.update, { params, body: { ...office, tenantId: 1 } })).status).toBe(422)
  // Names of the account itself may come back as they were read; they change nothing.
  const before = { ...(await acme.call(accounts.update, { params, body: office })), modifiedDate: expect.any(String) }
  for (const [field, value] of Object.entries({ groupId: 1, parentAccountId: nordico.accountId, accountCode: 'OTHER' }))
    expect((await acme.raw(accounts.update, { params, body: { ...office, [field]: value } })).body).toEqual(before)
})

test('an address is replaced as a whole; optional fields may be left out', async () => {
  const params = { accountId: acme.accountId, addressId: await addressOf(acme) }
  const changed = await acme.call(accounts.updateAddress, { params, body: milan })
  expect(changed.address).toEqual([
    { ...milan, addressId: params.addressId, country: 'Italy', countryCode: 'IT', coordinates: null },
  ])
  const { locality, region, ...least } = milan
  const again = await nordico.call(accounts.updateAddress, {
    params,
    body: { ...least, addressId: params.addressId, coordinates: '45.45,9.16' },
  })
  expect(again.address).toMatchObject([{ locality: null, region: null, coordinates: '45.45,9.16' }])
  // The address can be sent back as it was read.
  const [address] = again.address
  const same = await acme.call(accounts.updateAddress, { params, body: address as typeof milan })
  expect(same.address).toEqual(again.address)
  const [log] = await raw<{ before: object; after: object }>(
    world,
    `select before, after from audit_log where action = 'account.address_changed' and entity_id = $1 order by audit_id limit 1`,
    [acme.accountId],
  )
  expect(log).toMatchObject({
    before: { city: 'Oslo', countryCode: 'NO' },
    after: { city: 'Milano', countryCode: 'IT' },
  })
})

test("every answer with an address has the country's name in the reader's language and its code", async () => {
  const params = { accountId: bergen.accountId, addressId: await addressOf(bergen) }
  await raw(world, `update users set language_code = 'it' where user_id = $1`, [sudvia.userId])
  await raw(world, `update users set language_code = 'it' where user_id = $1`, [bergen.userId])
  const germany = { country: 'Germany', countryCode: 'DE' }
  const germania = { country: 'Germania', countryCode: 'DE' }
  const body = { ...milan, vatId: 'DE136695976', countryCode: null, country: 'germany' }
  expect((await nordico.call(accounts.updateAddress, { params, body })).address).toMatchObject([germany])
  expect((await bergen.call(accounts.updateAddress, { params, body })).address).toMatchObject([germania])
  // The Italian name alone is accepted when it is sent back.
  const [read] = (await bergen.call(accounts.read, { params: { id: bergen.accountId } })).address
  const { countryCode, ...named } = read ?? { countryCode: '' }
  expect((await bergen.call(accounts.updateAddress, { params, body: named as typeof milan })).address).toMatchObject([
    germania,
  ])

  const listed = await nordico.call(accounts.search, { body: {} })
  expect(listed.items.find((account) => account.accountId === bergen.accountId)?.address).toMatchObject([germany])
  const file = await world.app.http.inject({
    method: 'POST',
    url: '/api/v1/exports',
    headers: { 'x-tenant-code': world.tenantCode, authorization: `Bearer ${await nordico.token()}` },
    payload: {
      list: 'accounts.search',
      search: {},
      columns: [
        { path: 'address.0.country', label: 'Country' },
        { path: 'address.0.countryCode', label: 'Code' },
      ],
      fileName: 'accounts',
      format: 'csv',
    },
  })
  expect(file.payload).toContain('Germany,DE')

  // An import may have stored an unknown country code.
  await raw(world, `update addresses set country_code = 'QQ' where address_id = $1`, [params.addressId])
  expect((await bergen.call(accounts.read, { params: { id: bergen.accountId } })).address).toMatchObject([
    { country: 'QQ', countryCode: 'QQ' },
  ])
})

test('a country is accepted by its code or by its name in a language of the portal', async () => {
  const params = { accountId: acme.accountId, addressId: await addressOf(acme) }
  const given = [
    [{ countryCode: 'DE', country: null }, 'DE'],
    [{ countryCode: 'de' }, 'DE'],
    [{ countryCode: null, country: 'Germany' }, 'DE'],
    [{ countryCode: '', country: 'germania' }, 'DE'],
    [{ countryCode: null, country: 'DE' }, 'DE'],
    // The code takes precedence over the name.
    [{ countryCode: 'DE', country: 'Italy' }, 'DE'],
  ] as const
  for (const [country, code] of given) {
    const changed = await acme.call(accounts.updateAddress, {
      params,
      body: { ...milan, vatId: 'DE136695976', ...country },
    })
    expect(changed.address[0]?.countryCode, JSON.stringify(country)).toBe(code)
  }
  const unknown = [
    [{ countryCode: 'XX' }, 'countryCode', 'unknown_country'],
    [{ countryCode: null, country: 'Atlantis' }, 'country', 'unknown_country'],
    [{ countryCode: null, country: null }, 'country', 'required'],
    [{ countryCode: '', country: '' }, 'country', 'required'],
  ] as const
  for (const [country, path, code] of unknown) {
    const answer = await acme.raw(accounts.updateAddress, { params, body: { ...milan, ...country } })
    expect(answer).toMatchObject({ status: 422, body: { info: { issues: [{ path, code }] } } })
  }
})

test('a VAT id is refused only if the country could not have issued it', async () => {
  const params = { accountId: acme.accountId, addressId: await addressOf(acme) }
  for (const vatId of ['IT00743110157', '00743110157', 'IT 007 431 101 57', '00743110158'])
    await acme.call(accounts.updateAddress, { params, body: { ...milan, vatId } })
  for (const vatId of ['IT0074311015', 'none', '<b>1</b>', '007431101577']) {
    const answer = await acme.raw(accounts.updateAddress, { params, body: { ...milan, vatId } })
    expect(answer).toMatchObject({ status: 422, body: { info: { issues: [{ path: 'vatId', code: 'vat_id' }] } } })
  }
})

test('the required fields of an address are checked', async () => {
  const params = { accountId: acme.accountId, addressId: await addressOf(acme) }
  for (const field of ['legalName', 'vatId', 'street', 'city', 'postalCode']) {
    for (const nothing of ['', '  ', null, undefined]) {
      const answer = await acme.raw(accounts.updateAddress, { params, body: { ...milan, [field]: nothing } })
      expect(answer.status, field).toBe(422)
      expect(JSON.stringify(answer.body), field).toContain(`"path":"${field}"`)
    }
  }
})

test('strangers can change neither name nor address, and Basic users nothing at all (threats T2, T3, Z1)', async () => {
  const addressId = await addressOf(acme)
  const before = await rowsOf(acme.accountId)
  for (const stranger of [bergen, fjord, sudvia, canary]) {
    const named = await stranger.refused(accounts.update, { params: { id: acme.accountId }, body: office })
    expect(named).toMatchObject({ code: 'RQ404' })
    const params = { accountId: acme.accountId, addressId }
    expect(await stranger.refused(accounts.updateAddress, { params, body: milan })).toMatchObject({ code: 'RQ404' })
    // The address of another account cannot be changed through the own account either.
    const through = { accountId: stranger.accountId, addressId }
    expect(await stranger.refused(accounts.updateAddress, { params: through, body: milan })).toMatchObject({
      code: 'RQ404',
    })
  }
  const own = { accountId: acme.accountId, addressId: newId() }
  expect(await acme.refused(accounts.updateAddress, { params: own, body: milan })).toMatchObject({ code: 'RQ404' })
  expect(await acmeBasic.refused(accounts.update, { params: { id: acme.accountId }, body: office })).toMatchObject({
    code: 'RQ403',
  })
  expect(await rowsOf(acme.accountId)).toEqual(before)
})

test('a user who reads the whole tenant gets 403, not 404, for accounts that they may not change', async () => {
  const seer = await inviting(world).join(vendor, 'seer@nordico.example', 'Basic', nordico.accountId)
  await vendor.call(users.changeRoles, { params: { id: seer.userId }, body: { roles: [1] } })
  expect(await seer.raw(accounts.update, { params: { id: sudvia.accountId }, body: office })).toMatchObject({
    status: 403,
  })
  expect(await seer.raw(accounts.update, { params: { id: canary.accountId }, body: office })).toMatchObject({
    status: 404,
  })
})

test('every account has an address that can be edited, even if it was created without one', async () => {
  const without = await raw(
    world,
    `select code from accounts a where not exists (select from addresses d where d.account_id = a.account_id)`,
  )
  expect(without).toEqual([])
  const { address } = await canary.call(accounts.read, { params: { id: canary.accountId } })
  expect(address).toMatchObject([{ legalName: 'Canary Root', street: '', countryCode: '' }])
})

test('an account can have further addresses; the first stays its own (decision 044)', async () => {
  const params = { accountId: fjord.accountId }
  const [first] = (await fjord.call(accounts.read, { params: { id: fjord.accountId } })).address
  const added = await fjord.raw(accounts.addAddress, { params, body: milan })
  expect(added).toMatchObject({ status: 201 })
  const { address } = await fjord.call(accounts.read, { params: { id: fjord.accountId } })
  expect(address).toEqual([
    first,
    { ...milan, addressId: (added.body as { id: string }).id, country: 'Italy', countryCode: 'IT', coordinates: null },
  ])
  const [log] = await raw<{ after: object }>(
    world,
    `select after from audit_log where action = 'account.address_added' and entity_id = $1`,
    [fjord.accountId],
  )
  expect(log).toMatchObject({ after: { city: 'Milano' } })

  for (const [change, path] of [
    [{ vatId: 'none' }, 'vatId'],
    [{ countryCode: 'XX' }, 'countryCode'],
    [{ city: ' ' }, 'city'],
    [{ addressId: newId() }, 'addressId'],
  ] as const) {
    const refused = await fjord.raw(accounts.addAddress, { params, body: { ...milan, ...change } as typeof milan })
    expect(refused, path).toMatchObject({ status: 422 })
    expect(JSON.stringify(refused.body)).toContain(path)
  }
  await raw(
    world,
    `insert into addresses (tenant_id, address_id, account_id)
     select tenant_id, gen_random_uuid(), account_id from addresses, generate_series(1, 98) where address_id = $1`,
    [first?.addressId],
  )
  expect(await fjord.raw(accounts.addAddress, { params, body: milan })).toMatchObject({ status: 422 })
})

test('strangers and Basic users add no address (threats T2, T3, Z1)', async () => {
  const params = { accountId: acme.accountId }
  const before = await rowsOf(acme.accountId)
  for (const stranger of [bergen, fjord, sudvia, canary])
    expect(await stranger.refused(accounts.addAddress, { params, body: milan })).toMatchObject({ code: 'RQ404' })
  expect(await acmeBasic.refused(accounts.addAddress, { params, body: milan })).toMatchObject({ code: 'RQ403' })
  expect(await rowsOf(acme.accountId)).toEqual(before)
})
