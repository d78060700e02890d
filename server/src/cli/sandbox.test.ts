// @module-tag long
import { apiKeys } from '@trellis/contract/api-keys'
import { catalogue } from '@trellis/contract/catalogue'
import { certificates } from '@trellis/contract/certificates'
import { deals } from '@trellis/contract/deals'
import { identity } from '@trellis/contract/identity'
import { userCertificates } from '@trellis/contract/issued-certificates'
import { orders } from '@trellis/contract/orders'
import { sandbox } from '@trellis/contract/sandbox'
import { settings } from '@trellis/contract/settings'
import { tenants } from '@trellis/contract/tenants'
import { users } from '@trellis/contract/users'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { newId } from '../platform/ids.ts'
import { network, type Person, password } from '../testing/network.ts'
import { operatorOf } from '../testing/operator.ts'
import { raw, selling } from '../testing/selling.ts'
import { emptyTenant } from './empty-tenant.ts'

/* A tenant to try everything in (rules G30, decision 147). */

const world = await network()
const { vendor, nordico, canary } = world
const { issue, offer } = selling(world)
const portal = operatorOf(world)
const create = (code: string, ...more: string[]) =>
  portal(
    ...['tenant', 'create', '--sandbox', '--code', code, '--name', 'Integration'],
    ...['--admin-email', 'ida@integrator.example', '--admin-password', password, ...more],
  )
const created = await create('try', '--host', 'try.integrator.example')
const ida = world.somebody('try', 'ida@integrator.example')
const luca = world.somebody('try', 'luca@ferrante.example')
const sales = async (who: Person) => (await who.call(orders.sellOut, { body: { includeChildren: true } })).count
const keyOf = async (who: Person) => {
  const { account } = await who.call(identity.me)
  const permissions = [{ module: 'Orders' as const, flags: 'r' as const }]
  return who.call(apiKeys.create, { body: { name: 'ERP', parentAccountId: account.accountId, permissions } })
}
const withKey = (key: string) =>
  world.anonymous(orders.sellOut, {
    body: {},
    headers: { 'x-tenant-code': 'try', authorization: `Bearer ${key}` },
  })

test('it has a network with a year of business, and its administrator and its people sign in', async () => {
  expect(created).toMatchObject({ isDone: true, stderr: '' })
  expect(created.stdout).toContain('Sandbox try (Integration) is there')
  expect(await sales(ida)).toBeGreaterThan(100)
  expect((await luca.call(orders.sellIn, { body: {} })).count).toBeGreaterThan(0)
  expect(await portal('check', '--tenant', 'try')).toMatchObject({ isDone: true })
})

test('a machine is told, and people read it in the name, which keeps its mark when it is changed', async () => {
  const about = (tenantCode: string) => world.anonymous(tenants.current, { headers: { 'x-tenant-code': tenantCode } })
  const marked = { tenantName: 'Integration (Sandbox)', environment: 'sandbox' }
  expect((await about('try')).body).toMatchObject(marked)
  expect(await ida.call(settings.read)).toMatchObject(marked)
  expect((await about('verdant')).body).toMatchObject({ tenantName: 'Verdant', environment: 'test' })
  for (const [tenantName, kept] of [
    ['Other', 'Other (Sandbox)'],
    ['Integration (Sandbox)', 'Integration (Sandbox)'],
  ] as const)
    expect(await ida.call(settings.change, { body: { tenantName } })).toMatchObject({ tenantName: kept })
  expect((await portal('tenant', 'show', 'try')).stdout).toMatch(/^State: +in service, a sandbox$/m)
})

test('a sandbox and the real tenants do not know of each other, and no product passes', async () => {
  const codes = async (who: Person) => (await who.call(tenants.lookup)).map(({ tenantCode }) => tenantCode)
  expect(await codes(ida)).toEqual(['try'])
  expect(await codes(canary)).toEqual(['canary', 'verdant'])
  const [own] = await ida.call(tenants.lookup)
  const draft = (sku: string, to: string) => ({ body: { sku, name: sku, priceMsrp: 1, tenants: [to] } })
  expect(await ida.refused(catalogue.create, draft('OUT', world.tenantId))).toMatchObject({ code: 'RQ404' })
  expect(await vendor.refused(catalogue.create, draft('IN', own?.tenantId ?? ''))).toMatchObject({ code: 'RQ404' })
  expect((await ida.raw(catalogue.create, draft('WITHIN', own?.tenantId ?? ''))).status).toBe(201)
})

test('a sandbox serves no host name that nobody claimed, however old it is', async () => {
  await raw(world, `update tenants set created_at = '2000-01-01' where code = 'try'`)
  const { body } = await world.anonymous(tenants.current, { headers: { host: 'somewhere.example' } })
  expect(body).toMatchObject({ tenantCode: 'verdant' })
})

test('its administrators read the mails that it would have sent', async () => {
  const user = { userName: 'new@integrator.example', firstName: 'New', lastName: 'Person', roles: [4] }
  await ida.call(users.create, { body: { user } })
  await ida.call(users.create, { body: { user: { ...user, userName: 'other@integrator.example' } } })
  const { items, next } = await ida.call(sandbox.mails, { query: { to: 'NEW@integrator.example' } })
  expect(items).toMatchObject([
    { to: 'new@integrator.example', text: expect.stringContaining('Integration (Sandbox)') },
  ])
  expect(next).toBeNull()
  const [{ mailId, subject } = { mailId: '', subject: '' }] = items
  expect(await ida.call(sandbox.mail, { params: { id: mailId } })).toMatchObject({
    subject,
    html: expect.stringContaining('<html'),
    headers: { To: expect.stringContaining('new@integrator.example') },
  })
  const all = await ida.call(sandbox.mails, { query: {} })
  expect(all.items.slice(0, 2).map(({ to }) => to)).toEqual(['other@integrator.example', 'new@integrator.example'])
  const older = await ida.call(sandbox.mails, { query: { before: all.items[0]?.mailId ?? '' } })
  expect(older.items[0]?.mailId).toBe(mailId)
})

test('nobody else reads them, and a real tenant has no such call', async () => {
  const [mail] = (await ida.call(sandbox.mails, { query: {} })).items
  const params = { id: mail?.mailId ?? '' }
  for (const who of [vendor, nordico, luca]) {
    const code = who === vendor ? 'RQ404' : 'RQ403'
    expect(await who.refused(sandbox.mails, { query: {} })).toMatchObject({ code })
    expect(await who.refused(sandbox.mail, { params })).toMatchObject({ code })
  }
  expect(await ida.refused(sandbox.mail, { params: { id: newId() } })).toMatchObject({ code: 'RQ404' })
  expect((await world.anonymous(sandbox.mails, { query: {} })).status).toBe(401)
})

async function textOf(pdf: Buffer): Promise<string[]> {
  const document = await getDocumentProxy(new Uint8Array(pdf), { verbosity: 0 })
  return (await extractText(document, { mergePages: false })).text
}

async function printed(who: Person, url: string): Promise<string[]> {
  const headers = { 'x-tenant-code': who.tenantCode, authorization: `Bearer ${await who.token()}` }
  return textOf((await world.app.http.inject({ url: `/api/v1${url}`, headers })).rawPayload)
}

test('each page of its documents is marked in the language of the document, and no other document is', async () => {
  const sold = await ida.call(orders.sellOut, { body: { includeChildren: true, limit: 1 } })
  const registered = await ida.call(deals.search, { body: { includeChildren: true, limit: 1 } })
  const issued = await ida.call(userCertificates.search, {
    body: { includeChildren: true, limit: 1, filterBy: [{ field: 'statusName', values: ['Confirmed'] }] },
  })
  const certificate = async (languageCode: 'en' | 'it') => {
    const body = { id: issued.items[0]?.userCertificateId ?? '', kind: 'User' as const, languageCode }
    return textOf(Buffer.from((await ida.call(certificates.pdf, { body })).base64, 'base64'))
  }
  for (const [language, words] of [
    ['en', 'SANDBOX · for trying only'],
    ['it', 'SANDBOX · solo per prove'],
  ] as const)
    for (const pages of [
      await printed(ida, `/orders/${sold.items[0]?.orderId}/pdf?languageCode=${language}`),
      await printed(ida, `/deals/${registered.items[0]?.dealId}/receipt?format=pdf&languageCode=${language}`),
      await certificate(language),
    ])
      for (const page of pages) expect(page.replace(/\s+/g, ' ')).toContain(words)
  await issue({ BOX: 1 })
  const { id } = await offer(vendor, nordico, { BOX: 1 })
  expect((await printed(nordico, `/orders/${id}/pdf`)).join()).not.toMatch(/sandbox/i)
})

test('keys of a sandbox are told from real ones', async () => {
  expect((await keyOf(ida)).key).toMatch(/^trk_test/)
  expect((await keyOf(vendor)).key).not.toMatch(/^trk_test/)
})

test('a reset makes it as new; its administrators, host names and API keys stay, and all else of it goes', async () => {
  const before = await sales(ida)
  const { key } = await keyOf(ida)
  const { key: ofLuca } = await keyOf(luca)
  const { id: ended, key: gone } = await keyOf(ida)
  await ida.call(apiKeys.end, { params: { id: ended } })
  const verdant = await sales(vendor)
  const { items } = await luca.call(orders.sellIn, { body: { limit: 1 } })
  expect((await withKey(key)).status).toBe(200)

  const reset = await portal('tenant', 'reset', 'try', '--json')
  expect(reset).toMatchObject({ isDone: true })
  expect((await ida.raw(identity.me)).status).toBe(401)
  const again = world.somebody('try', 'ida@integrator.example')
  expect(Math.abs((await sales(again)) - before)).toBeLessThan(5)
  expect(await again.refused(orders.read, { params: { id: items[0]?.orderId ?? '' } })).toMatchObject({ code: 'RQ404' })
  expect(
    (await again.raw(catalogue.search, { body: { filterBy: [{ field: 'sku', values: ['WITHIN'] }] } })).body,
  ).toMatchObject({
    count: 0,
  })
  for (const [one, status] of [
    [key, 200],
    [ofLuca, 200],
    [gone, 401],
  ] as const)
    expect([one, (await withKey(one)).status]).toEqual([one, status])
  const { body } = await world.anonymous(tenants.current, { headers: { host: 'try.integrator.example' } })
  expect(body).toMatchObject({ tenantCode: 'try', tenantName: 'Integration (Sandbox)', environment: 'sandbox' })
  expect(await portal('check', '--tenant', 'try')).toMatchObject({
    stdout: expect.stringContaining('all of them hold'),
  })
  expect(await sales(vendor)).toBe(verdant)
  expect(await portal('check', '--tenant', 'verdant')).toMatchObject({ isDone: true })
})

test('a real tenant is never emptied, and neither becomes the other, whoever asks', async () => {
  const refused = await portal('tenant', 'reset', 'verdant')
  expect(refused).toMatchObject({ isDone: false, stderr: expect.stringContaining('verdant is no sandbox') })
  expect((await canary.call(tenants.lookup)).length).toBe(2)
  expect((await portal('tenant', 'reset', 'nowhere')).stderr).toContain('There is no tenant nowhere')
  for (const change of ['is_sandbox = not is_sandbox', `is_sandbox = true, name = 'Verdant (Sandbox)'`])
    await expect(raw(world, `update tenants set ${change} where code = 'verdant'`)).rejects.toThrow(
      'from its beginning',
    )
  await expect(raw(world, `update tenants set is_sandbox = false where code = 'try'`)).rejects.toThrow(
    'from its beginning',
  )
  await expect(raw(world, `update tenants set name = 'Real' where code = 'try'`)).rejects.toThrow('check constraint')
  await expect(raw(world, `delete from audit_log where tenant_id = $1`, [world.tenantId])).rejects.toThrow(
    'append-only',
  )
  const emptied = world.db.administer(
    { tenantId: world.tenantId, userId: null, reach: null, clock: null, requestId: null },
    emptyTenant,
  )
  await expect(emptied).rejects.toThrow('suspended for thirty days')
  expect(
    (await raw(world, `select from audit_log where tenant_id = $1 limit 5`, [world.tenantId])).length,
  ).toBeGreaterThan(0)
})

test('a reset that was ended in the middle is begun again by the same command', async () => {
  expect(await portal('tenant', 'suspend', 'try', '--reason', 'is being reset')).toMatchObject({ isDone: true })
  expect(await portal('tenant', 'reset', 'try')).toMatchObject({ isDone: true, stderr: '' })
  expect((await portal('tenant', 'show', 'try')).stdout).toMatch(/^State: +in service, a sandbox$/m)
})

test('one that is suspended is not reset, and options of real tenants are refused', async () => {
  await portal('tenant', 'suspend', 'try')
  expect(await portal('tenant', 'reset', 'try')).toMatchObject({
    isDone: false,
    stderr: expect.stringContaining('`portal tenant resume try` first'),
  })
  await portal('tenant', 'resume', 'try')
  expect((await create('other', '--currency', 'USD')).stderr).toContain('leave --currency and --time-zone out')
  expect((await create('try')).stderr).toContain('There is a tenant try already')
})

test('there are twenty at most', async () => {
  await raw(
    world,
    `insert into tenants (tenant_id, code, name, currency_id, is_sandbox)
     select gen_random_uuid(), 'many-' || n, n || ' (Sandbox)', 978, true from generate_series(1, 19) n`,
  )
  expect(await create('last')).toMatchObject({ isDone: false, stderr: expect.stringContaining('20 sandboxes already') })
  expect((await portal('tenant', 'show', 'last')).stderr).toContain('There is no tenant last')
})
