import { attachments } from '@trellis/contract/attachments'
import { certificates } from '@trellis/contract/certificates'
import { deals } from '@trellis/contract/deals'
import { devices } from '@trellis/contract/devices'
import { environments } from '@trellis/contract/environments'
import { exportLists, searchedLists } from '@trellis/contract/export-lists'
import { exportsOfLists } from '@trellis/contract/exports'
import { imports } from '@trellis/contract/imports'
import { accountCertificates, userCertificates } from '@trellis/contract/issued-certificates'
import { keyLinks } from '@trellis/contract/key-pages'
import { listViews } from '@trellis/contract/list-views'
import { modules } from '@trellis/contract/permissions'
import { priceLists } from '@trellis/contract/price-lists'
import { pricePlans } from '@trellis/contract/price-plans'
import { recipes } from '@trellis/contract/recipes'
import { webhooks } from '@trellis/contract/webhooks'
import { expect, test } from 'vitest'
import { sql } from './platform/database/sql.ts'
import { newId } from './platform/ids.ts'
import { type Caller, holders, paramsOf, request } from './testing/calling.ts'
import { dealing } from './testing/dealing.ts'
import { keysOf } from './testing/keys.ts'
import { licensing } from './testing/licensing.ts'
import { network, type Person } from './testing/network.ts'
import { hasProperty } from './testing/samples.ts'
import { raw, selling } from './testing/selling.ts'
import { uploading } from './testing/uploading.ts'

/*
 * Every mounted call from every position in the tree (threats T2, T3): each account has the same kinds of records, and
 * a user of Acme with every flag but `ra` asks for them. Records out of reach are answered byte for byte like missing
 * ones. Covers: server/src/platform/tenancy.ts
 */

const world = await network({ webhookHosts: ['127.0.0.1:9'] })
const { app, vendor, nordico, acme, bergen, fjord, canary } = world
const { offer } = selling(world)
const { give, key } = licensing(world)
const { draft, register } = dealing(world)
const { upload } = uploading(world)
const makeKey = keysOf(world)

const guarded = app.routes.filter(({ endpoint }) => endpoint.permission.includes(':'))

type Kind =
  | 'account'
  | 'address'
  | 'user'
  | 'apiKey'
  | 'webhook'
  | 'delivery'
  | 'passkey'
  | 'session'
  | 'order'
  | 'license'
  | 'licenseId'
  | 'seat'
  | 'priceList'
  | 'pricePlan'
  | 'product'
  | 'productType'
  | 'feature'
  | 'import'
  | 'upload'
  | 'certificate'
  | 'userCertificate'
  | 'accountCertificate'
  | 'deal'
  | 'environment'
  | 'file'
  | 'report'
  | 'ofTenant'
  | 'event'
  | 'auditedEntity'
  | 'view'
  | 'recipe'
  | 'approvalRule'
  | 'delegation'

/** The kind of record of a path parameter. A new kind needs a line here and a record in `things`. */
function kindOf(path: string, param: string): Kind {
  if (param === 'accountId') return 'account'
  if (param === 'accountFileId') return 'file'
  if (param === 'certificateId') return 'certificate'
  if (param === 'addressId') return 'address'
  if (param === 'serialKey') return 'license'
  if (param === 'entity') return 'auditedEntity'
  if (param === 'entityId') return 'order'
  if (param === 'licenseId') return 'licenseId'
  if (param === 'licenseSeatId') return 'seat'
  // Numbers that every tenant has: they belong to no account.
  if (param === 'number' || param === 'roleId' || param === 'groupId' || param === 'connectionId') return 'ofTenant'
  // Those of the whole sandbox, for its super admins: sandbox.test.ts says who reads them.
  if (path.startsWith('/sandbox/')) return 'ofTenant'
  // Tenants of the installation, for its operators: installation/operators.test.ts says who reads them.
  if (path.startsWith('/installation/')) return 'ofTenant'
  const kinds: [string, Kind][] = [
    ['/accounts/:id', 'account'],
    ['/users/', 'user'],
    ['/apiKeys/:id', 'apiKey'],
    ['/webhooks/deliveries/:id', 'delivery'],
    ['/webhooks/:id', 'webhook'],
    ['/auth/passkeys/:id', 'passkey'],
    ['/auth/sessions/:id', 'session'],
    ['/orders/:id', 'order'],
    ['/pricelists/products/', 'product'],
    ['/pricelists/:id', 'priceList'],
    ['/pricePlans/:id', 'pricePlan'],
    ['/productsType/features/:id', 'feature'],
    ['/productsType/:id', 'productType'],
    ['/products/:id', 'product'],
    ['/imports/recipes/:id', 'recipe'],
    ['/imports/uploads/:id', 'upload'],
    ['/imports/:id', 'import'],
    ['/certificates/users/:id', 'userCertificate'],
    ['/certificates/accounts/:id', 'accountCertificate'],
    ['/certificates/:id', 'certificate'],
    ['/deals/:id', 'deal'],
    ['/onPremiseEnvironments/:id', 'environment'],
    ['/files/:id', 'file'],
    ['/exports/:id', 'report'],
    ['/licenses/report/export/:id', 'report'],
    ['/audit/:id', 'event'],
    ['/lists/views/:id', 'view'],
    ['/approvalRules/:id', 'approvalRule'],
    ['/delegations/:id', 'delegation'],
  ]
  const known = kinds.find(([start]) => path.startsWith(start))
  if (!known) throw new Error(`reach.test.ts does not know what :${param} of ${path} names`)
  return known[1]
}

type Things = Partial<Record<Kind, string>>

/** A file that is attached to an order of the user's account. */
async function attached(person: Person, orderId: string): Promise<string> {
  const file = await upload(person)
  await person.call(attachments.add, { params: { id: orderId }, body: { attachments: [file] } })
  return file
}

const idOf = async (query: string, values: string[]): Promise<string> =>
  (await raw<{ id: string }>(world, query, values))[0]?.id ?? ''

/** A passkey of this user, as a row: to sign in goes on as before. */
async function passkeyOf({ userId }: Person): Promise<string> {
  return idOf(
    `insert into passkeys (tenant_id, passkey_id, user_id, name, host, credential_id, public_key, signatures, transports)
     select tenant_id, gen_random_uuid(), user_id, 'Phone', 'localhost', uuid_send(gen_random_uuid()), '\\x00', 0, '{}'
     from users where user_id = $1 returning passkey_id as id`,
    [userId],
  )
}

/** An import started by this user: only that user can see it. */
async function importOf(person: Person): Promise<string> {
  const csv = 'email,accountCode,firstName,lastName,roles\n'
  const body = { kind: 'users' as const, fileName: 'people.csv', csv, dryRun: true }
  return (await person.call(imports.create, { body })).id
}

/** The beginning of a file to import: only who sends it can go on. */
async function uploadOf(person: Person): Promise<string> {
  const body = { kind: 'users' as const, fileName: 'people.csv', sizeInBytes: 1, fingerprint: 'people' }
  return (await person.call(imports.upload, { body })).uploadId
}

const environmentOf = async (person: Person): Promise<string> => {
  const body = { accountId: person.accountId, customerName: 'Hospital', customerEnvironmentId: 'H-1' }
  return (await person.call(environments.create, { body })).id
}

/** Issued by the vendor. */
async function certificatesOf(person: Person): Promise<Things> {
  const { items } = await vendor.call(certificates.search, { body: {} })
  const idOfKind = (kind: string) => items.find((one) => one.kind === kind)?.certificateId ?? ''
  const ofUser = { certificateId: idOfKind('User'), userId: person.userId }
  const ofAccount = { certificateId: idOfKind('Account'), accountId: person.accountId }
  return {
    userCertificate: (await vendor.call(userCertificates.create, { body: ofUser })).id,
    accountCertificate: (await vendor.call(accountCertificates.create, { body: ofAccount })).id,
  }
}

async function certificatesOfCanary(): Promise<Things> {
  const { items } = await canary.call(certificates.search, { body: {} })
  const idOfKind = (kind: string) => items.find((one) => one.kind === kind)?.certificateId ?? ''
  const guest = { isGuestCertificate: true, userFirstName: 'Tweety', userLastName: 'Bird' }
  const ofAccount = { certificateId: idOfKind('Account'), accountId: canary.accountId }
  return {
    certificate: idOfKind('User'),
    userCertificate: (
      await canary.call(userCertificates.create, { body: { certificateId: idOfKind('User'), ...guest } })
    ).id,
    accountCertificate: (await canary.call(accountCertificates.create, { body: ofAccount })).id,
  }
}

async function dealOfCanary(productId = ''): Promise<string> {
  const body = { ...draft(canary, {}, { name: 'Canary prospect' }), items: [{ productId, qt: 1 }] }
  return (await canary.call(deals.create, { body })).id
}

/** A webhook with a delivery. */
async function webhookOf(person: Person): Promise<{ webhook: string; delivery: string }> {
  const body = { url: 'http://127.0.0.1:9/', parentAccountId: person.accountId }
  const { id } = await person.call(webhooks.create, { body })
  return { webhook: id, delivery: (await person.call(webhooks.test, { params: { id } })).id }
}

async function viewOf(person: Person): Promise<string> {
  const view = { list: 'orders.sellOut', name: 'Pending', search: 'status=pending' } as const
  return (await person.call(listViews.create, { body: view })).viewId
}

async function recipeOf(person: Person): Promise<string> {
  const body = {
    name: 'Own users',
    kind: 'users' as const,
    headings: ['Mail'],
    columns: { email: { from: ['Mail'] } },
  }
  return (await person.call(recipes.keep, { body })).recipeId
}

async function planOf(person: Person, priceListId: string, productId = world.products['EDGE-1Y']?.productId ?? '') {
  const body = { priceListId, day: '2999-01-01', items: [{ productId, customPrice: 1 }] }
  return (await person.call(pricePlans.create, { body })).id
}

/** A rule of the account, and somebody who stands in for the user, as rows: not every account may make them. */
async function approvalsOf({ accountId, userId }: Person): Promise<Things> {
  return {
    approvalRule: await idOf(
      `insert into approval_rules (tenant_id, rule_id, account_id, name, applies_to, below_list_share, needs, is_enabled)
       select tenant_id, gen_random_uuid(), account_id, 'Cheap', 'order', 1, 'second_person', false
       from accounts where account_id = $1 returning rule_id as id`,
      [accountId],
    ),
    delegation: await idOf(
      `insert into delegations (tenant_id, delegation_id, account_id, from_user, to_user, starts_at, ends_at)
       select f.tenant_id, gen_random_uuid(), f.account_id, f.user_id, t.user_id, now(), now() + interval '1 day'
       from users f join users t on t.tenant_id = f.tenant_id and t.user_id <> f.user_id
       where f.user_id = $1 limit 1 returning delegation_id as id`,
      [userId],
    ),
  }
}

/** One record of each kind that belongs to the user's account. */
async function thingsOf(person: Person, seller: Person): Promise<Things> {
  await person.token()
  const list = await person.call(priceLists.create, { body: { name: 'A list of its own', currencyId: 978, items: [] } })
  await give(seller, 'EDGE-1Y', 1)
  const order = await offer(seller, person, { 'EDGE-1Y': 1 })
  const license = await key(person, 'EDGE-1Y')
  const seat = await person.call(devices.activate, { body: { serialKey: license, deviceUuid: 'laptop' } })
  await person.call(keyLinks.make, { params: { serialKey: license } })
  return {
    account: person.accountId,
    address: await idOf(`select address_id as id from addresses where account_id = $1`, [person.accountId]),
    user: person.userId,
    apiKey: (await makeKey(person)).id,
    ...(await webhookOf(person)),
    passkey: await passkeyOf(person),
    session: await idOf(`select session_id as id from sessions where user_id = $1`, [person.userId]),
    order: order.id,
    license,
    licenseId: await idOf(`select license_id as id from licenses where serial_key = $1`, [license]),
    seat: seat.licenseSeatId,
    priceList: list.id,
    pricePlan: await planOf(person, list.id),
    import: await importOf(person),
    upload: await uploadOf(person),
    ...(person === fjord ? {} : { deal: await register(person, { 'EDGE-1Y': 1 }) }),
    environment: await environmentOf(person),
    ...(await certificatesOf(person)),
    file: await attached(person, order.id),
    event: await idOf(`select audit_id as id from audit_log where entity = 'order' and entity_id = $1`, [order.id]),
    auditedEntity: 'order',
    view: await viewOf(person),
    recipe: await recipeOf(person),
    ...(await approvalsOf(person)),
  }
}

async function thingsOfCanary(): Promise<Things> {
  await canary.token()
  const tenantId = await idOf(`select tenant_id as id from accounts where account_id = $1`, [canary.accountId])
  const [product, list, order, license, productType, feature] = Array.from({ length: 6 }, () => newId())
  const serialKey = 'CANARY-00000-00000-00000-00001'
  const context = { tenantId, userId: null, reach: null, clock: null, requestId: null }
  await world.db.write(context, async (tx) => {
    await tx.run(sql`insert into product_types (type_id, name) values (${productType}, 'Canary type')`)
    await tx.run(sql`insert into features (feature_id, name, value_type) values (${feature}, 'Canary feature', 2)`)
    await tx.run(sql`
      insert into products (product_id, sku, name, price_msrp, currency_id, status)
      values (${product}, 'CANARY', 'Canary product', 1, 840, 'Active')`)
    await tx.run(sql`insert into product_publications (product_id, owner_tenant_id) values (${product}, ${tenantId})`)
    await tx.run(sql`
      insert into price_lists (price_list_id, account_id, name, currency_id)
      values (${list}, ${canary.accountId}, 'Canary list', 840)`)
    await tx.run(sql`
      insert into orders (order_id, code, relation_id, buyer_id, vendor_id, origin, status, currency_id, total)
      values (${order}, 'SO-2020-CANARY', ${order}, ${canary.accountId}, ${canary.accountId}, 'import', 'pending', 840, 0)`)
    await tx.run(sql`
      insert into order_history (order_id, history_id, status, source) values (${order}, ${newId()}, 'pending', 'import')`)
    await tx.run(sql`
      insert into licenses (license_id, serial_key, product_id, owner_id, seats, license_is_perpetual, maintenance_is_perpetual)
      values (${license}, ${serialKey}, ${product}, ${canary.accountId}, 1, true, true)`)
  })
  return {
    account: canary.accountId,
    address: await idOf(`select address_id as id from addresses where account_id = $1`, [canary.accountId]),
    user: canary.userId,
    apiKey: (await makeKey(canary)).id,
    ...(await webhookOf(canary)),
    passkey: await passkeyOf(canary),
    session: await idOf(`select session_id as id from sessions where user_id = $1`, [canary.userId]),
    order,
    license: serialKey,
    licenseId: license,
    priceList: list,
    pricePlan: await planOf(canary, list ?? '', product),
    product,
    productType,
    feature,
    import: await importOf(canary),
    upload: await uploadOf(canary),
    deal: await dealOfCanary(product),
    environment: await environmentOf(canary),
    ...(await certificatesOfCanary()),
    file: await upload(canary),
    view: await viewOf(canary),
    recipe: await recipeOf(canary),
    ...(await approvalsOf(canary)),
  } as Things
}

const things: Record<'own' | 'child' | 'parent' | 'sibling' | 'other tenant', Things> = {
  own: await thingsOf(acme, nordico),
  child: await thingsOf(fjord, acme),
  parent: await thingsOf(nordico, vendor),
  sibling: await thingsOf(bergen, nordico),
  'other tenant': await thingsOfCanary(),
}
// Reach does not include another user's own records.
for (const position of ['own', 'child'] as const) {
  delete things[position].import
  delete things[position].view
}
// Nor the rules of an account below.
delete things.child.approvalRule
const enroll = holders(world)
const { call: everything } = await enroll(acme, ['c', 'cu', 'r', 'u', 'd'])
/** An API key of Acme with the same flags, and what of the table it may be asked (authorization.test.ts has the rest). */
const { call: byKey } = await makeKey(vendor, {
  parentAccountId: acme.accountId,
  permissions: modules.map((module) => ({ module, flags: 'c-cu-r-u-d' })),
})
const isForKeys = (route: { endpoint: { onlyPeople: boolean } }) => !route.endpoint.onlyPeople
const callers = [
  ['a user', everything, () => true],
  ['an API key', byKey, isForKeys],
] as const
const fromEach = (positions: readonly Position[]) =>
  positions.flatMap((position) => callers.map(([who, ask, isFor]) => ({ position, who, ask, isFor })))
type Position = keyof typeof things
const outOfReach = fromEach(['parent', 'sibling', 'other tenant'])

/** Calls that tell only managers what exists, and not the owner of the deal. */
const managersOnly = ['deals.duplicates', 'dealSignatures.read']
/** Calls that tell only the side that sells, and not the buyer. */
const sellersOnly = ['orderSignatures.read']
/** Calls that tell only the vendor's super admins what exists. */
const supersOnly = ['network.move', 'network.movePreview']
/** Calls that answer an empty list for what does not exist. */
const emptyOfMissing = ['audit.history']
/** Searches of a tenant's records, which belong to no account; every search payload has the field. */
const ofTheTenant = ['productTypes.search', 'productTypes.searchFeatures', 'certificates.search']
const withIds = app.routes.filter(
  ({ endpoint }) => endpoint.permission !== 'public' && paramsOf(endpoint.path).length > 0,
)

const anonymized = ({ status, body }: { status: number; body: unknown }) => ({
  status,
  body: { ...(body as object), requestId: '' },
})

test.each(outOfReach)(
  'a record of the $position is answered to $who by every call as if it did not exist (threats T2, T3)',
  async ({ position, ask, isFor }) => {
    for (const route of withIds.filter(isFor)) {
      const asked = request(route)
      const names = paramsOf(route.endpoint.path)
      const ids = names.map((name) => things[position][kindOf(route.endpoint.path, name)])
      if (ids.some((id) => id === undefined)) continue
      const there = { ...asked, params: Object.fromEntries(names.map((name, n) => [name, ids[n]])) }
      const nothing = emptyOfMissing.includes(route.name) ? { params: { ...there.params, entityId: newId() } } : asked
      const missing = anonymized(await ask(route.endpoint, nothing))
      const hidden = anonymized(await ask(route.endpoint, there))
      expect(hidden, route.name).toEqual(missing)
      const status = supersOnly.includes(route.name) ? 403 : emptyOfMissing.includes(route.name) ? 200 : 404
      expect([route.name, hidden.status]).toEqual([route.name, status])
    }
  },
)

test.each(outOfReach)(
  'the $position named in a payload of $who is treated as missing too (threats T3)',
  async ({ position, ask, isFor }) => {
    let asked = 0
    for (const route of guarded.filter(isFor)) {
      for (const field of ['parentAccountId', 'buyerAccountId']) {
        if (!hasProperty(route.endpoint.body, field) || [...supersOnly, ...ofTheTenant].includes(route.name)) continue
        const { body, ...rest } = request(route)
        const naming = (id: string | undefined) =>
          ask(route.endpoint, { ...rest, body: { ...(body as object), [field]: id } })
        const hidden = anonymized(await naming(things[position].account))
        expect(hidden, route.name).toEqual(anonymized(await naming(newId())))
        expect([route.name, field, hidden.status]).toEqual([route.name, field, 404])
        asked += 1
      }
    }
    expect(asked).toBeGreaterThan(8)
  },
)

test.each(fromEach(['own', 'child']))(
  'what belongs to the $position account can be read by $who',
  async ({ position, ask, isFor, who }) => {
    const reading = withIds.filter(({ endpoint }) => endpoint.method === 'GET' && endpoint.query === undefined)
    for (const route of reading.filter(isFor)) {
      const names = paramsOf(route.endpoint.path)
      const ids = names.map((name) => things[position][kindOf(route.endpoint.path, name)])
      if (ids.some((id) => id === undefined)) continue
      const params = Object.fromEntries(names.map((name, n) => [name, ids[n]]))
      const isHidden = managersOnly.includes(route.name) || (position === 'own' && sellersOnly.includes(route.name))
      const status = isHidden ? 403 : 200
      expect([who, route.name, (await ask(route.endpoint, { params })).status]).toEqual([who, route.name, status])
    }
  },
)

/** Lists that only people read, by Users `c`. */
const ofPeople: readonly string[] = ['apiKeys.search', 'webhooks.search']
const lists = app.routes.filter(({ name }) => (searchedLists as readonly string[]).includes(name))
/** Wherever a row has an id or a name by which a record can be recognized. */
const telling = ['accountId', 'userId', 'orderId', 'orderCode', 'priceListId', 'serialKey', 'accountFileId', 'fileName']
const columns = [
  ...telling,
  'userCertificateId',
  'dealId',
  'onPremiseEnvironmentId',
  'customerName',
  'fileHash',
  'licenseId',
].map((path) => ({
  path,
  label: path,
}))
const exportOf = (list: (typeof exportLists)[number]) => ({
  body: { list, search: { includeChildren: true }, columns, format: 'csv', fileName: 'all' },
})

/** Everything that a user gets from all lists and their exports, as one text; and that counts count only that. */
async function everythingListed(ask: Caller, isFor: (typeof callers)[number][2] = () => true): Promise<string> {
  const texts: string[] = []
  for (const { name, endpoint } of lists.filter(isFor)) {
    const { status, body } = await ask(endpoint, { body: { limit: 3000, includeChildren: true } })
    expect([name, status, body]).toMatchObject([name, 200, {}])
    const { items, count } = body as { items: unknown[]; count: number }
    expect([name, count]).toEqual([name, items.length])
    texts.push(JSON.stringify(items))
  }
  for (const list of exportLists.filter((list) => !ofPeople.includes(list) || isFor === callers[0][2])) {
    const { status, body } = await ask(exportsOfLists.create, exportOf(list))
    expect([list, status]).toEqual([list, 200])
    texts.push(String(body))
  }
  return texts.join('\n')
}

test('no list, count or export of a rival branch or of another tenant has a record of the account (threats T2, T3, T11)', async () => {
  const kinds = [
    'account',
    'user',
    'order',
    'license',
    'priceList',
    'pricePlan',
    'environment',
    'file',
    'userCertificate',
    'deal',
    'apiKey',
    'webhook',
  ] as const
  const ids = kinds.flatMap((kind) => [things.own[kind] ?? '', things.child[kind] ?? '']).filter((id) => id !== '')
  const own = await everythingListed(everything)
  expect(ids.filter((id) => !own.includes(id))).toEqual([])
  const key = [things.own, things.child].flatMap(({ apiKey = '', webhook = '' }) => [apiKey, webhook])
  expect(ids.filter((id) => !own.includes(id) && !key.includes(id))).toEqual([])
  const listedToKey = await everythingListed(byKey, isForKeys)
  expect(ids.filter((id) => !listedToKey.includes(id) && !key.includes(id))).toEqual([])
  const keysByKey = await byKey(exportsOfLists.create, exportOf('apiKeys.search'))
  expect(keysByKey).toMatchObject({ status: 403, body: { info: { reason: 'key' } } })
  const rival = (await enroll(bergen, ['c', 'cu', 'r', 'u', 'd'])).call
  for (const stranger of [rival, canary.raw]) {
    const listed = await everythingListed(stranger)
    expect(ids.filter((id) => listed.includes(id))).toEqual([])
  }
})

test.each(['parent', 'sibling', 'other tenant'] as const)(
  'an export that names the %s account is refused as if there were none (threats T3, T11)',
  async (position) => {
    let asked = 0
    for (const list of exportLists) {
      const { endpoint } = lists.find(({ name }) => name === list) ?? {}
      if (!endpoint || !hasProperty(endpoint.body, 'parentAccountId') || ofTheTenant.includes(list)) continue
      const naming = async (parentAccountId: string | undefined) => {
        const { body } = exportOf(list)
        return everything(exportsOfLists.create, {
          body: { ...body, search: { includeChildren: true, parentAccountId } },
        })
      }
      const hidden = anonymized(await naming(things[position].account))
      expect([list, hidden]).toEqual([list, anonymized(await naming(newId()))])
      expect([list, hidden.status]).toEqual([list, 404])
      asked += 1
    }
    expect(asked).toBeGreaterThan(4)
  },
)

test('without the permission to read, no list and no export of it is answered (threats Z1)', async () => {
  const { call } = await enroll(acme, ['c', 'cu', 'u', 'd'])
  const { call: without } = await enroll(acme, ['cu', 'r', 'u', 'd'])
  const asker = (name: string) => (ofPeople.includes(name) ? without : call)
  for (const { name, endpoint } of lists)
    expect([name, await asker(name)(endpoint, { body: {} })]).toMatchObject([
      name,
      { status: 403, body: { code: 'RQ403' } },
    ])
  for (const list of exportLists)
    expect([list, await asker(list)(exportsOfLists.create, exportOf(list))]).toMatchObject([list, { status: 403 }])
})
