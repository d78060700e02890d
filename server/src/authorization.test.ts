import { randomBytes } from 'node:crypto'
import { accounts } from '@trellis/contract/accounts'
import type { Endpoint } from '@trellis/contract/endpoint'
import { identity, viewHeader } from '@trellis/contract/identity'
import { flags, modules, type PermissionToCall } from '@trellis/contract/permissions'
import { users } from '@trellis/contract/users'
import { expect, test } from 'vitest'
import { createUser, hashPassword } from './modules/people/index.ts'
import { json, sql } from './platform/database/sql.ts'
import { newId } from './platform/ids.ts'
import { hashOf } from './platform/secrets.ts'
import { network, password } from './testing/network.ts'

const world = await network()
const { app, nordico, anonymous } = world

/**
 * Every call and who may make it, deliberately listed a second time: a call that is not here fails the suite.
 * Covers: server/src/platform/http/dispatch.ts
 */
const expected: Record<string, PermissionToCall> = {
  'tenants.current': 'public',
  'tenants.lookup': 'session',
  'tenants.currencies': 'session',
  'tenants.countries': 'session',
  'tenants.groups': 'session',
  'tenants.roles': 'session',
  'tenants.subscriptions': 'session',
  'sandbox.clock': 'session',
  'sandbox.moveClock': 'session',
  'sandbox.mails': 'session',
  'sandbox.mail': 'session',
  'installation.search': 'operator',
  'installation.create': 'operator',
  'installation.read': 'operator',
  'installation.resend': 'operator',
  'settings.read': 'session',
  'settings.change': 'session',
  'settings.checkDomains': 'session',
  'settings.setLogo': 'session',
  'settings.removeLogo': 'session',
  'settings.logo': 'public',
  'settings.roles': 'session',
  'settings.createRole': 'session',
  'settings.updateRole': 'session',
  'settings.removeRole': 'session',
  'settings.groups': 'session',
  'settings.updateGroup': 'session',
  'signInSettings.read': 'session',
  'signInSettings.change': 'session',
  'directories.list': 'session',
  'directories.create': 'session',
  'directories.read': 'session',
  'directories.change': 'session',
  'directories.remove': 'session',
  'directories.checkDomains': 'session',
  'directories.beginTest': 'session',
  'directorySignIn.offered': 'public',
  'directorySignIn.route': 'public',
  'directorySignIn.start': 'public',
  'directorySignIn.finish': 'public',
  'directorySignIn.link': 'public',
  'directorySignIn.test': 'session',
  'directorySignIn.signOut': 'session',
  'accounts.search': 'Accounts:r',
  'accounts.tree': 'Accounts:r',
  'accounts.read': 'Accounts:r',
  'accounts.update': 'Accounts:u',
  'accounts.updateAddress': 'Accounts:u',
  'accounts.addAddress': 'Accounts:u',
  'identity.signIn': 'public',
  'identity.refresh': 'public',
  'identity.signOut': 'public',
  'identity.me': 'session',
  'sessions.list': 'session',
  'sessions.end': 'session',
  'proofs.ways': 'session',
  'proofs.beginDirectory': 'session',
  'proofs.endDirectory': 'session',
  'emailChanges.read': 'session',
  'emailChanges.ask': 'session',
  'emailChanges.withdraw': 'session',
  'emailChanges.confirm': 'public',
  'emailChanges.undo': 'public',
  'passwords.requestReset': 'public',
  'passwords.reset': 'public',
  'passwords.change': 'session',
  'passkeys.list': 'session',
  'passkeys.rename': 'session',
  'passkeys.remove': 'session',
  'passkeys.registerOptions': 'session',
  'passkeys.register': 'session',
  'passkeys.signInOptions': 'public',
  'passkeys.signIn': 'public',
  'secondFactors.available': 'session',
  'secondFactors.own': 'session',
  'secondFactors.challenge': 'public',
  'secondFactors.sendChallengeCode': 'public',
  'secondFactors.requestSetup': 'session',
  'secondFactors.verifySetup': 'session',
  'secondFactors.confirmSetup': 'session',
  'secondFactors.disable': 'session',
  'secondFactors.backupCodes': 'session',
  'users.search': 'Users:r',
  'users.create': 'Users:c',
  'users.update': 'session',
  'users.remove': 'session',
  'users.removePending': 'Users:d',
  'users.resend': 'Users:c',
  'users.changeStatus': 'Users:u',
  'users.view': 'Users:u',
  'users.endView': 'session',
  'users.changeRoles': 'Users:u',
  'ownAccounts.use': 'session',
  'ownAccounts.accept': 'session',
  'ownAccounts.leave': 'session',
  'apiKeys.search': 'Users:c',
  'apiKeys.create': 'Users:c',
  'apiKeys.end': 'Users:c',
  'webhooks.search': 'Users:c',
  'webhooks.create': 'Users:c',
  'webhooks.read': 'Users:c',
  'webhooks.update': 'Users:c',
  'webhooks.end': 'Users:c',
  'webhooks.changeSecret': 'Users:c',
  'webhooks.test': 'Users:c',
  'webhooks.searchDeliveries': 'Users:c',
  'webhooks.replayDelivery': 'Users:c',
  'webhooks.replay': 'Users:c',
  'invitations.accept': 'public',
  'listViews.read': 'session',
  'listViews.create': 'session',
  'listViews.update': 'session',
  'listViews.remove': 'session',
  'listViews.chooseColumns': 'session',
  'batch.run': 'session',
  'events.list': 'session',
  'events.types': 'session',
  'news.list': 'session',
  'news.unread': 'session',
  'news.read': 'session',
  'news.choices': 'session',
  'news.choose': 'session',
  'catalogue.search': 'Products:r',
  'catalogue.fetch': 'Products:r',
  'catalogue.readPriced': 'Products:r',
  'catalogue.list': 'Products:r',
  'catalogue.create': 'Products:c',
  'catalogue.read': 'Products:r',
  'catalogue.update': 'Products:u',
  'catalogue.remove': 'Products:d',
  'catalogue.removal': 'Products:d',
  'catalogue.extensions': 'Products:r',
  'catalogue.typesLookup': 'session',
  'catalogue.featuresLookup': 'session',
  'productTypes.search': 'ProductTypes:r',
  'productTypes.create': 'ProductTypes:c',
  'productTypes.read': 'ProductTypes:r',
  'productTypes.update': 'ProductTypes:u',
  'productTypes.remove': 'ProductTypes:d',
  'productTypes.searchFeatures': 'ProductTypes:r',
  'productTypes.createFeature': 'ProductTypes:c',
  'productTypes.updateFeature': 'ProductTypes:u',
  'productTypes.removeFeature': 'ProductTypes:d',
  'priceLists.search': 'PriceLists:r',
  'priceLists.create': 'PriceLists:c',
  'priceLists.association': 'PriceLists:r',
  'priceLists.associate': 'PriceLists:c',
  'priceLists.changeAssociation': 'PriceLists:c',
  'priceLists.dissociate': 'PriceLists:c',
  'priceLists.read': 'PriceLists:r',
  'priceLists.pdf': 'PriceLists:r',
  'priceLists.update': 'PriceLists:u',
  'priceLists.remove': 'PriceLists:d',
  'priceLists.addProduct': 'PriceLists:u',
  'priceLists.updateProduct': 'PriceLists:u',
  'priceLists.removeProduct': 'PriceLists:u',
  'pricing.explain': 'Products:r',
  'pricing.toGive': 'PriceLists:c',
  'pricing.history': 'PriceLists:r',
  'pricing.uses': 'PriceLists:r',
  'pricing.setProducts': 'PriceLists:u',
  'pricing.associationEffect': 'PriceLists:c',
  'pricePlans.list': 'PriceLists:r',
  'pricePlans.create': 'PriceLists:u',
  'pricePlans.read': 'PriceLists:r',
  'pricePlans.change': 'PriceLists:u',
  'pricePlans.cancel': 'PriceLists:u',
  'pastOrders.underPriceList': 'PriceLists:r',
  'credit.ofAccount': 'Orders:r',
  'foresight.list': 'Stocks:r',
  'pastPrices.onDay': 'Products:r',
  'stock.search': 'Stocks:r',
  'stock.available': 'Orders:r',
  'stock.ofAccount': 'Stocks:r',
  'stock.movements': 'Stocks:r',
  'stock.setThreshold': 'Stocks:u',
  'files.search': 'Files:r',
  'files.documents': 'Files:r',
  'files.brandAssets': 'Files:r',
  'files.usage': 'Files:r',
  'files.requestUpload': 'Files:c',
  'files.commitUpload': 'Files:c',
  'files.receive': 'public',
  'files.send': 'public',
  'files.update': 'Files:u',
  'files.remove': 'Files:d',
  'files.download': 'Files:r',
  'approvalRules.list': 'Orders:r',
  'approvalRules.create': 'Orders:u',
  'approvalRules.read': 'Orders:r',
  'approvalRules.change': 'Orders:u',
  'approvalRules.remove': 'Orders:u',
  'approvalRules.promise': 'Orders:u',
  'delegations.list': 'session',
  'delegations.candidates': 'session',
  'delegations.create': 'session',
  'delegations.end': 'session',
  'orderSignatures.read': 'Orders:r',
  'orderSignatures.sign': 'Orders:u',
  'orderSignatures.withdraw': 'Orders:u',
  'dealSignatures.read': 'Deals:r',
  'dealSignatures.sign': 'Deals:u',
  'dealSignatures.withdraw': 'Deals:u',
  'orders.sellIn': 'Orders:r',
  'orders.sellOut': 'Orders:r',
  'orders.create': 'Orders:c',
  'orders.read': 'Orders:r',
  'orders.changeStatus': 'Orders:u',
  'orders.update': 'Orders:u',
  'orders.mark': 'Orders:u',
  'orders.previewApprovals': 'Orders:u',
  'orders.pdf': 'Orders:r',
  'attachments.add': 'Orders:r',
  'attachments.update': 'Orders:r',
  'attachments.remove': 'Orders:r',
  'attachments.download': 'Orders:r',
  'certificates.search': 'Certifications:r',
  'certificates.create': 'Certifications:c',
  'certificates.available': 'Certifications:r',
  'certificates.read': 'Certifications:r',
  'certificates.update': 'Certifications:u',
  'certificates.remove': 'Certifications:d',
  'certificates.holders': 'Certifications:r',
  'certificates.verify': 'public',
  'certificates.updateNotes': 'Certifications:u',
  'certificates.pdf': 'Certifications:r',
  'certificates.credential': 'Certifications:r',
  'userCertificates.search': 'Certifications:r',
  'userCertificates.list': 'Certifications:r',
  'userCertificates.create': 'Certifications:c',
  'userCertificates.read': 'Certifications:r',
  'userCertificates.renew': 'Certifications:u',
  'userCertificates.remove': 'Certifications:d',
  'accountCertificates.list': 'Certifications:r',
  'accountCertificates.create': 'Certifications:c',
  'accountCertificates.read': 'Certifications:r',
  'accountCertificates.renew': 'Certifications:u',
  'accountCertificates.remove': 'Certifications:d',
  'deals.search': 'Deals:r',
  'deals.create': 'Deals:c',
  'deals.queue': 'Deals:u',
  'deals.forecast': 'Deals:r',
  'deals.prospects': 'Deals:r',
  'deals.products': 'Deals:r',
  'deals.settings': 'Deals:r',
  'deals.changeSettings': 'Deals:u',
  'deals.read': 'Deals:r',
  'deals.history': 'Deals:r',
  'deals.duplicates': 'Deals:r',
  'deals.buyer': 'Deals:r',
  'deals.receipt': 'Deals:r',
  'deals.update': 'Deals:r',
  'deals.correctProspect': 'Deals:r',
  'deals.correctItems': 'Deals:r',
  'deals.updateProtectionStatus': 'Deals:u',
  'deals.updateEbidStatus': 'Deals:u',
  'deals.updateEbidValue': 'Deals:r',
  'deals.requestExtension': 'Deals:r',
  'deals.extend': 'Deals:u',
  'environments.search': 'Environments:r',
  'environments.create': 'Environments:c',
  'environments.lookup': 'Environments:r',
  'environments.read': 'Environments:r',
  'environments.update': 'Environments:u',
  'environments.remove': 'Environments:d',
  'licenses.search': 'Licenses:r',
  'licenses.create': 'Licenses:c',
  'licenses.read': 'Licenses:r',
  'licenses.history': 'Licenses:r',
  'licenses.note': 'Licenses:u',
  'licenses.export': 'Licenses:u',
  'licenses.clearSeats': 'LicensesRMA:u',
  'licenses.changeSeat': 'LicensesRMA:u',
  'licenses.deleteSeats': 'LicensesRMA:d',
  'keyLinks.read': 'Licenses:u',
  'keyLinks.make': 'Licenses:u',
  'keyLinks.withdraw': 'Licenses:u',
  'keyLinks.sheet': 'Licenses:u',
  'keyLinks.dismiss': 'Licenses:c',
  'keyPages.read': 'public',
  'keyPages.release': 'public',
  'keyPages.ask': 'public',
  'renewals.search': 'Licenses:r',
  'renewals.figures': 'Licenses:r',
  'renewals.rate': 'Licenses:r',
  'renewals.preview': 'Licenses:c',
  'renewals.renew': 'Licenses:c',
  'devices.activate': 'public',
  'devices.heartbeat': 'public',
  'devices.release': 'public',
  'devices.seats': 'public',
  'devices.keys': 'public',
  'dashboard.orders': 'Orders:r',
  'dashboard.licenses': 'Licenses:r',
  'dashboard.deals': 'Deals:r',
  'dashboard.products': 'Products:r',
  'networkMap.read': 'Accounts:r',
  'network.create': 'Accounts:c',
  'network.remove': 'Accounts:d',
  'network.movePreview': 'Accounts:u',
  'network.removal': 'Accounts:d',
  'network.move': 'Accounts:u',
  'imports.create': 'session',
  'imports.list': 'session',
  'imports.read': 'session',
  'imports.upload': 'session',
  'imports.piece': 'session',
  'imports.removeUpload': 'session',
  'imports.cancel': 'session',
  'imports.changes': 'session',
  'imports.undo': 'session',
  'recipes.list': 'session',
  'recipes.keep': 'session',
  'recipes.remove': 'session',
  'today.list': 'session',
  'firstSteps.read': 'session',
  'firstSteps.change': 'session',
  'find.search': 'session',
  'find.records': 'session',
  'live.changes': 'session',
  'monthReports.changeMail': 'session',
  'monthReports.mail': 'session',
  'monthReports.pdf': 'Reports:r',
  'monthReports.read': 'Reports:r',
  'exports.create': 'session',
  'exports.list': 'session',
  'exports.download': 'session',
  'audit.search': 'Audit:r',
  'audit.read': 'Audit:r',
  'audit.history': 'Audit:r',
  'audit.chain': 'Audit:ra',
  'audit.verify': 'Audit:ra',
  'reports.search': 'Reports:r',
  'reports.export': 'Reports:r',
  'reports.list': 'Reports:r',
  'reports.download': 'Reports:r',
}

/** What only people may, and no API key with whatever permissions (rules P32; threats Z12). */
const onlyPeople = [
  'apiKeys.create',
  'apiKeys.end',
  'apiKeys.search',
  'dealSignatures.sign',
  'dealSignatures.withdraw',
  'delegations.candidates',
  'delegations.create',
  'delegations.end',
  'delegations.list',
  'directories.beginTest',
  'directories.change',
  'directories.checkDomains',
  'directories.create',
  'directories.list',
  'directories.read',
  'directories.remove',
  'directorySignIn.signOut',
  'directorySignIn.test',
  'emailChanges.ask',
  'emailChanges.read',
  'emailChanges.withdraw',
  'firstSteps.change',
  'firstSteps.read',
  'identity.me',
  'listViews.chooseColumns',
  'listViews.create',
  'listViews.read',
  'listViews.remove',
  'listViews.update',
  'live.changes',
  'monthReports.changeMail',
  'monthReports.mail',
  'news.choices',
  'news.choose',
  'news.list',
  'news.read',
  'news.unread',
  'orderSignatures.sign',
  'orderSignatures.withdraw',
  'ownAccounts.accept',
  'ownAccounts.leave',
  'ownAccounts.use',
  'passkeys.list',
  'passkeys.register',
  'passkeys.registerOptions',
  'passkeys.remove',
  'passkeys.rename',
  'passwords.change',
  'proofs.beginDirectory',
  'proofs.endDirectory',
  'proofs.ways',
  'recipes.keep',
  'recipes.list',
  'recipes.remove',
  'sandbox.clock',
  'sandbox.mail',
  'sandbox.mails',
  'sandbox.moveClock',
  'secondFactors.available',
  'secondFactors.backupCodes',
  'secondFactors.confirmSetup',
  'secondFactors.disable',
  'secondFactors.own',
  'secondFactors.requestSetup',
  'secondFactors.verifySetup',
  'sessions.end',
  'sessions.list',
  'settings.change',
  'settings.checkDomains',
  'settings.createRole',
  'settings.groups',
  'settings.read',
  'settings.removeLogo',
  'settings.removeRole',
  'settings.roles',
  'settings.setLogo',
  'settings.updateGroup',
  'settings.updateRole',
  'signInSettings.change',
  'signInSettings.read',
  'today.list',
  'users.endView',
  'users.view',
  'webhooks.changeSecret',
  'webhooks.create',
  'webhooks.end',
  'webhooks.read',
  'webhooks.replay',
  'webhooks.replayDelivery',
  'webhooks.search',
  'webhooks.searchDeliveries',
  'webhooks.test',
  'webhooks.update',
]

const passwordHash = await hashPassword(password)
const context = { tenantId: world.tenantId, userId: null, reach: null, clock: null, requestId: null }
let nextRole = 100

/** The bearer header of a new user at Nordico who has exactly these permissions. */
async function bearerOf(permissions: { module: string; flags: string }[]): Promise<{ authorization: string }> {
  const roleId = nextRole++
  const email = `role-${roleId}@nordico.example`
  await world.db.administer(context, async (tx) => {
    await tx.run(
      sql`insert into roles (role_id, name, permissions) values (${roleId}, ${`role ${roleId}`}, ${json(permissions)})`,
    )
    await createUser(tx, {
      accountId: nordico.accountId,
      email,
      firstName: 'R',
      lastName: String(roleId),
      roles: [`role ${roleId}`],
      status: 'user_active',
      passwordHash,
    })
  })
  const answer = await anonymous(identity.signIn, { body: { grantType: 'password', email, password } })
  return { authorization: `Bearer ${(answer.body as { token: string }).token}` }
}

/** The bearer header of a new API key of Nordico with exactly these permissions. */
async function keyOf(permissions: { module: string; flags: string }[]): Promise<{ authorization: string }> {
  const [keyId, key] = [newId(), `trk_${randomBytes(26).toString('hex')}`]
  const prefix = key.slice(0, 12)
  await world.db.administer(context, async (tx) => {
    await tx.run(sql`
      insert into users (user_id, account_id, email, first_name, last_name, status, deleted_at, is_service)
      values (${keyId}, ${nordico.accountId}, ${`${prefix}@key.invalid`}, 'K', ${prefix}, 'user_suspended', now(), true)`)
    await tx.run(sql`
      insert into api_keys (key_id, account_id, name, prefix, last_four, key_hash, permissions, created_by, made_as_account_id,
                            expires_at)
      values (${keyId}, ${nordico.accountId}, 'K', ${prefix}, 'last', ${hashOf(key)}, ${json(permissions)}, ${world.vendor.userId},
              ${world.vendor.accountId}, now() + interval '1 day')`)
  })
  return { authorization: `Bearer ${key}` }
}

/** Whoever calls is refused for the same reasons. */
const callers = [
  ['a user', bearerOf],
  ['an API key', keyOf],
] as const
const forCallers = test.each(callers)
const isFor = (name: string, who: string) => who === 'a user' || !onlyPeople.includes(name)

/**
 * Parameters of records that do not exist, so that a permitted call answers 404, 409 or 422 and never changes anything.
 */
function harmless({ params, query, path }: Endpoint) {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string)
  return {
    ...(params && { params: Object.fromEntries(names.map((name) => [name, newId()])) }),
    ...(query && {}),
  }
}

test('every mounted call is in the table, with the permission it requires', () => {
  expect(Object.fromEntries(app.routes.map((route) => [route.name, route.endpoint.permission]))).toEqual(expected)
})

test('without a session every call but the public ones is refused with 401', async () => {
  for (const { name, endpoint } of app.routes.filter((route) => route.endpoint.permission !== 'public')) {
    const answer = await anonymous(endpoint, { ...harmless(endpoint), body: endpoint.body ? {} : undefined })
    expect(answer, name).toMatchObject({ status: 401, body: { code: 'RQ401' } })
  }
})

forCallers('%s without any permission may call nothing that requires one, whatever the body', async (who, bearer) => {
  const headers = await bearer([])
  for (const { name, endpoint } of app.routes.filter((route) => route.endpoint.permission.includes(':'))) {
    const answer = await anonymous(endpoint, { ...harmless(endpoint), body: endpoint.body ? {} : undefined, headers })
    const info = isFor(name, who) ? { permission: endpoint.permission } : { reason: 'key' }
    expect(answer, name).toMatchObject({ status: 403, body: { code: 'RQ403', info } })
  }
})

forCallers(
  'for %s every other flag of the module, and the right flag of every other module, is not enough (threats Z1)',
  async (_, bearer) => {
    const permitted = app.routes.filter((route) => route.endpoint.permission.includes(':'))
    for (const permission of new Set(permitted.map((route) => route.endpoint.permission))) {
      const [module = '', flag = ''] = permission.split(':')
      const others = { c: 'cu-r-ra-u-d', r: 'c-cu-u-d', u: 'c-cu-r-ra-d', d: 'c-cu-r-ra-u' }[flag] ?? ''
      const elsewhere = ['Accounts', 'Audit', 'Orders']
        .filter((other) => other !== module)
        .map((other) => ({ module: other, flags: flag }))
      const headers = await bearer([{ module, flags: others }, ...elsewhere])
      for (const { name, endpoint } of permitted.filter((route) => route.endpoint.permission === permission)) {
        const answer = await anonymous(endpoint, {
          ...harmless(endpoint),
          body: endpoint.body ? {} : undefined,
          headers,
        })
        expect(answer.status, name).toBe(403)
      }
    }
  },
)

forCallers('for %s with the flag the call passes to its own rules, and an unknown id is 404', async (who, bearer) => {
  const permitted = app.routes.filter((route) => route.endpoint.permission.includes(':') && isFor(route.name, who))
  for (const permission of new Set(permitted.map((route) => route.endpoint.permission))) {
    const [module = '', flags = ''] = permission.split(':')
    const headers = await bearer([{ module, flags }])
    for (const { name, endpoint } of permitted.filter((route) => route.endpoint.permission === permission)) {
      const answer = await anonymous(endpoint, { ...harmless(endpoint), body: endpoint.body ? {} : undefined, headers })
      expect([200, 201, 204, 404, 422], `${name} answered ${answer.status}`).toContain(answer.status)
      // A required query is validated first.
      if (endpoint.method === 'GET' && endpoint.params && !endpoint.query) expect(answer.status, name).toBe(404)
    }
  }
})

test('an API key with every permission of a super admin does nothing that only people do (threats Z12)', async () => {
  expect(
    app.routes
      .filter((route) => route.endpoint.onlyPeople)
      .map((route) => route.name)
      .sort(),
  ).toEqual(onlyPeople)
  const headers = await keyOf(modules.map((module) => ({ module, flags: flags.join('-') })))
  for (const { name, endpoint } of app.routes.filter((route) => onlyPeople.includes(route.name))) {
    const answer = await anonymous(endpoint, { ...harmless(endpoint), body: endpoint.body ? {} : undefined, headers })
    expect(answer, name).toMatchObject({ status: 403, body: { code: 'RQ403', info: { reason: 'key' } } })
    expect(answer.headers['set-cookie']).toBeUndefined()
  }
  // Each other call that needs no flag has rules of its own; none takes the key for nobody.
  for (const { name, endpoint } of app.routes.filter(
    (route) => route.endpoint.permission === 'session' && !onlyPeople.includes(route.name),
  )) {
    const answer = await anonymous(endpoint, { ...harmless(endpoint), body: endpoint.body ? {} : undefined, headers })
    expect([200, 201, 204, 403, 404, 422], `${name} answered ${answer.status}`).toContain(answer.status)
  }
  const looking = await anonymous(accounts.search, { body: {}, headers: { ...headers, [viewHeader]: nordico.userId } })
  expect(looking).toMatchObject({ status: 403, body: { info: { reason: 'key' } } })
})

test('no call of signing in takes an API key for a session or gives one (threats Z12)', async () => {
  const headers = await keyOf([{ module: 'Users', flags: 'c-r-u' }])
  const key = headers.authorization.slice('Bearer '.length)
  const asToken = await anonymous(identity.refresh, { body: { refreshToken: key }, headers })
  expect(asToken).toMatchObject({ status: 401, body: { code: 'A407' } })
  const asPassword = await anonymous(identity.signIn, {
    body: { grantType: 'password', email: nordico.email, password: key },
  })
  expect(asPassword).toMatchObject({ status: 401, body: { code: 'A401' } })
  expect(await anonymous(identity.signOut, { headers })).toMatchObject({ status: 204 })
  expect((await anonymous(users.search, { body: {}, headers })).status).toBe(200)
  const byCookie = await anonymous(users.search, { body: {}, headers: { cookie: `trellis_refresh=${key}` } })
  expect(byCookie).toMatchObject({ status: 401, body: { code: 'RQ401' } })
})

test('no spelling of a path avoids the permission check (threats Z11)', async () => {
  const get = (url: string, method: 'GET' | 'HEAD' | 'OPTIONS' | 'POST' = 'GET', headers = {}) =>
    app.http.inject({ method, url, headers })
  for (const url of [
    '/api/v1/accounts/tree',
    '/API/V1/Accounts/Tree',
    '/api/v1/accounts/tree/',
    '/api/v1//accounts/tree',
    '/api/v1/accounts%2ftree',
    '/api/v1/%61ccounts/tree',
  ]) {
    const { statusCode } = await get(url, 'GET', { 'x-tenant-code': 'verdant' })
    expect([401, 404], url).toContain(statusCode)
  }
  for (const method of ['HEAD', 'OPTIONS', 'POST'] as const) {
    const { statusCode } = await get('/api/v1/accounts/tree', method, {
      'x-tenant-code': 'verdant',
      'x-http-method-override': 'GET',
    })
    expect([401, 404, 405, 415], method).toContain(statusCode)
  }
})
