import { accounts } from '@trellis/contract/accounts'
import { apiKeys } from '@trellis/contract/api-keys'
import { identity } from '@trellis/contract/identity'
import { invitations, users } from '@trellis/contract/users'
import { expect, test } from 'vitest'
import { rolesOf } from '../../../testing/calling.ts'
import { keysOf } from '../../../testing/keys.ts'
import { network } from '../../../testing/network.ts'
import { entra, okta, scimOf } from '../../../testing/scim.ts'
import { raw } from '../../../testing/selling.ts'

/* Covers: server/src/modules/directories/scim/attributes.ts, server/src/modules/directories/scim/errors.ts,
   server/src/modules/directories/scim/filter.ts, server/src/modules/directories/scim/groups.ts,
   server/src/modules/directories/scim/mount.ts, server/src/modules/directories/scim/present.ts,
   server/src/modules/directories/scim/users.ts, server/src/modules/directories/scim/discovery.ts */

const world = await network()
const { vendor, manager, nordico, sudvia, acme, acmeBasic, bergen, canary } = world
const { send, directoryOf, keyOf } = scimOf(world)
const makeKey = keysOf(world)
const asRole = rolesOf(world)
const ofNordico = await directoryOf(nordico)
const ofVendor = await directoryOf(vendor)

const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error'
const error = (status: number, more: object = {}) => ({
  status,
  body: { schemas: [errorSchema], status: String(status), detail: expect.any(String), ...more },
})
const filtered = (filter: string) => `/Users?filter=${encodeURIComponent(filter)}`
let turn = 0
const newAddress = () => {
  turn += 1
  return `person${turn}@nordico.example`
}
async function make(more: object = {}, directory = ofNordico) {
  const address = newAddress()
  const { status, body } = await directory.call('POST', '/Users', entra.user(address, more))
  expect(status, JSON.stringify(body)).toBe(201)
  return { address, id: body.id as string, body }
}
const roleId = async (name: string) => {
  const roles = await raw<{ id: number }>(world, `select role_id as id from roles where name = $1 and tenant_id = $2`, [
    name,
    world.tenantId,
  ])
  return String(roles[0]?.id)
}
const row = async (id: string) =>
  (
    await raw<{ status: string; email: string; first: string; last: string; deleted: boolean; account: string }>(
      world,
      `select status, email::text, first_name as first, last_name as last, deleted_at is not null as deleted, account_id as account
       from users where user_id = $1`,
      [id],
    )
  )[0]

test('Entra ID tests its connection, makes a user, changes, disables, enables and removes them (threats Z15)', async () => {
  const probe = await ofNordico.call('GET', entra.probe)
  expect(probe).toMatchObject({ status: 200, body: { totalResults: 0, Resources: [] } })
  expect(probe.headers['content-type']).toBe('application/scim+json; charset=utf-8')

  const address = newAddress()
  const made = await ofNordico.call('POST', '/Users', entra.user(address))
  expect(made).toMatchObject({
    status: 201,
    body: {
      userName: address,
      externalId: `entra-${address}`,
      name: { givenName: 'Liv', familyName: 'Dahl' },
      active: true,
      preferredLanguage: 'it',
      emails: [{ value: address, type: 'work', primary: true }],
      groups: [],
      meta: { resourceType: 'User' },
    },
  })
  const { id } = made.body
  expect(made.headers.location).toBe(made.body.meta.location)
  expect(made.body.meta.location).toBe(`http://localhost:3000/api/v1/tenants/verdant/scim/v2/Users/${id}`)
  expect(await row(id)).toMatchObject({ status: 'user_active', email: address, account: nordico.accountId })
  expect((await ofNordico.call('GET', `/Users/${id}`)).body).toEqual(made.body)

  const changed = await ofNordico.call('PATCH', `/Users/${id}`, entra.change)
  expect(changed).toMatchObject({ status: 200, body: { userName: address, displayName: 'Kari Dahl' } })
  const again = await ofNordico.call('PATCH', `/Users/${id}`, entra.changeWithoutPath)
  expect(again).toMatchObject({ status: 200, body: { name: { givenName: 'Kari', familyName: 'Holm' } } })

  for (const disable of [entra.disable, entra.disableWithoutPath]) {
    const disabled = await ofNordico.call('PATCH', `/Users/${id}`, disable)
    expect(disabled).toMatchObject({ status: 200, body: { active: false } })
    expect((await row(id))?.status).toBe('user_suspended')
    expect((await ofNordico.call('PATCH', `/Users/${id}`, entra.enable)).body.active).toBe(true)
    expect((await row(id))?.status).toBe('user_active')
  }
  expect(await ofNordico.call('DELETE', `/Users/${id}`)).toMatchObject({ status: 204, body: null })
  expect((await row(id))?.deleted).toBe(true)
  expect(await ofNordico.call('GET', `/Users/${id}`)).toMatchObject(error(404))
  expect(await ofNordico.call('DELETE', `/Users/${id}`)).toMatchObject(error(404))

  const items = await raw<{ action: string; by: string }>(
    world,
    `select action, user_id as by from audit_log where entity_id = $1 and entity = 'user' order by at, audit_id`,
    [id],
  )
  expect([...new Set(items.map(({ by }) => by))]).toEqual([ofNordico.id])
  expect(items.map(({ action }) => action)).toEqual([
    ...['user.created', 'user.updated', 'user.updated', 'user.suspended', 'user.reactivated', 'user.suspended'],
    ...['user.reactivated', 'user.deleted'],
  ])
})

test('Okta makes a user, puts it whole, deactivates and reactivates it (threats Z15)', async () => {
  const address = newAddress()
  expect((await ofNordico.call('GET', okta.probe(address))).body.totalResults).toBe(0)
  const made = await ofNordico.call('POST', '/Users', okta.user(address))
  expect(made).toMatchObject({ status: 201, body: { displayName: 'Ola Berg', preferredLanguage: 'en' } })
  const { id } = made.body
  expect((await ofNordico.call('GET', okta.probe(address.toUpperCase()))).body).toMatchObject({
    totalResults: 1,
    startIndex: 1,
    itemsPerPage: 1,
    Resources: [{ id }],
  })
  const renamed = { ...made.body, name: { givenName: 'Ole', familyName: 'Berg' } }
  expect(await ofNordico.call('PUT', `/Users/${id}`, renamed)).toMatchObject({
    status: 200,
    body: { id, name: { givenName: 'Ole', familyName: 'Berg' }, externalId: `okta-${address}`, active: true },
  })
  expect((await ofNordico.call('PATCH', `/Users/${id}`, okta.deactivate)).body.active).toBe(false)
  expect((await row(id))?.status).toBe('user_suspended')
  // A whole user without `active` is not switched on by what it leaves out.
  expect((await ofNordico.call('PUT', `/Users/${id}`, { userName: address, name: renamed.name })).body.active).toBe(
    false,
  )
  expect((await ofNordico.call('PATCH', `/Users/${id}`, okta.reactivate)).body.active).toBe(true)
  expect(await ofNordico.call('PUT', `/Users/${id}`, { ...renamed, active: false })).toMatchObject({
    body: { active: false },
  })
})

test('both give and take roles as groups', async () => {
  const { id } = await make()
  const basic = await roleId('Basic')
  const found = await ofNordico.call(
    'GET',
    `/Groups?filter=${encodeURIComponent('displayName eq "basic"')}&excludedAttributes=members`,
  )
  expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ id: basic, displayName: 'Basic' }] })
  expect(found.body.Resources[0].members).toBeUndefined()
  const rolesOfUser = async () =>
    (await ofNordico.call('GET', `/Users/${id}`)).body.groups.map(({ display }: { display: string }) => display)
  const patch = (body: object) => ofNordico.call('PATCH', `/Groups/${basic}`, body)
  for (const remove of [entra.removeMember(id), entra.removeMemberByPath(id)]) {
    expect((await patch(entra.addMember(id))).status).toBe(200)
    expect(await rolesOfUser()).toEqual(['Basic'])
    expect((await patch(remove)).status).toBe(200)
    expect(await rolesOfUser()).toEqual([])
  }
  const members = (await ofNordico.call('GET', `/Groups/${basic}`)).body.members.map(
    ({ value }: { value: string }) => value,
  )
  expect(members).toContain(acmeBasic.userId)
  expect((await patch(okta.pushGroup(basic, 'Basic'))).status).toBe(200)
  expect((await patch(okta.members(...members, id))).status).toBe(200)
  expect(await rolesOfUser()).toEqual(['Basic'])
  expect((await ofNordico.call('PUT', `/Groups/${basic}`, { displayName: 'Basic' })).status).toBe(200)
  expect(await rolesOfUser()).toEqual(['Basic'])
  const whole = { displayName: 'Basic', members: members.map((value: string) => ({ value })) }
  expect((await ofNordico.call('PUT', `/Groups/${basic}`, whole)).status).toBe(200)
  expect(await rolesOfUser()).toEqual([])
  const adopted = await ofNordico.call('POST', '/Groups', { displayName: 'BASIC', members: [{ value: id }] })
  expect(adopted).toMatchObject({ status: 201, body: { id: basic, displayName: 'Basic' } })
  expect(await rolesOfUser()).toEqual(['Basic'])
})

test('names are understood in any letter case, at any depth and below the name of their schema', async () => {
  const address = newAddress()
  const schema = 'urn:ietf:params:scim:schemas:core:2.0:User'
  const made = await ofNordico.call('POST', '/Users', {
    SCHEMAS: [schema],
    username: address,
    EXTERNALID: `of ${address}`,
    NAME: { GIVENNAME: 'Lena', familyname: 'Falk' },
    ACTIVE: 'False',
  })
  expect(made).toMatchObject({
    status: 201,
    body: { userName: address, externalId: `of ${address}`, displayName: 'Lena Falk', active: false },
  })
  const { id } = made.body
  const patch = (operation: object) => ofNordico.call('PATCH', `/Users/${id}`, { OPERATIONS: [operation] })
  expect((await patch({ OP: 'Replace', PATH: 'NAME.familyname', VALUE: 'Berg' })).body.displayName).toBe('Lena Berg')
  expect((await patch({ op: 'replace', value: { [schema]: { name: { givenName: 'Ida' } } } })).body.displayName).toBe(
    'Ida Berg',
  )
  const group = await roleId('Basic')
  const members = async (operation: object) => {
    const { status, body } = await ofNordico.call('PATCH', `/Groups/${group}`, { operations: [operation] })
    expect([status, body.detail]).toEqual([200, undefined])
    return body.members.map(({ value }: { value: string }) => value)
  }
  expect(await members({ op: 'add', path: 'MEMBERS', value: [{ VALUE: id, Type: 'User' }] })).toContain(id)
  expect(await members({ op: 'remove', path: `Members[Value EQ "${id}"]` })).not.toContain(id)
})

test('the language that somebody reads counts, not where they are, in whatever order a directory says both', async () => {
  const { id } = await make()
  for (const said of [
    { preferredLanguage: 'it-IT', locale: 'en-US' },
    { locale: 'it-IT', preferredLanguage: 'en-GB' },
    { preferredLanguage: 'it', locale: 'de-DE' },
  ])
    expect(
      (await ofNordico.call('PATCH', `/Users/${id}`, { Operations: [{ op: 'replace', value: said }] })).body
        .preferredLanguage,
    ).toBe(said.preferredLanguage.slice(0, 2))
  expect(
    (await ofNordico.call('PATCH', `/Users/${id}`, { Operations: [{ op: 'add', path: 'locale', value: 'en-US' }] }))
      .body.preferredLanguage,
  ).toBe('en')
})

test('a group is a role of the portal, which SCIM neither makes, renames nor deletes', async () => {
  const basic = await roleId('Basic')
  expect(await ofNordico.call('POST', '/Groups', { displayName: 'Nobody knows' })).toMatchObject(error(403))
  expect(await ofNordico.call('POST', '/Groups', {})).toMatchObject(error(400, { scimType: 'invalidValue' }))
  expect(await ofNordico.call('PATCH', `/Groups/${basic}`, okta.pushGroup(basic, 'Other'))).toMatchObject(
    error(400, { scimType: 'mutability' }),
  )
  expect(await ofNordico.call('PUT', `/Groups/${basic}`, { displayName: 'Other' })).toMatchObject(
    error(400, { scimType: 'mutability' }),
  )
  expect(await ofNordico.call('DELETE', `/Groups/${basic}`)).toMatchObject(error(403))
  for (const id of ['0', 'abc', '99999', '1e3', '999999999999'])
    expect(await ofNordico.call('GET', `/Groups/${id}`)).toMatchObject(error(404))
})

test('a key gives no role that its maker may not give, and no super admin where nothing is mapped to it (threats Z15)', async () => {
  const names = async (directory: typeof ofNordico) =>
    (await directory.call('GET', '/Groups')).body.Resources.map(
      ({ displayName }: { displayName: string }) => displayName,
    )
  expect(await names(ofNordico)).not.toContain('SuperAdmin')
  expect(await names(ofNordico)).not.toContain('VendorManager')
  expect(await names(ofVendor)).toContain('VendorManager')
  expect(await names(ofVendor)).not.toContain('SuperAdmin')
  const superAdmin = await roleId('SuperAdmin')
  const { id } = await make({}, ofVendor)
  expect(await ofVendor.call('PATCH', `/Groups/${superAdmin}`, entra.addMember(id))).toMatchObject(error(404))
  const mapped = `insert into directory_connections (tenant_id, connection_id, name, issuer, client_id, secret_sealed, secret_last_four,
      is_enabled, is_shown, creates_users, vouches_for_addresses, ends_session, role_mappings)
    values ($1, gen_random_uuid(), 'Directory', 'https://issuer.example', 'x', '', '', true, false, false, false, false,
            jsonb_build_array(jsonb_build_object('value', 'Admins', 'roleId', $2::int)))`
  await raw(world, mapped, [world.tenantId, superAdmin])
  expect(await names(ofVendor)).toContain('SuperAdmin')
  expect(await names(ofNordico)).not.toContain('SuperAdmin')
  expect((await ofVendor.call('PATCH', `/Groups/${superAdmin}`, entra.addMember(id))).status).toBe(200)
  // Nordico does not reach the vendor's people, and its key could not give their roles.
  expect(await ofNordico.call('PATCH', `/Users/${id}`, entra.disable)).toMatchObject(error(404))
  expect((await ofVendor.call('PATCH', `/Groups/${superAdmin}`, entra.removeMemberByPath(id))).status).toBe(200)
  await raw(world, `delete from directory_connections where tenant_id = $1`, [world.tenantId])
})

test('the last active super admin is not deactivated, deleted or deprived of the role, and the directory learns why (threats Z15)', async () => {
  const reason = { detail: expect.stringContaining('last super admin') }
  const path = `/Users/${vendor.userId}`
  for (const body of [entra.disable, okta.deactivate])
    expect(await ofVendor.call('PATCH', path, body)).toMatchObject(error(409, reason))
  const { body } = await ofVendor.call('GET', path)
  expect(await ofVendor.call('PUT', path, { ...body, active: false })).toMatchObject(error(409, reason))
  expect(await ofVendor.call('DELETE', path)).toMatchObject(error(409, reason))
  expect(await row(vendor.userId)).toMatchObject({ status: 'user_active', deleted: false })
})

test('who is deactivated is signed out at the next request, and signs in again once reactivated (threats Z15)', async () => {
  expect((await acmeBasic.raw(identity.me)).status).toBe(200)
  expect((await ofNordico.call('PATCH', `/Users/${acmeBasic.userId}`, entra.disable)).body.active).toBe(false)
  expect((await acmeBasic.raw(identity.me)).status).toBe(401)
  const again = {
    email: acmeBasic.email,
    password: 'Correct-Horse-1',
    grantType: 'password',
    deviceUniqueId: 'd',
    appPlatform: 'web',
  }
  expect((await world.anonymous(identity.signIn, { body: again })).status).toBe(401)
  expect((await ofNordico.call('PATCH', `/Users/${acmeBasic.userId}`, okta.reactivate)).body.active).toBe(true)
  expect((await world.anonymous(identity.signIn, { body: again })).status).toBe(200)
})

test('an invited person is found as active, and their invitation leads nowhere once the directory deactivates them', async () => {
  const email = newAddress()
  const basic = Number(await roleId('Basic'))
  const body = {
    parentAccountId: nordico.accountId,
    user: { userName: email, firstName: 'In', lastName: 'Vited', roles: [basic] },
  }
  const { id } = await nordico.call(users.create, { body })
  expect((await ofNordico.call('GET', filtered(`userName eq "${email}"`))).body.Resources).toMatchObject([
    { id, active: true },
  ])
  expect((await ofNordico.call('PATCH', `/Users/${id}`, entra.enable)).status).toBe(200)
  expect((await row(id))?.status).toBe('user_pending')
  expect((await ofNordico.call('PATCH', `/Users/${id}`, entra.disable)).body.active).toBe(false)
  expect((await row(id))?.status).toBe('user_suspended')
  const mail = (await world.mails(email))[0]
  const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  expect(token).not.toBe('')
  const accepted = await world.anonymous(invitations.accept, {
    body: { email, token, password: 'Plum-Orchard-77', languageCode: 'en', timeZone: 'UTC' },
  })
  expect(accepted).toMatchObject({ status: 400, body: { code: 'IV401' } })
  expect((await row(id))?.status).toBe('user_suspended')
  const other = newAddress()
  const pending = await nordico.call(users.create, { body: { ...body, user: { ...body.user, userName: other } } })
  expect((await ofNordico.call('DELETE', `/Users/${pending.id}`)).status).toBe(204)
})

test('a key sees and changes the users of its account and below, and nobody else learns anything (threats Z15)', async () => {
  const { id } = await make()
  const ofAcme = await directoryOf(acme)
  const ofCanary = await canary.call(apiKeys.create, {
    body: { name: 'Canary', parentAccountId: canary.accountId, purpose: 'scim', permissions: [] },
  })
  const foreign = (method: 'GET' | 'DELETE' | 'PATCH' | 'PUT', body?: unknown) => [
    ofAcme.call(method, `/Users/${id}`, body),
    send(`Bearer ${ofCanary.key}`, method, `/Users/${id}`, body, { base: '/api/v1/tenants/canary/scim/v2' }),
  ]
  for (const [method, body] of [
    ['GET'],
    ['DELETE'],
    ['PATCH', entra.disable],
    ['PUT', entra.user('x@nordico.example')],
  ] as const)
    for (const answer of await Promise.all(foreign(method, body))) expect(answer).toMatchObject(error(404))
  const seen = async (directory: typeof ofNordico) =>
    (await directory.call('GET', '/Users?count=200')).body.Resources.map(
      ({ userName }: { userName: string }) => userName,
    )
  expect(await seen(ofAcme)).toEqual(expect.arrayContaining([acme.email, acmeBasic.email]))
  expect((await seen(ofAcme)).join(' ')).not.toMatch(/nordico|bergen|verdant|sudvia|canary/i)
  expect(await seen(ofNordico)).toEqual(expect.arrayContaining([nordico.email, acme.email, bergen.email]))
  expect((await seen(ofNordico)).join(' ')).not.toMatch(/verdant|sudvia|canary/i)
  const basic = await roleId('Basic')
  expect(await ofAcme.call('PATCH', `/Groups/${basic}`, entra.addMember(id))).toMatchObject(error(400))
  expect(await ofAcme.call('PATCH', `/Groups/${basic}`, entra.addMember(canary.userId))).toMatchObject(error(400))
  // Somebody out of reach is answered like somebody new, with what the directory said, and is asked (rules P64).
  const [told, fresh] = await Promise.all(
    [sudvia.email, newAddress()].map((to) => ofAcme.call('POST', '/Users', entra.user(to, { externalId: null }))),
  )
  const alike = ({ id: _, userName: __, emails: ___, meta: ____, ...rest }: Record<string, unknown> = {}) => rest
  expect([told?.status, alike(told?.body)]).toEqual([201, alike(fresh?.body)])
  expect(await send(`Bearer ${ofCanary.key}`, 'GET', '/Users')).toMatchObject(error(401))
  expect(await ofNordico.call('GET', '/Users', undefined, { base: '/api/v1/tenants/canary/scim/v2' })).toMatchObject(
    error(401),
  )
  expect(await ofNordico.call('GET', '/Users', undefined, { base: '/api/v1/tenants/nowhere/scim/v2' })).toMatchObject(
    error(401),
  )
})

test('a key of provisioning does nothing else, and nothing else provisions (threats Z15)', async () => {
  const machine = await makeKey(nordico, { permissions: [{ module: 'Users', flags: 'c-r-u-d' }] })
  const headers = { authorization: `Bearer ${ofNordico.key}` }
  for (const [endpoint, request] of [
    [accounts.search, { body: {} }],
    [users.search, { body: {} }],
    [identity.me, {}],
  ] as const)
    expect(await world.anonymous(endpoint, { ...request, headers })).toMatchObject({
      status: 403,
      body: { code: 'RQ403', info: { reason: 'key' } },
    })
  expect(await send(machine.headers.authorization, 'GET', '/Users')).toMatchObject(error(403))
  expect(await send(`Bearer ${await nordico.token()}`, 'GET', '/Users')).toMatchObject(error(403))
  const wrong = `${ofNordico.key.slice(0, -1)}${ofNordico.key.endsWith('0') ? '1' : '0'}`
  for (const authorization of ['', 'Bearer trk_0', 'Basic eDp5', `Bearer ${wrong}`])
    for (const path of ['/Users', '/Groups', '/ServiceProviderConfig', '/Schemas', '/ResourceTypes', '/Nothing'])
      expect(await send(authorization, 'GET', path)).toMatchObject(error(401))
})

test('a key is made by who may change users, and is accepted while its maker may (threats Z15)', async () => {
  const reader = await asRole(nordico, { Users: 'c-r' })
  expect(
    (
      await reader(apiKeys.create, {
        body: { name: 'x', parentAccountId: nordico.accountId, purpose: 'scim', permissions: [] },
      })
    ).body,
  ).toMatchObject({
    code: 'RQ403',
    info: { permission: 'Users:u' },
  })
  const both = {
    name: 'x',
    parentAccountId: nordico.accountId,
    purpose: 'scim' as const,
    permissions: [{ module: 'Users' as const, flags: 'r' }],
  }
  expect(await nordico.refused(apiKeys.create, { body: both })).toMatchObject({ code: 'RQ422' })
  expect(await nordico.refused(apiKeys.create, { body: { ...both, purpose: 'calls', permissions: [] } })).toMatchObject(
    { code: 'RQ422' },
  )
  const maker = await asRole(nordico, { Users: 'c-r-u' })
  const scim = { name: 'x', parentAccountId: nordico.accountId, purpose: 'scim', permissions: [] }
  const made = (await maker(apiKeys.create, { body: scim })).body as { id: string; key: string }
  const directory = {
    call: (method: 'GET' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
      send(`Bearer ${made.key}`, method, path, body),
  }
  expect((await directory.call('GET', '/Users')).status).toBe(200)
  const { id } = await make()
  expect(await directory.call('DELETE', `/Users/${id}`)).toMatchObject(error(403))
  // An administrator holds more than the maker, so the key changes neither them nor their role.
  expect(await directory.call('PATCH', `/Users/${acme.userId}`, entra.disable)).toMatchObject(error(403))
  expect(
    (await directory.call('GET', '/Groups')).body.Resources.map(
      ({ displayName }: { displayName: string }) => displayName,
    ),
  ).not.toContain('AccountAdmin')
  const makers = await raw<{ id: string }>(world, `select created_by as id from api_keys where key_id = $1`, [made.id])
  const makerId = makers[0]?.id ?? ''
  await nordico.call(users.changeStatus, { params: { id: makerId }, body: { status: 'user_suspended' } })
  expect(await directory.call('GET', '/Users')).toMatchObject(error(401))
  const ended = await keyOf(nordico)
  await nordico.call(apiKeys.end, { params: { id: ended.id } })
  expect(await send(`Bearer ${ended.key}`, 'GET', '/Users')).toMatchObject(error(401))
})

test('users are found by filters, without regard to case where SCIM says so', async () => {
  const { id, address } = await make({ externalId: 'Ext-1', name: { givenName: 'Zoë', familyName: 'Quist' } })
  const ids = async (filter: string) => {
    const answer = await ofNordico.call('GET', filtered(filter))
    expect([filter, answer.status]).toEqual([filter, 200])
    return answer.body.Resources.map((user: { id: string }) => user.id)
  }
  for (const filter of [
    `userName eq "${address.toUpperCase()}"`,
    `USERNAME Eq "${address}"`,
    `urn:ietf:params:scim:schemas:core:2.0:User:userName eq "${address}"`,
    `emails.value eq "${address}"`,
    `emails[type eq "work" and value eq "${address}"]`,
    `emails[type eq "work"].value eq "${address}"`,
    `emails[primary eq true].value eq "${address}"`,
    'externalId eq "Ext-1"',
    `id eq "${id}"`,
    'name.givenName eq "zoë" and name.familyName sw "qu"',
    'displayName co "ë qu"',
    'name.familyName ew "IST" and active eq true',
    'name.familyName eq "Quist" and not (active eq false)',
    'name.familyName eq "Quist" and meta.lastModified gt "2011-05-13T04:42:34Z"',
    'externalId eq "nobody" or externalId eq "Ext-1"',
    'externalId pr and name.familyName gt "quisr" and name.familyName le "quist"',
  ])
    expect([filter, await ids(filter)]).toEqual([filter, [id]])
  for (const filter of [
    'externalId eq "ext-1"',
    'externalId eq null and name.familyName eq "Quist"',
    'emails[type eq "home" and primary eq true]',
    'name.familyName eq "Quist" and meta.created gt "2999-01-01T00:00:00Z"',
    'name.familyName eq "Quist" and active eq false',
    `userName eq "${address}" and externalId ne "Ext-1"`,
    'name.familyName co "%"',
    'userName eq "\' or 1=1 --"',
  ])
    expect([filter, await ids(filter)]).toEqual([filter, []])
  const { body } = await ofNordico.call('GET', `/Users/${id}`)
  expect(await ids(`id eq "${id}" and meta.lastModified eq "${body.meta.lastModified}"`)).toEqual([id])
})

test('groups are found by their members, as directories ask whether somebody is in one, and strangers are nobody’s members', async () => {
  const { id } = await make()
  const [basic, other] = [await roleId('Basic'), (await make()).id]
  await ofNordico.call('PATCH', `/Groups/${basic}`, entra.addMember(id))
  const groups = async (filter: string) => {
    const { status, body } = await ofNordico.call(
      'GET',
      `/Groups?filter=${encodeURIComponent(filter)}&excludedAttributes=members`,
    )
    expect([filter, status]).toEqual([filter, 200])
    return body.Resources.map((group: { id: string }) => group.id)
  }
  const display = 'of nobody'
  for (const filter of [
    `id eq "${basic}" and members eq "${id}"`,
    `members.value eq "${id.toUpperCase()}"`,
    `members[value eq "${id}"]`,
    `MEMBERS eq "${id}" and displayName eq "basic"`,
    `members[value eq "${id}" and display pr]`,
    `displayName eq "Basic" and members pr and members ne "${other}"`,
    `displayName eq "Basic" and not (members eq "${other}")`,
  ])
    expect([filter, await groups(filter)]).toEqual([filter, [basic]])
  for (const filter of [
    `members eq "${other}"`,
    `members[value eq "${id}" and display eq "${display}"]`,
    `id eq "${basic}" and members ne "${id}"`,
    // Of an account that the key does not reach.
    `members eq "${sudvia.userId}"`,
    `members eq "${vendor.userId}"`,
    'members eq "no id"',
  ])
    expect([filter, await groups(filter)]).toEqual([filter, []])
  for (const filter of ['members.type eq "User"', 'members.value.x eq "1"', 'members gt 5', '__proto__.value eq "1"'])
    expect([filter, await ofNordico.call('GET', `/Groups?filter=${encodeURIComponent(filter)}`)]).toMatchObject([
      filter,
      error(400, { scimType: 'invalidFilter' }),
    ])
})

test('what is not offered is not found, in the shape of SCIM', async () => {
  for (const path of ['/.search', '/Users/.search', '/Groups/.search', '/Bulk'])
    expect([path, await ofNordico.call('POST', path, { filter: 'active eq true' })]).toMatchObject([path, error(404)])
  expect(await ofNordico.call('GET', '/Me')).toMatchObject(error(404))
})

test('a filter that is not understood, compares what cannot be or is endless is refused (threats Z15)', async () => {
  const or = (n: number) => Array.from({ length: n }, () => 'active eq true').join(' or ')
  for (const filter of [
    'userName',
    'userName eq',
    'userName eq x',
    'userName is "x"',
    'password eq "x"',
    '__proto__ eq "x"',
    'constructor pr',
    'groups.value eq "1"',
    'active gt true',
    'active eq "maybe"',
    'userName eq 5',
    'userName eq true',
    'meta.created gt "yesterday"',
    'meta.created co "2020-01-01T00:00:00Z"',
    'emails.type gt "work"',
    '('.repeat(900),
    `${'('.repeat(1_000)}active pr${')'.repeat(1_000)}`,
    or(41),
    `userName eq "${'x'.repeat(2_000)}"`,
  ])
    expect([filter.slice(0, 80), await ofNordico.call('GET', filtered(filter))]).toMatchObject([
      filter.slice(0, 80),
      error(400, { scimType: 'invalidFilter' }),
    ])
  expect((await ofNordico.call('GET', filtered(or(40)))).status).toBe(200)
  expect((await ofNordico.call('GET', filtered(`${'('.repeat(900)}active pr${')'.repeat(900)}`))).status).toBe(200)
  expect(await ofNordico.call('GET', filtered(`userName eq "${'x'.repeat(50_000)}"`))).toMatchObject(error(400))
  expect(await ofNordico.call('GET', '/Users?filter=active%20pr&filter=active%20pr')).toMatchObject(error(400))
  expect((await ofNordico.call('GET', filtered('userName eq "\\u0000"'))).status).toBeLessThan(500)
})

test('pages begin at 1, are bounded and say how many there are', async () => {
  const all = (await ofNordico.call('GET', '/Users?count=200')).body
  const page = async (query: string) => (await ofNordico.call('GET', `/Users?${query}`)).body
  expect(await page('startIndex=2&count=2')).toMatchObject({
    totalResults: all.totalResults,
    startIndex: 2,
    itemsPerPage: 2,
  })
  expect((await page('startIndex=2&count=2')).Resources).toEqual(all.Resources.slice(1, 3))
  expect(await page('count=0')).toMatchObject({ totalResults: all.totalResults, itemsPerPage: 0, Resources: [] })
  expect(await page('startIndex=-3&count=-1')).toMatchObject({ startIndex: 1, itemsPerPage: 0 })
  expect(await page('startIndex=100000')).toMatchObject({ totalResults: all.totalResults, Resources: [] })
  expect((await page('count=999999')).Resources).toHaveLength(Math.min(200, all.totalResults))
  for (const query of ['count=many', 'startIndex=1.5', 'count=1&count=2', `startIndex=${'9'.repeat(30)}`])
    expect(await ofNordico.call('GET', `/Users?${query}`)).toMatchObject(error(400, { scimType: 'invalidValue' }))
})

test('answers have what was asked for', async () => {
  const { id } = await make()
  const of = async (query: string) => Object.keys((await ofNordico.call('GET', `/Users/${id}?${query}`)).body).sort()
  expect(await of('attributes=userName,name.givenName')).toEqual(['id', 'name', 'schemas', 'userName'])
  expect(await of('excludedAttributes=groups,emails,id')).not.toContain('groups')
  expect(await of('excludedAttributes=groups,emails,id')).toContain('id')
  expect(await of('ATTRIBUTES=urn:ietf:params:scim:schemas:core:2.0:User:active')).toEqual(['active', 'id', 'schemas'])
})

test('a change with If-Match holds for the version that was read', async () => {
  const { id, body } = await make()
  const patch = (tag: string, value: string) =>
    ofNordico.call(
      'PATCH',
      `/Users/${id}`,
      { Operations: [{ op: 'replace', path: 'name.familyName', value }] },
      { headers: { 'if-match': tag } },
    )
  const first = await patch(body.meta.version, 'One')
  expect(first.status).toBe(200)
  expect(first.headers.etag).toBe(first.body.meta.version)
  expect(first.body.meta.version).not.toBe(body.meta.version)
  expect(await patch(body.meta.version, 'Two')).toMatchObject(error(412))
  expect((await row(id))?.last).toBe('One')
  expect((await patch('*', 'Three')).status).toBe(200)
  expect(await patch('nonsense', 'Four')).toMatchObject(error(400))
})

test('an address and an external id are used once, and are free after the user was deleted', async () => {
  const { id, address } = await make({ externalId: 'Once' })
  const again = (more: object = {}, to = address) =>
    ofNordico.call('POST', '/Users', entra.user(to, { externalId: 'Other', ...more }))
  expect(await again()).toMatchObject(error(409, { scimType: 'uniqueness' }))
  expect(await again({}, address.toUpperCase())).toMatchObject(error(409, { scimType: 'uniqueness' }))
  expect(await again({ externalId: 'Once' }, newAddress())).toMatchObject(error(409, { scimType: 'uniqueness' }))
  // Another company's directory calls its people as it likes.
  const ofSudvia = await directoryOf(sudvia)
  expect((await ofSudvia.call('POST', '/Users', entra.user(newAddress(), { externalId: 'Once' }))).status).toBe(201)
  expect((await ofNordico.call('DELETE', `/Users/${id}`)).status).toBe(204)
  const back = await again({ externalId: 'Once' })
  expect(back.status).toBe(201)
  expect(back.body.id).not.toBe(id)
  // A new key of the account knows the same people.
  const next = await directoryOf(nordico)
  expect((await next.call('GET', filtered('externalId eq "Once"'))).body.Resources).toMatchObject([
    { id: back.body.id },
  ])
})

test('the address of somebody with a password is changed by nobody but them (threats Z15)', async () => {
  const { id } = await make()
  const to = newAddress()
  const change = (value: unknown) => ({ Operations: [{ op: 'replace', path: 'userName', value }] })
  expect(await ofNordico.call('PATCH', `/Users/${id}`, change(to))).toMatchObject({
    status: 200,
    body: { userName: to },
  })
  expect(await ofNordico.call('PATCH', `/Users/${id}`, change(acme.email))).toMatchObject(
    error(409, { scimType: 'uniqueness' }),
  )
  expect(await ofNordico.call('PATCH', `/Users/${acmeBasic.userId}`, change('thief@elsewhere.example'))).toMatchObject(
    error(400, { scimType: 'mutability' }),
  )
  const { body } = await ofNordico.call('GET', `/Users/${acmeBasic.userId}`)
  expect(
    await ofNordico.call('PUT', `/Users/${acmeBasic.userId}`, { ...body, userName: 'thief@elsewhere.example' }),
  ).toMatchObject(error(400, { scimType: 'mutability' }))
  expect((await row(acmeBasic.userId))?.email).toBe(acmeBasic.email)
  // Adopted by the directory, they still have the password of their own.
  expect(
    (
      await ofNordico.call('PATCH', `/Users/${acmeBasic.userId}`, {
        Operations: [{ op: 'Add', path: 'externalId', value: 'adopted' }],
      })
    ).body.externalId,
  ).toBe('adopted')
  expect(await ofNordico.call('PATCH', `/Users/${acmeBasic.userId}`, change('thief@elsewhere.example'))).toMatchObject(
    error(400),
  )
  expect(
    (
      await ofNordico.call('PATCH', `/Users/${acmeBasic.userId}`, {
        Operations: [{ op: 'remove', path: 'externalId' }],
      })
    ).body.externalId,
  ).toBeUndefined()
})

test.each<[string, unknown, string]>([
  ['no operations', {}, 'invalidSyntax'],
  ['an empty list', { Operations: [] }, 'invalidSyntax'],
  ['a text', '"x"', 'invalidSyntax'],
  ['an operation that is none', { Operations: ['x'] }, 'invalidSyntax'],
  ['an unknown operation', { Operations: [{ op: 'move', path: 'active', value: true }] }, 'invalidSyntax'],
  ['too many operations', { Operations: Array(1001).fill({ op: 'add', path: 'title', value: 'x' }) }, 'invalidSyntax'],
  ['remove without a path', { Operations: [{ op: 'remove' }] }, 'noTarget'],
  ['no path and no object', { Operations: [{ op: 'add', value: 'x' }] }, 'invalidValue'],
  ['a path that is none', { Operations: [{ op: 'add', path: 'a b', value: 'x' }] }, 'invalidPath'],
  [
    'a condition that is none',
    { Operations: [{ op: 'add', path: 'emails[type eq].value', value: 'x' }] },
    'invalidPath',
  ],
  ['a path of a number', { Operations: [{ op: 'add', path: 5, value: 'x' }] }, 'invalidPath'],
  ['a path of 50 kB', { Operations: [{ op: 'add', path: `a[${'('.repeat(50_000)}]`, value: 'x' }] }, 'invalidPath'],
  ['active that is neither', { Operations: [{ op: 'replace', path: 'active', value: 'no' }] }, 'invalidValue'],
  ['active of a number', { Operations: [{ op: 'replace', path: 'active', value: 0 }] }, 'invalidValue'],
  ['active of nothing', { Operations: [{ op: 'replace', path: 'active', value: null }] }, 'invalidValue'],
  ['active taken away', { Operations: [{ op: 'remove', path: 'active' }] }, 'mutability'],
  ['the name taken away', { Operations: [{ op: 'remove', path: 'name.familyName' }] }, 'mutability'],
  ['a name of a list', { Operations: [{ op: 'replace', path: 'name', value: ['x'] }] }, 'invalidValue'],
  [
    'a name of 101 characters',
    { Operations: [{ op: 'replace', path: 'name.givenName', value: 'x'.repeat(101) }] },
    'invalidValue',
  ],
  ['half a character', '{"Operations":[{"op":"add","path":"name.givenName","value":"\\ud800"}]}', 'invalidValue'],
  ['an address that is none', { Operations: [{ op: 'replace', path: 'userName', value: 'jdoe' }] }, 'invalidValue'],
  ['an external id of an object', { Operations: [{ op: 'add', path: 'externalId', value: {} }] }, 'invalidValue'],
])('%s is refused with its type (threats Z15)', async (_, body, scimType) => {
  const { id } = await make()
  const before = await row(id)
  expect(await ofNordico.call('PATCH', `/Users/${id}`, body)).toMatchObject(error(400, { scimType }))
  expect(await row(id)).toEqual(before)
})

test('hostile bodies are refused or change nothing (threats Z15)', async () => {
  const { id } = await make()
  const path = `/Users/${id}`
  for (const at of ['__proto__.polluted', 'constructor.prototype.polluted', 'name.__proto__', 'toString'])
    await ofNordico.call('PATCH', path, { Operations: [{ op: 'add', path: at, value: 'yes' }] })
  expect(({} as { polluted?: string }).polluted).toBeUndefined()
  const proto = '{"Operations":[{"op":"add","value":{"__proto__":{"polluted":"yes"}}}]}'
  expect(await ofNordico.call('PATCH', path, proto)).toMatchObject(error(400, { scimType: 'invalidSyntax' }))
  expect(await ofNordico.call('POST', '/Users', '{')).toMatchObject(error(400, { scimType: 'invalidSyntax' }))
  expect(await ofNordico.call('POST', '/Users', '[]')).toMatchObject(error(400, { scimType: 'invalidSyntax' }))
  expect(await ofNordico.call('POST', '/Users', { userName: 7 })).toMatchObject(
    error(400, { scimType: 'invalidValue' }),
  )
  expect(await ofNordico.call('POST', '/Users', { active: true })).toMatchObject(
    error(400, { scimType: 'invalidValue' }),
  )
  expect(await ofNordico.call('POST', '/Users', 'x'.repeat(1024 * 1024 + 1))).toMatchObject(error(413))
  const plain = { headers: { 'content-type': 'text/plain' } }
  expect(await ofNordico.call('POST', '/Users', '{}', plain)).toMatchObject(error(415))
  const json = { headers: { 'content-type': 'application/json' } }
  expect((await ofNordico.call('PATCH', path, entra.disable, json)).body.active).toBe(false)
  for (const bad of ['x', '%00', 'a'.repeat(250)])
    expect((await ofNordico.call('GET', `/Users/${bad}`)).status).toBe(404)
  expect(await ofNordico.call('POST', '/Bulk', { Operations: [] })).toMatchObject(error(404))
  expect(await ofNordico.call('GET', '/Me')).toMatchObject(error(404))
  const basic = await roleId('Basic')
  for (const value of ['x', [5], [{ value: null }], [[id]], { value: {} }])
    expect(
      await ofNordico.call('PATCH', `/Groups/${basic}`, { Operations: [{ op: 'add', path: 'members', value }] }),
    ).toMatchObject(error(400, { scimType: 'invalidValue' }))
  for (const at of ['members[display eq "x"]', 'members[value co "a"]'])
    expect(
      await ofNordico.call('PATCH', `/Groups/${basic}`, { Operations: [{ op: 'remove', path: at }] }),
    ).toMatchObject(error(400, { scimType: 'invalidPath' }))
})

test('a user without names is named by what there is', async () => {
  const named = async (more: object) => {
    const { body } = await make({ name: undefined, displayName: undefined, ...more })
    return [body.name.givenName, body.name.familyName]
  }
  expect(await named({ displayName: 'Ann Mary Lund' })).toEqual(['Ann Mary', 'Lund'])
  expect(await named({ displayName: 'Cher' })).toEqual(['Cher', '-'])
  expect((await named({}))[0]).toMatch(/^person\d+$/)
  const long = await named({ displayName: `${'a'.repeat(101)} ${'b'.repeat(98)}` })
  expect(long).toEqual(['a'.repeat(100), 'b'.repeat(98)])
  expect(await named({ name: { givenName: '', familyName: 'Only' } })).toEqual([
    expect.stringMatching(/^person/),
    'Only',
  ])
})

test('the service describes itself, in the tenant that the host name or the header names too', async () => {
  const base = '/api/v1/scim/v2'
  const config = await ofNordico.call('GET', '/ServiceProviderConfig', undefined, {
    base,
    headers: { 'x-tenant-code': 'verdant' },
  })
  expect(config).toMatchObject({
    status: 200,
    body: { patch: { supported: true }, bulk: { supported: false }, filter: { maxResults: 200 } },
  })
  const byHost = await ofNordico.call('GET', '/Users', undefined, { base, headers: { host: 'verdant.localhost' } })
  expect(byHost.status).toBe(200)
  const types = (await ofNordico.call('GET', '/ResourceTypes')).body
  expect(types.Resources.map(({ endpoint }: { endpoint: string }) => endpoint)).toEqual(['/Users', '/Groups'])
  expect((await ofNordico.call('GET', '/ResourceTypes/User')).body.name).toBe('User')
  const schemas = (await ofNordico.call('GET', '/Schemas')).body
  for (const { id } of schemas.Resources) expect((await ofNordico.call('GET', `/Schemas/${id}`)).body.id).toBe(id)
  expect(await ofNordico.call('GET', '/Schemas/urn:none')).toMatchObject(error(404))
  expect(manager.userId).not.toBe('')
})

test('a time zone is kept by its name, and what is no time zone changes none', async () => {
  const zoneOf = async (id: string) => (await ofNordico.call('GET', `/Users/${id}`)).body.timezone
  const { id } = await make({ timezone: 'Europe/Oslo' })
  expect(await zoneOf(id)).toBe('Europe/Oslo')
  for (const value of ['W. Europe Standard Time', 'en-US', '+01:00', '', null])
    expect(
      (await ofNordico.call('PATCH', `/Users/${id}`, { Operations: [{ op: 'replace', path: 'timezone', value }] }))
        .status,
    ).toBe(200)
  expect(await zoneOf(id)).toBe('Europe/Oslo')
  const wrong = { Operations: [{ op: 'replace', path: 'timezone', value: 5 }] }
  expect(await ofNordico.call('PATCH', `/Users/${id}`, wrong)).toMatchObject(error(400, { scimType: 'invalidValue' }))
})

test('of two who make the same user at once one is told that it is there, and members that two give at once all get the role', async () => {
  const address = newAddress()
  const made = await Promise.all([1, 2].map(() => ofNordico.call('POST', '/Users', entra.user(address))))
  expect(made.map(({ status }) => status).sort()).toEqual([201, 409])
  const people = await Promise.all([make(), make(), make()])
  const basic = await roleId('Basic')
  const given = await Promise.all(
    people.map(({ id }) => ofNordico.call('PATCH', `/Groups/${basic}`, entra.addMember(id))),
  )
  expect(given.map(({ status }) => status)).toEqual([200, 200, 200])
  for (const { id } of people)
    expect((await ofNordico.call('GET', `/Users/${id}`)).body.groups).toMatchObject([{ display: 'Basic' }])
})

test('what a directory does is in the audit log as done by its key', async () => {
  const { id } = await make()
  await ofNordico.call('PATCH', `/Users/${id}`, entra.disable)
  const acts = await raw<{ action: string; actor: string }>(
    world,
    `select action, user_id as actor from audit_log where tenant_id = $1 and entity_id = $2 order by audit_id`,
    [world.tenantId, id],
  )
  expect(acts).toEqual([
    { action: 'user.created', actor: ofNordico.id },
    { action: 'user.suspended', actor: ofNordico.id },
  ])
})

test('a directory of a suspended tenant is told so', async () => {
  const becomes = async (at: string, status: number) => {
    await raw(world, `update tenants set suspended_at = ${at} where tenant_id = $1`, [world.tenantId])
    await raw(world, `select pg_notify('trellis_tenants', 'verdant')`)
    await expect.poll(async () => (await ofNordico.call('GET', '/Users')).status, { timeout: 20_000 }).toBe(status)
  }
  await becomes('now()', 403)
  expect(await ofNordico.call('GET', '/Users')).toMatchObject(error(403))
  await becomes('null', 200)
})
