import { accounts } from '@trellis/contract/accounts'
import { approvalRules } from '@trellis/contract/approvals'
import { catalogue } from '@trellis/contract/catalogue'
import { certificates } from '@trellis/contract/certificates'
import type { Problem } from '@trellis/contract/codes'
import { deals } from '@trellis/contract/deals'
import { directories } from '@trellis/contract/directories'
import type { Endpoint } from '@trellis/contract/endpoint'
import { environments } from '@trellis/contract/environments'
import { accountCertificates, userCertificates } from '@trellis/contract/issued-certificates'
import { licenses } from '@trellis/contract/licenses'
import { orders } from '@trellis/contract/orders'
import { priceLists } from '@trellis/contract/price-lists'
import { pricePlans } from '@trellis/contract/price-plans'
import { productTypes } from '@trellis/contract/product-types'
import { recordRead, records, recordsChanged } from '@trellis/contract/records'
import { signInSettings } from '@trellis/contract/sign-in-settings'
import { users } from '@trellis/contract/users'
import { webhooks } from '@trellis/contract/webhooks'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { certifying } from './testing/certifying.ts'
import { dealing } from './testing/dealing.ts'
import { keysOf } from './testing/keys.ts'
import { licensing } from './testing/licensing.ts'
import { network, type Person, type Raw } from './testing/network.ts'
import { selling } from './testing/selling.ts'

/* Covers: server/src/platform/http/guarded.ts, server/src/platform/http/versions.ts, server/src/modules/audit/versions.ts */

const receiver = '127.0.0.1:9'
const world = await network({ webhookHosts: [receiver] })
const { app, vendor, manager, nordico, acme, bergen, sudvia, canary } = world
const { issue, request, items, sell } = selling(world)
const { register } = dealing(world)
const { key } = licensing(world)
const { define, certify } = certifying(world)
await issue({ 'EDGE-1Y': 20, BOX: 20 })
await sell(vendor, nordico, { BOX: 10 })

const names = ['First', 'Second', 'Third', 'Fourth', 'a', 'b', 'c', 'd']

/** A record, what reads it and what changes it. */
interface Kind {
  who: Person
  read: Endpoint
  params: object
  change: Endpoint
  changed: object
  body(name: string): object
}
const byId = (id: string) => ({ params: { id }, changed: { id } })

const environment = await acme.call(environments.create, {
  body: { accountId: acme.accountId, customerName: 'Site', customerEnvironmentId: 'S' },
})
const list = await vendor.call(priceLists.create, {
  body: { name: 'Spring', currencyId: 978, parentAccountId: vendor.accountId, items: [] },
})
const type = await manager.call(productTypes.create, { body: { name: 'Goods', features: [] } })
const product = await manager.call(catalogue.create, { body: { sku: 'V-1', name: 'Versioned', priceMsrp: 1 } })
const definition = await define()
const forAccounts = await define('Account')
const userCertificate = await certify(vendor, acme, definition)
const { id: accountCertificate } = await vendor.call(accountCertificates.create, {
  body: { certificateId: forAccounts, accountId: acme.accountId },
})
const order = await request(acme, { BOX: 1 })
const deal = await register(acme, { BOX: 1 })
const serialKey = await key(acme, 'EDGE-1Y')
const own = new Map<string, string>()
for (const name of names) {
  const body = { name: `For Bergen ${name}`, currencyId: 978, parentAccountId: nordico.accountId, items: [] }
  own.set(name, (await nordico.call(priceLists.create, { body })).id)
}
await nordico.call(priceLists.associate, {
  params: { accountId: bergen.accountId },
  body: { priceListId: own.get('a') ?? '', canPropagate: false },
})

const planned = { day: '2999-01-01', items: [{ sku: 'BOX', customPrice: 1 }] }
const plan = await vendor.call(pricePlans.create, { body: { priceListId: list.id, ...planned } })

const rule = {
  name: 'Large',
  appliesTo: 'order' as const,
  accountId: acme.accountId,
  needs: 'second_person' as const,
  isEnabled: false,
}
const { id: ruleId } = await nordico.call(approvalRules.create, { body: rule })

const url = `http://${receiver}/hook`
const webhook = await acme.call(webhooks.create, { body: { url, parentAccountId: acme.accountId } })

const directory = {
  ...{ name: 'Directory', issuer: 'https://login.example', clientId: 'portal', isEnabled: false, isShown: false },
  ...{ createsUsers: false, vouchesForAddresses: false, endsSession: false, domains: [], rolesClaim: null },
  ...{ roleMappings: [], defaultRoleIds: [], accountClaim: null, accountSystem: null, defaultAccountId: null },
}
const { connectionId } = await vendor.call(directories.create, { body: { ...directory, clientSecret: 'a secret' } })

const kinds: Record<string, Kind> = {
  '/accounts/:id': {
    who: nordico,
    read: accounts.read,
    change: accounts.update,
    ...byId(acme.accountId),
    body: (accountName) => ({ accountName, notificationReceiverEmail: null }),
  },
  '/pricelists/accounts/:id': {
    who: nordico,
    read: priceLists.association,
    change: priceLists.changeAssociation,
    params: { accountId: bergen.accountId },
    changed: { accountId: bergen.accountId },
    body: (name) => ({ priceListId: own.get(name), canPropagate: false }),
  },
  '/approvalRules/:id': {
    who: nordico,
    read: approvalRules.read,
    change: approvalRules.change,
    ...byId(ruleId),
    body: (name) => ({ ...rule, name }),
  },
  '/certificates/:id': {
    who: manager,
    read: certificates.read,
    change: certificates.update,
    ...byId(definition),
    body: (name) => ({ name, kind: 'User', durationMonths: 12, status: 'Confirmed' }),
  },
  '/certificates/accounts/:id': {
    who: vendor,
    read: accountCertificates.read,
    change: certificates.updateNotes,
    params: { id: accountCertificate },
    changed: {},
    body: (notes) => ({ accountCertificateId: accountCertificate, notes }),
  },
  '/certificates/users/:id': {
    who: vendor,
    read: userCertificates.read,
    change: certificates.updateNotes,
    params: { id: userCertificate },
    changed: {},
    body: (notes) => ({ userCertificateId: userCertificate, notes }),
  },
  '/deals/:id': {
    who: acme,
    read: deals.read,
    change: deals.update,
    ...byId(deal),
    body: (description) => ({ description }),
  },
  '/onPremiseEnvironments/:id': {
    who: acme,
    read: environments.read,
    change: environments.update,
    ...byId(environment.id),
    body: (customerName) => ({ customerName, customerEnvironmentId: 'S' }),
  },
  '/licenses/:serialKey': {
    who: acme,
    read: licenses.read,
    change: licenses.note,
    params: { serialKey },
    changed: { serialKey },
    body: (licenseNote) => ({ licenseNote }),
  },
  '/orders/:id': {
    who: nordico,
    read: orders.read,
    change: orders.update,
    ...byId(order.id),
    body: (orderRefCode) => ({ orderRefCode }),
  },
  '/pricelists/:id': {
    who: vendor,
    read: priceLists.read,
    change: priceLists.update,
    ...byId(list.id),
    body: (name) => ({ name, currencyId: 978 }),
  },
  '/pricePlans/:id': {
    who: vendor,
    read: pricePlans.read,
    change: pricePlans.change,
    ...byId(plan.id),
    body: (note) => ({ ...planned, note }),
  },
  '/products/:id': {
    who: manager,
    read: catalogue.read,
    change: catalogue.update,
    ...byId(product.id),
    body: (name) => ({ sku: 'V-1', name, priceMsrp: 1 }),
  },
  '/productsType/:id': {
    who: manager,
    read: productTypes.read,
    change: productTypes.update,
    ...byId(type.id),
    body: (name) => ({ name, features: [] }),
  },
  '/tenants/current/connections/:connectionId': {
    who: vendor,
    read: directories.read,
    change: directories.change,
    params: { connectionId },
    changed: { connectionId },
    body: (name) => ({ ...directory, name }),
  },
  '/tenants/current/signIn': {
    who: vendor,
    read: signInSettings.read,
    change: signInSettings.change,
    params: {},
    changed: {},
    // Each name gives other days: who sets what is there already changes nothing, and the version stays.
    body: (name) => ({
      secondFactors: {
        requiredFor: 'everybody',
        roleIds: [],
        from: '2999-01-01',
        graceDays: names.indexOf(name),
      },
    }),
  },
  '/webhooks/:id': {
    who: acme,
    read: webhooks.read,
    change: webhooks.update,
    ...byId(webhook.id),
    body: (description) => ({ url, description }),
  },
}

const admin = new pg.Client(world.adminUrl)
await admin.connect()
afterAll(() => admin.end())

const tagOf = ({ headers }: { headers: Record<string, unknown> }) => String(headers.etag)
const read = ({ who, read: endpoint, params }: Kind) => who.raw(endpoint, { params })
const change = ({ who, change: endpoint, changed, body }: Kind, name: string, tag?: string) =>
  who.raw(endpoint, {
    params: changed,
    body: body(name),
    ...(tag !== undefined && { headers: { 'if-match': tag } }),
  })
const kind = (path: string) => kinds[path] as Kind

test('there is a case for every record that has a version', () => {
  expect(Object.keys(kinds)).toEqual(records.map(({ path }) => path))
})

test.each(Object.entries(kinds))(
  '%s: who was second does not overwrite who was first, and is shown what is there now',
  async (_path, each) => {
    const known = tagOf(await read(each))
    expect(known).toMatch(/^"[0-9a-f]{16}"$/)
    expect(tagOf(await read(each))).toBe(known)

    const first = await change(each, 'First', known)
    expect([first.status < 300, first.body]).toEqual([true, first.body])
    const now = await read(each)
    expect(tagOf(now)).not.toBe(known)
    if (first.status === 200) expect(tagOf(first)).toBe(tagOf(now))

    const second = await change(each, 'Second', known)
    expect(second).toMatchObject({
      status: 412,
      body: { code: 'RQ412', info: { current: now.body, etag: tagOf(now) } },
    })
    expect(tagOf(second)).toBe(tagOf(now))
    expect((await read(each)).body).toEqual(now.body)

    const third = await change(each, 'Third', tagOf(second))
    expect([third.status < 300, third.body]).toEqual([true, third.body])
    expect((await read(each)).body).not.toEqual(now.body)
    const fourth = await change(each, 'Fourth')
    expect([fourth.status < 300, fourth.body]).toEqual([true, fourth.body])
  },
)

test.each(Object.entries(kinds))('%s: who saves what is there already leaves no event', async (_path, each) => {
  const events = async () => (await admin.query('select from audit_log')).rowCount
  expect((await change(each, 'Fourth')).status).toBeLessThan(300)
  const [known, before] = [tagOf(await read(each)), await events()]
  expect((await change(each, 'Fourth')).status).toBeLessThan(300)
  expect([tagOf(await read(each)), await events()]).toEqual([known, before])
})

test('of many who change what they read at once, each record has one that wins', { tags: ['long'] }, async () => {
  for (const each of Object.values(kinds)) {
    const known = tagOf(await read(each))
    const tried = await Promise.all(['a', 'b', 'First', 'c', 'd'].map((name) => change(each, name, known)))
    expect(tried.map(({ status }) => (status < 300 ? 200 : status)).toSorted()).toEqual([200, 412, 412, 412, 412])
  }
})

/** How many calls wait for a lock. */
const waiting = async () => {
  const { rows } = await admin.query(
    `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  )
  return rows.length
}
const isWaiting = async () => (await waiting()) > 0
const versionLock = async (id: string): Promise<string> => {
  const { rows } = await admin.query(`select hashtextextended('version:' || $1::text || $2::text, 0)::text as lock`, [
    world.tenantId,
    id,
  ])
  return rows[0]?.lock
}

test('a change that is not committed yet when the version is compared is noticed all the same', async () => {
  const each = kind('/onPremiseEnvironments/:id')
  const known = tagOf(await read(each))
  await admin.query('begin')
  await admin.query(`select set_config('app.tenant', $1, true)`, [world.tenantId])
  await admin.query(`update environments set customer_name = 'Slow' where environment_id = $1`, [environment.id])
  await admin.query(
    `insert into audit_log (audit_id, action, entity, entity_id) values (gen_random_uuid(), 'environment.updated', 'environment', $1)`,
    [environment.id],
  )
  const changing = change(each, 'Quick', known)
  // The version still held when it was compared: the call waits for the row.
  while (!(await isWaiting()));
  await admin.query('commit')
  expect(await changing).toMatchObject({ status: 412, body: { info: { current: { customerName: 'Slow' } } } })
})

test('a change whose event has an older id than the last one, as from a process whose clock is behind, is another version', async () => {
  const each = kind('/onPremiseEnvironments/:id')
  const known = tagOf(await read(each))
  await admin.query(
    `insert into audit_log (tenant_id, audit_id, action, entity, entity_id)
     values ($1, '00000000-0000-7000-8000-000000000001', 'environment.updated', 'environment', $2)`,
    [world.tenantId, environment.id],
  )
  expect(await change(each, 'Behind', known)).toMatchObject({ status: 412 })
})

test('each change of a record with many events is another version, also one whose id is not the newest', async () => {
  const each = kind('/onPremiseEnvironments/:id')
  await admin.query(
    `insert into audit_log (tenant_id, audit_id, action, entity, entity_id)
     select $1, id_at(clock_timestamp()), 'environment.updated', 'environment', $2 from generate_series(1, 400)`,
    [world.tenantId, environment.id],
  )
  const seen = [tagOf(await read(each))]
  for (const id of [`id_at(clock_timestamp())`, `id_at(clock_timestamp() - interval '1 millisecond')`]) {
    await admin.query(
      `insert into audit_log (tenant_id, audit_id, action, entity, entity_id)
       values ($1, ${id}, 'environment.updated', 'environment', $2)`,
      [world.tenantId, environment.id],
    )
    expect(await change(each, 'Busy', seen.at(-1))).toMatchObject({ status: 412 })
    seen.push(tagOf(await read(each)))
  }
  expect((await change(each, 'Busy', seen.at(-1))).status).toBe(200)
  expect(new Set(seen).size).toBe(3)
})

test('changes with the same version wait for one another, also if they touch different rows of the record', async () => {
  const each = kind('/accounts/:id')
  const known = tagOf(await read(each))
  // What such a change of the account's address does until it is committed.
  await admin.query('begin')
  await admin.query(`select set_config('app.tenant', $1, true)`, [world.tenantId])
  await admin.query(`select pg_advisory_xact_lock(hashtextextended('version:' || $1::text || $2::text, 0))`, [
    world.tenantId,
    acme.accountId,
  ])
  await admin.query(
    `insert into audit_log (audit_id, action, entity, entity_id) values (gen_random_uuid(), 'account.address_changed', 'account', $1)`,
    [acme.accountId],
  )
  let isAnswered = false
  const changing = change(each, 'Other row', known).finally(() => {
    isAnswered = true
  })
  while (!isAnswered && !(await isWaiting()));
  await admin.query('commit')
  expect(await changing).toMatchObject({ status: 412 })
})

test('changes of another row of the same record are noticed too, such as the address of an account', async () => {
  const each = kind('/accounts/:id')
  const seen = await read(each)
  const { address } = await nordico.call(accounts.read, { params: { id: acme.accountId } })
  const params = { accountId: acme.accountId, addressId: address[0]?.addressId }
  const body = {
    legalName: 'Acme',
    vatId: 'IT12345670017',
    street: 'Via Nuova 1',
    city: 'Torino',
    postalCode: '10100',
    countryCode: 'IT',
  }
  const moved = await nordico.raw(accounts.updateAddress, { params, body, headers: { 'if-match': tagOf(seen) } })
  expect(moved.status).toBe(200)
  expect(await change(each, 'Late', tagOf(seen))).toMatchObject({ status: 412 })
  expect(
    await nordico.raw(accounts.updateAddress, { params, body, headers: { 'if-match': tagOf(seen) } }),
  ).toMatchObject({
    status: 412,
    body: { info: { current: { accountId: acme.accountId } } },
  })
})

test('seats of a license are deleted by the id of the license, with the version of the license', async () => {
  const { licenseId } = await acme.call(licenses.read, { params: { serialKey } })
  const old = { params: { licenseId }, headers: { 'if-match': '"0-"' } }
  expect(await vendor.raw(licenses.deleteSeats, old)).toMatchObject({
    status: 412,
    body: { info: { current: { licenseId, serialKey } } },
  })
  const tag = tagOf(await vendor.raw(licenses.read, { params: { serialKey } }))
  expect((await vendor.raw(licenses.deleteSeats, { ...old, headers: { 'if-match': tag } })).status).toBeLessThan(300)
})

test('a decision with the version that was looked at is refused when the order has changed since', async () => {
  const { id } = await request(acme, { BOX: 1 })
  const tag = tagOf(await nordico.raw(orders.read, { params: { id } }))
  await acme.call(orders.update, { params: { id }, body: { orderNote: 'Wait' } })
  const approve = (headers: Record<string, string>) =>
    nordico.raw(orders.changeStatus, { params: { id }, body: { status: 'approved' }, headers })
  expect(await approve({ 'if-match': tag })).toMatchObject({
    status: 412,
    body: { info: { current: { orderId: id, status: 'pending', orderNote: 'Wait' } } },
  })
  expect((await approve({ 'if-match': '*' })).status).toBe(200)
})

test('of two who decide at once about what both looked at, the second is told that it has changed, not that it cannot be done', async () => {
  const pending = async () => (await request(acme, { BOX: 1 })).id
  const approved = async () => (await sell(nordico, acme, { BOX: 1 })).id
  const changed = (status: 'approved' | 'canceled' | 'revoked') => ({ endpoint: orders.changeStatus, body: { status } })
  const noted = { endpoint: orders.update, body: { orderNote: 'Late' } }
  const lost = { endpoint: deals.update, body: { dealStatus: 'Lost' } }
  const extended = { endpoint: deals.requestExtension, body: { reason: 'They take their time' } }
  const cases = [
    { who: nordico, read: orders.read, make: pending, acts: [changed('canceled'), changed('canceled')] },
    { who: nordico, read: orders.read, make: pending, acts: [changed('approved'), changed('canceled')] },
    { who: nordico, read: orders.read, make: pending, acts: [changed('canceled'), noted] },
    { who: nordico, read: orders.read, make: approved, acts: [changed('revoked'), changed('revoked')] },
    { who: acme, read: deals.read, make: () => register(acme, { BOX: 1 }), acts: [lost, extended] },
  ]
  for (const { who, read: reading, make, acts } of cases) {
    const id = await make()
    const tag = tagOf(await who.raw(reading, { params: { id } }))
    // Both have compared the version when the first begins.
    await admin.query('select pg_advisory_lock($1)', [await versionLock(id)])
    const tried: ReturnType<Person['raw']>[] = []
    let answers = 0
    for (const { endpoint, body } of acts) {
      const sent = { params: { id }, body, headers: { 'if-match': tag } }
      tried.push(who.raw(endpoint, sent).finally(() => (answers += 1)))
      while (answers + (await waiting()) < tried.length);
    }
    await admin.query('select pg_advisory_unlock_all()')
    const [first, second] = await Promise.all(tried)
    const { body: now, headers } = await who.raw(reading, { params: { id } })
    expect([first?.status, second]).toEqual([
      expect.toSatisfy((status: number) => status < 300),
      expect.objectContaining({
        status: 412,
        body: expect.objectContaining({ code: 'RQ412', info: { current: now, etag: headers.etag } }),
      }),
    ])
  }
})

test('what is removed in the meantime is not there: RQ404; a removal takes the version too', async () => {
  const body = { accountId: acme.accountId, customerName: 'Gone', customerEnvironmentId: 'G' }
  const { id } = await acme.call(environments.create, { body })
  const tag = tagOf(await acme.raw(environments.read, { params: { id } }))
  await acme.call(environments.update, { params: { id }, body: { customerName: 'Here', customerEnvironmentId: 'G' } })
  const removing = (etag: string) => acme.raw(environments.remove, { params: { id }, headers: { 'if-match': etag } })
  expect(await removing(tag)).toMatchObject({ status: 412 })
  expect(await removing(tagOf(await acme.raw(environments.read, { params: { id } })))).toMatchObject({ status: 204 })
  expect(await removing(tag)).toMatchObject({ status: 404 })
})

test('a stranger learns nothing from versions: another branch, another tenant and who may not get what they got before', async () => {
  for (const [path, each] of Object.entries(kinds)) {
    const tag = tagOf(await read(each))
    for (const person of [sudvia, canary, bergen]) {
      const plain = await person.raw(each.change, { params: each.changed, body: each.body('Stranger') })
      if (plain.status < 300) continue
      for (const known of [tag, '"1-000000000000"']) {
        const told = await person.raw(each.change, {
          params: each.changed,
          body: each.body('Stranger'),
          headers: { 'if-match': known },
        })
        // Who may read the record may be told that it changed.
        const reads = (await person.raw(each.read, { params: each.params })).status === 200
        const problem = told.body as Problem
        if (reads)
          expect([path, told.status]).toEqual([
            path,
            expect.toSatisfy((status) => status === plain.status || status === 412),
          ])
        else expect([path, told.status, problem.info]).toEqual([path, plain.status, (plain.body as Problem).info])
        expect(told.headers.etag === undefined || reads).toBe(true)
      }
    }
  }
})

test('who may clear seats but not read licenses is told that the license changed, not what it is', async () => {
  const { call } = await keysOf(world)(vendor, { permissions: [{ module: 'LicensesRMA', flags: 'r-u' }] })
  const { status, body } = await call(licenses.clearSeats, {
    params: { serialKey },
    body: {},
    headers: { 'if-match': '"1-0"' },
  })
  expect([status, (body as Problem).code, (body as Problem).info]).toEqual([
    412,
    'RQ412',
    { current: null, etag: null },
  ])
})

test('an Idempotency-Key sent again with the version of the first time gets the first answer', async () => {
  const tag = tagOf(await read(kind('/accounts/:id')))
  const body = {
    legalName: 'Depot',
    vatId: 'NO995525828MVA',
    street: 'Storgata 1',
    city: 'Oslo',
    postalCode: '0155',
    countryCode: 'NO',
  }
  const asked: Raw = {
    params: { accountId: acme.accountId },
    body,
    headers: { 'idempotency-key': 'depot', 'if-match': tag },
  }
  const first = await nordico.raw(accounts.addAddress, asked)
  expect(first.status).toBe(201)
  expect(await nordico.raw(accounts.addAddress, asked)).toMatchObject({ status: 201, body: first.body })
  expect(await nordico.raw(accounts.addAddress, { ...asked, headers: { 'if-match': tag } })).toMatchObject({
    status: 412,
  })
})

test('If-Match is a list of tags in quotation marks, as GET or a proxy that compresses answers them', async () => {
  const each = kind('/onPremiseEnvironments/:id')
  const now = async () => tagOf(await read(each))
  expect(await change(each, 'x', 'abc')).toMatchObject({ status: 400, body: { code: 'RQ400' } })
  expect((await change(each, 'Weak', `W/${await now()}`)).status).toBe(200)
  expect((await change(each, 'Suffix', (await now()).replace(/"$/, '-gzip"'))).status).toBe(200)
  expect((await change(each, 'One of two', `"9-0", ${await now()}`)).status).toBe(200)
})

test('a change of what has no version refuses If-Match instead of ignoring it', async () => {
  const headers = { 'if-match': '"1-0"' }
  const { userId } = acme
  const asked = { params: { id: userId }, body: { status: 'user_suspended' }, headers }
  expect(await nordico.raw(users.changeStatus, asked)).toMatchObject({ status: 400, body: { code: 'RQ400' } })
  expect(await acme.raw(orders.create, { body: { items: items({ BOX: 1 }) }, headers })).toMatchObject({ status: 400 })
})

test('each GET of one record is one that has a version, and so is each change of one, but for those named here', () => {
  const unversioned = app.routes
    .filter(({ endpoint }) => endpoint.path.includes(':') && endpoint.permission !== 'public')
    .filter(({ endpoint }) =>
      endpoint.effect === 'write'
        ? recordsChanged(endpoint).length === 0
        : endpoint.method === 'GET' && recordRead(endpoint) === null && /:\w+$/.test(endpoint.path),
    )
    .map(({ endpoint: { method, path } }) => `${method} ${path}`)
  expect(unversioned.toSorted()).toMatchInlineSnapshot(`
    [
      "DELETE /apiKeys/:id",
      "DELETE /auth/passkeys/:id",
      "DELETE /auth/sessions/:id",
      "DELETE /delegations/:id",
      "DELETE /files/:id",
      "DELETE /imports/recipes/:id",
      "DELETE /imports/uploads/:id",
      "DELETE /lists/views/:id",
      "DELETE /productsType/features/:id",
      "DELETE /tenants/current/roles/:roleId",
      "DELETE /users/:id",
      "DELETE /users/:id/view",
      "DELETE /users/me/accounts/:id",
      "DELETE /users/pending/:id",
      "GET /audit/:id",
      "GET /audit/history/:entity/:entityId",
      "GET /imports/:id",
      "GET /installation/tenants/:code",
      "GET /onPremiseEnvironments/lookup/:accountId",
      "GET /orders/stock/:accountId",
      "GET /sandbox/mails/:id",
      "POST /imports/:id/cancel",
      "POST /imports/:id/undo",
      "POST /installation/tenants/:code/administrators/:id/invitation",
      "POST /users/:id/view",
      "POST /users/me/accounts/:id/accept",
      "POST /users/pending/:id/resend",
      "POST /webhooks/deliveries/:id/replay",
      "PUT /auth/passkeys/:id",
      "PUT /files/:id",
      "PUT /imports/uploads/:id/pieces/:number",
      "PUT /lists/views/:id",
      "PUT /orders/stock/:accountId/threshold",
      "PUT /productsType/features/:id",
      "PUT /tenants/current/groups/:groupId",
      "PUT /tenants/current/roles/:roleId",
      "PUT /users/:id",
      "PUT /users/:id/roles",
      "PUT /users/:id/status",
    ]
  `)
})
