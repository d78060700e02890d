import { audit } from '@trellis/contract/audit'
import { identity } from '@trellis/contract/identity'
import { installation, type TenantDraft } from '@trellis/contract/installation'
import { tenants } from '@trellis/contract/tenants'
import { invitations } from '@trellis/contract/users'
import { expect, test } from 'vitest'
import { inviting } from '../../testing/inviting.ts'
import { network, password } from '../../testing/network.ts'
import { nameOperator, operatorOf } from '../../testing/operator.ts'
import { raw } from '../../testing/selling.ts'

/* An operator creates a tenant at a screen (rules G33, G34, P68, P69). Covers: server/src/modules/installation/create-tenant.ts, server/src/modules/installation/list-tenants.ts,
   server/src/modules/installation/furnish-tenant.ts, server/src/modules/installation/resend.ts, server/src/platform/database/as-tenant.ts */

const world = await network()
// The network refuses every answer to Verdant that names the other tenant, which a list of all of them does.
const { canary: operator, vendor, acme, anonymous } = world
const { linksTo, linkTo } = inviting(world)
const portal = operatorOf(world)
await nameOperator(world, operator, 'canary')

let made = 0
const draft = (changes: Partial<TenantDraft> = {}): TenantDraft => {
  made += 1
  return {
    tenantCode: `vendor-${made}`,
    tenantName: `Vendor ${made}`,
    adminEmail: `anna-${made}@vendor.example`,
    adminFirstName: 'Anna',
    adminLastName: 'Rossi',
    languageCode: 'it',
    timeZone: 'Europe/Rome',
    currencyCode: 'CHF',
    ...changes,
  }
}
const create = (changes?: Partial<TenantDraft>, headers = {}) =>
  operator.raw(installation.create, { body: draft(changes), headers })
const issuesOf = ({ body }: { body: unknown }) =>
  (body as { info: { issues: { path: string; code: string }[] } }).info.issues.map(
    ({ path, code }) => `${path}: ${code}`,
  )
const at = (code: string) => ({ 'x-tenant-code': code })
const find = async (...filterBy: { field: never; values: string[] }[]) =>
  operator.call(installation.search, { body: { filterBy } })
const filter = (field: string, ...values: string[]) => ({ field: field as never, values })

test('an operator creates a tenant; who is invited accepts, signs in, and is its super admin in their language', async () => {
  const body = draft()
  const created = await operator.call(installation.create, { body })
  expect(created).toEqual({
    id: expect.any(String),
    tenantCode: body.tenantCode,
    tenantName: body.tenantName,
    address: `http://${body.tenantCode}.localhost:3000`,
  })
  const [mail] = await world.mails(body.adminEmail)
  expect(mail).toMatchObject({ subject: expect.stringMatching(/invit/i) })
  expect(mail?.html).toContain(`http://${body.tenantCode}.localhost:3000/auth/confirm`)
  expect(mail?.html).toContain('lang="it"')

  const link = await linkTo(body.adminEmail)
  const headers = at(body.tenantCode)
  expect((await anonymous(invitations.accept, { body: { ...link, password } })).status).toBe(400)
  expect((await anonymous(invitations.accept, { body: { ...link, password }, headers })).status).toBe(204)
  const signedIn = await anonymous(identity.signIn, {
    body: { grantType: 'password', email: body.adminEmail, password, deviceUniqueId: 'd' },
    headers,
  })
  const token = { ...headers, authorization: `Bearer ${(signedIn.body as { token: string }).token}` }
  expect((await anonymous(identity.me, { headers: token })).body).toMatchObject({
    email: body.adminEmail,
    languageCode: 'it',
    timeZone: 'Europe/Rome',
    isSuperAdmin: true,
    isOperator: false,
    account: { accountName: body.tenantName, isRoot: true },
  })
  expect((await anonymous(tenants.current, { headers })).body).toMatchObject({ timeZone: 'Europe/Rome' })
  const { items } = (await anonymous(audit.search, { body: { limit: 100 }, headers: token })).body as {
    items: { action: string }[]
  }
  const actions = items.map(({ action }) => action)
  expect(actions).toEqual(expect.arrayContaining(['tenant.created', 'account.created', 'user.created', 'user.invited']))
  expect(
    await raw(world, `select c.code from tenants t join currencies c using (currency_id) where t.code = $1`, [
      body.tenantCode,
    ]),
  ).toEqual([{ code: 'CHF' }])
})

test('both logs tell it: the first entry of the new tenant, and in the operator’s who opened what for whom', async () => {
  const { body } = await create({ host: 'portal.both.example' })
  const { id, tenantCode } = body as { id: string; tenantCode: string }
  const [first] = await raw<{ action: string; user_id: string | null }>(
    world,
    'select action, user_id from audit_log where tenant_id = $1 order by audit_id limit 1',
    [id],
  )
  expect(first).toEqual({ action: 'tenant.created', user_id: null })
  const { items } = await operator.call(audit.search, { body: { filterBy: [filter('action', 'tenant.opened')] } })
  expect(items[0]).toMatchObject({
    action: 'tenant.opened',
    after: { tenantCode, hosts: ['portal.both.example'], email: expect.stringContaining('@vendor.example') },
  })
  // What follows in the operator's transaction is again in theirs.
  expect(
    await raw(
      world,
      `select count(*)::int as n from audit_log where tenant_id <> $1 and action = 'tenant.opened'
    and tenant_id not in (select tenant_id from tenants where code = 'canary')`,
      [id],
    ),
  ).toEqual([{ n: 0 }])
})

test('what is wrong is said at its field, all at once, and nothing is left behind', async () => {
  const before = await raw(world, 'select count(*)::int as n from tenants')
  expect(
    issuesOf(
      await create({ tenantCode: 'Verdant', currencyCode: 'XYZ', timeZone: 'en-US', host: 'localhost' as never }),
    ),
  ).toEqual(['host: host'])
  expect(issuesOf(await create({ tenantCode: 'VERDANT', currencyCode: 'xyz', timeZone: 'en-US' }))).toEqual([
    'tenantCode: taken',
    'currencyCode: unknown',
    'timeZone: time_zone',
  ])
  for (const tenantCode of ['', '-a', 'a b', 'a.b', 'ü', 'x'.repeat(64), 'create'])
    expect(issuesOf(await create({ tenantCode }))[0], tenantCode).toMatch(/^tenantCode: /)
  expect(issuesOf(await create({ adminEmail: 'nobody', languageCode: 'de' as never, tenantName: ' ' })).sort()).toEqual(
    ['adminEmail', 'languageCode', 'tenantName'].map((field) => expect.stringContaining(`${field}: `)),
  )
  expect((await create({ adminPassword: 'Quiet-Harbour-7' } as never)).status).toBe(422)
  expect(await raw(world, 'select count(*)::int as n from tenants')).toEqual(before)
})

test('a host name that the operator names leads to the tenant at once, unless it leads to another', async () => {
  const host = 'portal.first.example'
  const created = await operator.call(installation.create, { body: draft({ host }) })
  expect(created.address).toBe(`http://${host}:3000`)
  const current = await world.app.http.inject({ url: '/api/v1/tenants/current', headers: { host } })
  expect(current.json().tenantCode).toBe(created.tenantCode)
  expect(issuesOf(await create({ host }))).toEqual(['host: taken'])
})

test('two operators who take the same code, or host name, at once: one has it, the other is refused clearly', async () => {
  for (const [same, reason] of [
    [{ tenantCode: 'twice' }, 'tenant_code'],
    [{ host: 'twice.example' }, 'host'],
  ] as const) {
    const answers = await Promise.all([create(same), create(same), create(same)])
    expect(answers.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1)
    for (const { status, body } of answers.filter(({ status }) => status !== 201))
      expect([
        [409, { reason }],
        [422, expect.anything()],
      ]).toContainEqual([status, (body as { info: unknown }).info])
  }
  const rows = await raw(world, `select count(*)::int as n from tenants where code = 'twice'`)
  expect(rows).toEqual([{ n: 1 }])
})

test('the same Idempotency-Key creates one tenant and sends one invitation', async () => {
  const body = draft()
  const headers = { 'idempotency-key': 'once' }
  const first = await operator.raw(installation.create, { body, headers })
  const second = await operator.raw(installation.create, { body, headers })
  expect(first.status).toBe(201)
  expect(second.body).toEqual(first.body)
  expect(await linksTo(body.adminEmail)).toHaveLength(1)
  expect((await operator.raw(installation.create, { body: draft(), headers })).status).toBe(409)
})

test('an operator sees of each tenant where it is and who administers it, and nothing of its business', async () => {
  await create({ tenantName: 'Zeta Software', tenantCode: 'zeta', host: 'zeta.example' })
  expect(await find(filter('anything', 'software zet'))).toMatchObject({
    count: 1,
    items: [
      {
        tenantCode: 'zeta',
        tenantName: 'Zeta Software',
        hosts: ['zeta.example'],
        address: 'http://zeta.example:3000',
        isSandbox: false,
        status: 'active',
      },
    ],
  })
  expect((await find(filter('anything', 'zeta.exa'))).count).toBe(1)
  const narrow = await operator.call(installation.search, {
    body: { filterBy: [filter('tenantCode', 'zeta')], fields: ['tenantName'] },
  })
  expect(narrow.items).toEqual([{ tenantId: expect.any(String), tenantName: 'Zeta Software' }])
  expect((await operator.raw(installation.search, { body: { fields: ['users'] } })).status).toBe(422)
  const all = await operator.call(installation.search, {
    body: { sortBy: [{ field: 'tenantCode', direction: 'desc' }] },
  })
  expect(all.items.map(({ tenantCode }) => tenantCode)).toEqual(
    all.items
      .map(({ tenantCode }) => tenantCode)
      .toSorted()
      .toReversed(),
  )
  const read = await operator.call(installation.read, { params: { code: 'VERDANT' } })
  expect(read).toMatchObject({
    tenantCode: 'verdant',
    currencyCode: 'EUR',
    administrators: [{ email: vendor.email, status: 'user_active' }],
  })
  expect(JSON.stringify(read)).not.toContain('acme')
  expect((await operator.raw(installation.read, { params: { code: 'nobody' } })).status).toBe(404)
  // Their token is of their own tenant only.
  const elsewhere = await operator.raw(identity.me, { headers: at('verdant') })
  expect(elsewhere.status).toBe(401)
})

test('a suspended tenant is listed as such', async () => {
  const { body } = await create({ tenantCode: 'resting' })
  await portal('tenant', 'suspend', 'resting')
  expect(await find(filter('status', 'suspended'))).toMatchObject({ items: [{ tenantCode: 'resting' }] })
  expect((body as { address: string }).address).toContain('resting')
})

test('a pending invitation is sent again, and the former link ends; who has accepted gets none', async () => {
  const body = draft()
  await operator.call(installation.create, { body })
  const { administrators } = await operator.call(installation.read, { params: { code: body.tenantCode } })
  expect(administrators).toMatchObject([{ email: body.adminEmail, status: 'user_pending' }])
  const params = { code: body.tenantCode, id: administrators[0]?.userId ?? '' }
  expect((await operator.raw(installation.resend, { params })).status).toBe(204)
  const [former, latest] = await linksTo(body.adminEmail)
  const headers = at(body.tenantCode)
  expect((await anonymous(invitations.accept, { body: { ...former, password }, headers })).status).toBe(400)
  expect((await anonymous(invitations.accept, { body: { ...latest, password }, headers })).status).toBe(204)
  expect((await operator.raw(installation.resend, { params })).body).toMatchObject({ code: 'RQ409' })
  const { items } = await operator.call(audit.search, { body: { filterBy: [filter('action', 'tenant.invited')] } })
  expect(items).toMatchObject([{ after: { tenantCode: body.tenantCode, email: body.adminEmail } }])

  for (const id of [acme.userId, operator.userId])
    expect((await operator.raw(installation.resend, { params: { code: 'verdant', id } })).status).toBe(404)
  expect((await operator.raw(installation.resend, { params: { ...params, code: 'verdant' } })).status).toBe(404)
})

test('invitations to one super admin end after some an hour', async () => {
  const body = draft()
  await operator.call(installation.create, { body })
  const { administrators } = await operator.call(installation.read, { params: { code: body.tenantCode } })
  const params = { code: body.tenantCode, id: administrators[0]?.userId ?? '' }
  const answers = []
  for (let i = 0; i < 6; i += 1) answers.push((await operator.raw(installation.resend, { params })).status)
  expect(answers).toEqual([204, 204, 204, 204, 204, 429])
})

test('the command creates the same tenant, with a password or an invitation in a language', async () => {
  const args = ['--code', 'byhand', '--name', 'By hand', '--admin-email', 'eva@byhand.example', '--currency', 'CHF']
  const said = await portal('tenant', 'create', ...args, '--invite', '--language', 'it', '--time-zone', 'Europe/Rome')
  expect(said.isDone).toBe(true)
  expect((await portal('tenant', 'create', ...args, '--invite', '--language', 'de')).stderr).toContain(
    '--language is one of',
  )
  const { body } = await create({ tenantCode: 'byscreen' })
  const shapeOf = (id: string) =>
    raw(
      world,
      `select action, entity, count(*)::int as n from audit_log where tenant_id = $1 group by 1, 2 order by 1, 2`,
      [id],
    )
  const [byHand] = await raw<{ tenant_id: string }>(world, `select tenant_id from tenants where code = 'byhand'`)
  expect(await shapeOf((body as { id: string }).id)).toEqual(await shapeOf(byHand?.tenant_id ?? ''))
  expect(
    await raw(world, `select language_code, time_zone, status from users where email = 'eva@byhand.example'`),
  ).toEqual([{ language_code: 'it', time_zone: 'Europe/Rome', status: 'user_pending' }])
})

test('an operator creates twenty tenants an hour at most', async () => {
  let last = 201
  for (let i = 0; i < 25 && last === 201; i += 1) last = (await create()).status
  expect(last).toBe(429)
})
