import { accounts } from '@trellis/contract/accounts'
import { apiKeys } from '@trellis/contract/api-keys'
import { approvalRules, dealSignatures, delegations, orderSignatures } from '@trellis/contract/approvals'
import { attachments } from '@trellis/contract/attachments'
import { kindOfField } from '@trellis/contract/audit-fields'
import { catalogue } from '@trellis/contract/catalogue'
import { certificates } from '@trellis/contract/certificates'
import { deals } from '@trellis/contract/deals'
import { devices } from '@trellis/contract/devices'
import { directories, directorySignIn } from '@trellis/contract/directories'
import { emailChanges } from '@trellis/contract/email-changes'
import type { AnswerOf, Endpoint, RequestOf } from '@trellis/contract/endpoint'
import { environments } from '@trellis/contract/environments'
import { files } from '@trellis/contract/files'
import { identity, passwords, sessions } from '@trellis/contract/identity'
import { imports } from '@trellis/contract/imports'
import { installation } from '@trellis/contract/installation'
import { accountCertificates, userCertificates } from '@trellis/contract/issued-certificates'
import { keyLinks, keyPages } from '@trellis/contract/key-pages'
import { licenses } from '@trellis/contract/licenses'
import { network as tree } from '@trellis/contract/network'
import { orders } from '@trellis/contract/orders'
import { ownAccounts } from '@trellis/contract/own-accounts'
import { passkeys } from '@trellis/contract/passkeys'
import { priceLists } from '@trellis/contract/price-lists'
import { pricePlans } from '@trellis/contract/price-plans'
import { pricing } from '@trellis/contract/pricing'
import { productTypes } from '@trellis/contract/product-types'
import { renewals } from '@trellis/contract/renewals'
import { providerTypes, secondFactors } from '@trellis/contract/second-factors'
import { settings } from '@trellis/contract/settings'
import { signInSettings } from '@trellis/contract/sign-in-settings'
import { stock } from '@trellis/contract/stock'
import { invitations, users } from '@trellis/contract/users'
import { webhooks } from '@trellis/contract/webhooks'
import { afterAll, expect, test } from 'vitest'
import { drawPng } from './demo/papers.ts'
import { sql } from './platform/database/sql.ts'
import { makePasskey } from './testing/authenticator.ts'
import { branches, group } from './testing/branches.ts'
import { openBrowser } from './testing/browser.ts'
import { dealing } from './testing/dealing.ts'
import { inviting } from './testing/inviting.ts'
import { clientId, clientSecret, openIssuer } from './testing/issuer.ts'
import { licensing } from './testing/licensing.ts'
import { network, type Person, password, type Raw } from './testing/network.ts'
import { nameOperator } from './testing/operator.ts'
import { runQueued } from './testing/queue.ts'
import { authentication } from './testing/second-factors.ts'
import { raw, selling } from './testing/selling.ts'
import { uploading } from './testing/uploading.ts'

/* Every call that changes state leaves an event in the audit log (rules G21), or stands here with the reason why not. */

const issuer = await openIssuer()
afterAll(() => issuer.close())
const world = await network({ webhookHosts: ['127.0.0.1:9', issuer.host] })
const { app, vendor, manager, nordico, sudvia, acme, acmeBasic, bergen, fjord, anonymous } = world
const { productOf, items, issue, sell } = selling(world)
const { key, write } = licensing(world)
const { draft, register, protect, ask } = dealing(world)
const { upload, request, at: sendBytes } = uploading(world)
const { linkTo, signIn } = inviting(world)
const { mailedCode, mailsTo } = authentication(world)
const opening = branches(world)

const withoutEvent: Record<string, string> = {
  'sandbox.moveClock': 'this tenant is no sandbox; sandbox-clock.test.ts reads its event',
  'catalogue.removal': 'a preview',
  'pricing.associationEffect': 'a preview',
  'identity.refresh': 'the sign-in is recorded, not each renewal of its token',
  'emailChanges.withdraw': 'nothing had changed; what was asked for is recorded',
  'passwords.requestReset': 'it answers the same for unknown addresses; the job records it for a known one',
  'secondFactors.sendChallengeCode': 'a code is mailed; nothing changes before it is used',
  'passkeys.registerOptions': 'nothing counts before it is made',
  'proofs.beginDirectory': 'nothing counts before the directory has led back',
  'proofs.endDirectory': 'what it opens is recorded',
  'secondFactors.requestSetup': 'nothing counts before it is confirmed',
  'secondFactors.verifySetup': 'nothing counts before it is confirmed',
  'directories.beginTest': 'a test changes nothing',
  'directorySignIn.start': 'nothing counts before the directory has led back',
  'directorySignIn.test': 'a test changes nothing',
  'files.requestUpload': 'there is no file before it is committed',
  'files.receive': 'there is no file before it is committed',
  'imports.create': 'the job records each change, and the import when it is done',
  'imports.upload': 'there is no import before it is asked for',
  'imports.piece': 'there is no import before it is asked for',
  'imports.removeUpload': 'there is no import before it is asked for',
  'imports.cancel': 'nothing of it is kept',
  'batch.run': 'each call that it makes leaves its own',
  'webhooks.test': 'an event of no record is sent',
  'recipes.keep': 'how somebody reads their own files',
  'recipes.remove': 'how somebody reads their own files',
  'news.read': 'which of their own news somebody has read',
  'firstSteps.change': 'what somebody is shown on their own first screen',
  'monthReports.changeMail': 'what somebody is mailed',
  'listViews.create': 'how somebody sees their own lists',
  'listViews.update': 'how somebody sees their own lists',
  'listViews.remove': 'how somebody sees their own lists',
  'listViews.chooseColumns': 'how somebody sees their own lists',
  'news.choose': 'how somebody gets their own news',
  'devices.heartbeat': 'only when the device was last seen',
  'devices.seats': 'it only reads: the key is too secret for an address',
}

/** Calls with PUT that do something each time, and what. */
const toldAgain: Record<string, string> = {
  'userCertificates.renew': 'each renewal adds a term',
  'accountCertificates.renew': 'each renewal adds a term',
}

const writes = app.routes.filter(({ endpoint }) => endpoint.effect === 'write')
const recorded = new Set<string>()

type Answer = Awaited<ReturnType<Person['raw']>>
const nameOf = (endpoint: Endpoint) => app.routes.find((route) => route.endpoint === endpoint)?.name ?? ''
const eventsOf = async ({ headers }: Answer) =>
  (
    await raw<{ action: string }>(world, 'select action from audit_log where request_id = $1', [
      headers['x-request-id'],
    ])
  ).map(({ action }) => action)

async function verify(endpoint: Endpoint, answer: Answer) {
  const [name, { status, body }] = [nameOf(endpoint), answer]
  expect([name, status, body], name).toMatchObject([name, expect.toSatisfy((code: number) => code < 300), body])
  expect([name, (await eventsOf(answer)).length > 0]).toEqual([name, true])
  recorded.add(name)
}

/** Calls and expects an event of that request, and none of the same request once more if it only sets what is there by then. */
async function records<E extends Endpoint>(who: Person, endpoint: E, request?: RequestOf<E>): Promise<AnswerOf<E>> {
  const answer = await who.raw(endpoint, request as Raw)
  await verify(endpoint, answer)
  const name = nameOf(endpoint)
  if (endpoint.method === 'PUT' && !(name in toldAgain))
    expect([name, await eventsOf(await who.raw(endpoint, request as Raw))]).toEqual([name, []])
  return answer.body as AnswerOf<E>
}

await issue({ 'EDGE-1Y': 500, BOX: 50 })
await sell(vendor, nordico, { 'EDGE-1Y': 200 })
const address = { vatId: 'NO995525828MVA', street: 'Storgata 1', city: 'Oslo', postalCode: '0155', countryCode: 'NO' }
const { productId } = productOf('EDGE-1Y')

test('accounts: opened, changed, moved and closed', async () => {
  const list = (await vendor.call(priceLists.association, { params: { accountId: nordico.accountId } })).priceListId
  const body = {
    ...opening.draft('Opened', { under: nordico, groupId: group.GOLD }),
    priceListId: list,
    groupId: group.GOLD,
  }
  const { id } = await records(vendor, tree.create, { body })
  await records(vendor, accounts.update, { params: { id }, body: { accountName: 'Opened again' } })
  const accountId = id
  await records(vendor, accounts.addAddress, { params: { accountId }, body: { legalName: 'Depot', ...address } })
  const addressId = (await vendor.call(accounts.read, { params: { id } })).address[0]?.addressId ?? ''
  await records(vendor, accounts.updateAddress, {
    params: { accountId, addressId },
    body: { legalName: 'Depot of Oslo', ...address },
  })
  await records(vendor, stock.setThreshold, { params: { accountId }, body: { productId, threshold: 5 } })
  await records(vendor, tree.move, { params: { id }, body: { parentAccountId: sudvia.accountId } })
  await records(vendor, tree.remove, { params: { id } })
})

test('people: invited, joined, changed, looked at and removed', async () => {
  const user = { userName: 'walk@acme.example', firstName: 'Wanda', lastName: 'Walk', roles: [4] }
  const { id } = await records(acme, users.create, { body: { user } })
  await records(acme, users.resend, { params: { id } })
  const link = await linkTo(user.userName)
  await verify(invitations.accept, await anonymous(invitations.accept, { body: { ...link, password } }))
  const change = { firstName: 'Wanda', lastName: 'Walker', timeZone: 'UTC', languageCode: 'en' as const }
  await records(acme, users.update, { params: { id }, body: { ...change, isNotificationEnabled: true } })
  await records(acme, users.changeRoles, { params: { id }, body: { roles: [3] } })
  await records(acme, users.changeStatus, { params: { id }, body: { status: 'user_suspended' } })
  await records(acme, users.remove, { params: { id } })
  const shared = { ...user, userName: bergen.email, mayHaveSignIn: true }
  await records(acme, users.create, { body: { user: shared } })
  await records(bergen, ownAccounts.accept, { params: { id: acme.accountId } })
  await records(bergen, ownAccounts.use, { body: { accountId: acme.accountId } })
  await records(bergen, ownAccounts.leave, { params: { id: acme.accountId } })
  const pending = await acme.call(users.create, { body: { user: { ...user, userName: 'late@acme.example' } } })
  await records(acme, users.removePending, { params: { id: pending.id } })
  await records(vendor, users.view, { params: { id: acmeBasic.userId }, body: { reason: 'A ticket' } })
  await records(vendor, users.endView, { params: { id: acmeBasic.userId } })
})

test('signing in and out, passwords and second factors', async () => {
  const body = { grantType: 'password', email: bergen.email, password, deviceUniqueId: 'walk' }
  await verify(identity.signIn, await anonymous(identity.signIn, { body }))
  const token = ((await signIn(bergen.email)).body as { token: string }).token
  await verify(identity.signOut, await anonymous(identity.signOut, { headers: { authorization: `Bearer ${token}` } }))
  await signIn(bergen.email)
  const other = (await bergen.call(sessions.list)).find(({ isCurrent }) => !isCurrent)
  await records(bergen, sessions.end, { params: { id: other?.sessionId ?? '' } })

  const { mfaToken } = await bergen.call(secondFactors.requestSetup, {
    body: { providerType: providerTypes.email, name: 'Email' },
  })
  const authCode = await mailedCode(bergen.email)
  await bergen.call(secondFactors.verifySetup, { body: { mfaToken, authCode } })
  await records(bergen, secondFactors.confirmSetup, { body: { mfaToken } })
  await records(bergen, secondFactors.disable, { query: { providerType: `${providerTypes.email}` } })

  const made = makePasskey(await bergen.call(passkeys.registerOptions, { body: { password } }))
  const { id } = await records(bergen, passkeys.register, { body: { name: 'Phone', response: made.response as never } })
  await records(bergen, passkeys.rename, { params: { id }, body: { name: 'Work phone' } })
  const request = (await anonymous(passkeys.signInOptions, { body: {} })).body as { challenge: string; rpId: string }
  const signed = { response: made.passkey.sign(request) }
  await verify(passkeys.signIn, await anonymous(passkeys.signIn, { body: signed }))
  await records(bergen, passkeys.remove, { params: { id } })

  const chosen = 'Another-Horse-2'
  await records(bergen, passwords.change, { body: { currentPassword: password, password: chosen } })
  const { email } = bergen
  await anonymous(passwords.requestReset, { body: { email } })
  await runQueued(world, 'identity:reset-request')
  const mail = (await mailsTo(email)).filter(({ kind }) => kind === 'password_reset').at(-1)
  const reset = new URL(String(mail?.values.path), 'http://portal').searchParams.get('reset') ?? ''
  await verify(passwords.reset, await anonymous(passwords.reset, { body: { email, token: reset, password } }))
  const asked = await raw(world, `select from audit_log where action = 'password.reset_requested' and entity_id = $1`, [
    bergen.userId,
  ])
  expect(asked).toHaveLength(1)
})

test('another address, and the former one taken back', async () => {
  const next = 'sandro@new.example'
  const tokenIn = async (to: string, kind: string, name: string) => {
    const mail = (await mailsTo(to)).filter((each) => each.kind === kind).at(-1)
    return new URL(String(mail?.values.path), 'http://portal').searchParams.get(name) ?? ''
  }
  await records(sudvia, emailChanges.ask, { body: { email: next, currentPassword: password } })
  const change = { token: await tokenIn(next, 'email_change', 'change') }
  await verify(emailChanges.confirm, await anonymous(emailChanges.confirm, { body: change }))
  const undo = { token: await tokenIn(sudvia.email, 'email_changed', 'undo') }
  await verify(emailChanges.undo, await anonymous(emailChanges.undo, { body: undo }))
})

test('the catalogue: products, types and features', async () => {
  const product = { sku: 'WALK', name: 'Walk', priceMsrp: 10 }
  const { id } = await records(vendor, catalogue.create, { body: product })
  await records(vendor, catalogue.update, { params: { id }, body: { ...product, priceMsrp: 11 } })
  await records(vendor, catalogue.remove, { params: { id } })
  const feature = await records(vendor, productTypes.createFeature, {
    body: { name: 'Walked', description: 'Walked', typeId: 2 },
  })
  await records(vendor, productTypes.updateFeature, {
    params: { id: feature.id },
    body: { name: 'Walked', description: 'On foot' },
  })
  const type = await records(vendor, productTypes.create, { body: { name: 'Walks' } })
  await records(vendor, productTypes.update, { params: { id: type.id }, body: { name: 'Long walks' } })
  await records(vendor, productTypes.remove, { params: { id: type.id } })
  await records(vendor, productTypes.removeFeature, { params: { id: feature.id } })
})

test('price lists: their prices, and whom they are given to', async () => {
  const params = await records(vendor, priceLists.create, { body: { name: 'Walk', currencyId: 978 } })
  await records(vendor, priceLists.update, { params, body: { name: 'Walk on' } })
  await records(vendor, priceLists.addProduct, { params, body: { productId, customPrice: 9 } })
  await records(vendor, priceLists.updateProduct, { params, body: { productId, customPrice: 8 } })
  await records(vendor, pricing.setProducts, { params, body: { items: [{ productId, customPrice: 7 }] } })
  await records(vendor, priceLists.removeProduct, { params, body: { productId } })
  const account = { accountId: fjord.accountId }
  const given = { priceListId: params.id, canPropagate: false }
  await records(vendor, priceLists.associate, { params: account, body: given })
  await records(vendor, priceLists.changeAssociation, { params: account, body: { ...given, canPropagate: true } })
  await records(vendor, priceLists.dissociate, { params: account })
  const planned = { day: '2999-01-01', items: [{ productId, customPrice: 7 }] }
  const plan = await records(vendor, pricePlans.create, { body: { priceListId: params.id, ...planned } })
  await records(vendor, pricePlans.change, { params: plan, body: { ...planned, note: 'Later' } })
  await records(vendor, pricePlans.cancel, { params: plan })
  await records(vendor, priceLists.remove, { params })
})

test('approval rules, promises, signatures and who stands in', async () => {
  const body = { name: 'Walk', appliesTo: 'both', accountId: acme.accountId, needs: 'second_person' } as const
  const params = await records(nordico, approvalRules.create, { body })
  await records(nordico, approvalRules.change, { params, body: { ...body, isEnabled: false } })
  await records(nordico, approvalRules.promise, { body: { orderHours: 8, ebidHours: null } })
  const order = await acme.call(orders.create, { body: { items: items({ 'EDGE-1Y': 1 }) } })
  await records(nordico, orderSignatures.sign, { params: { id: order.id }, body: {} })
  await records(nordico, orderSignatures.withdraw, { params: { id: order.id } })
  const deal = await register(acme, { 'EDGE-1Y': 1 })
  await protect(nordico, deal, 'Approved')
  await ask(acme, deal, 50)
  await records(nordico, dealSignatures.sign, { params: { id: deal }, body: {} })
  await records(nordico, dealSignatures.withdraw, { params: { id: deal } })
  const [startDate, endDate] = [new Date().toISOString(), new Date(Date.now() + 86_400_000).toISOString()]
  const draft = { toUserId: manager.userId, startDate, endDate }
  const delegation = await records(vendor, delegations.create, { body: draft })
  await records(vendor, delegations.end, { params: delegation })
  await records(nordico, approvalRules.remove, { params })
})

test('orders with their attachments', async () => {
  const { id } = await records(acme, orders.create, { body: { items: items({ 'EDGE-1Y': 3 }) } })
  const params = { id }
  const accountFileId = await upload(acme)
  await records(acme, attachments.add, { params, body: { attachments: [accountFileId] } })
  const attached = { id, accountFileId }
  await records(acme, attachments.update, { params: attached, body: { fileName: 'a.pdf', fileNote: 'Signed' } })
  await records(acme, attachments.remove, { params: attached })
  await records(nordico, orders.update, { params, body: { paid: true } })
  await records(nordico, orders.mark, { body: { orderIds: [params.id], invoiced: true } })
  await records(nordico, orders.changeStatus, { params, body: { status: 'approved' } })
})

test('files', async () => {
  const announced = await request(acme, 'content')
  await sendBytes('PUT', announced.uploadUrl, 'content')
  const { accountFileId: id, uploadSessionId } = announced
  await records(acme, files.commitUpload, { body: { accountFileId: id, uploadSessionId } })
  await records(acme, files.update, { params: { id }, body: { fileName: 'b.pdf', fileNote: null } })
  await records(acme, files.remove, { params: { id } })
})

test('certificates: defined, issued, renewed and revoked', async () => {
  const definition = { name: 'Walker', durationMonths: 12, kind: 'User' as const }
  const { id: certificateId } = await records(vendor, certificates.create, { body: definition })
  const params = { id: certificateId }
  await records(vendor, certificates.update, { params, body: { ...definition, status: 'Confirmed' } })
  const issued = await records(vendor, userCertificates.create, { body: { certificateId, userId: acme.userId } })
  await records(vendor, certificates.updateNotes, { body: { userCertificateId: issued.id, notes: 'Well walked' } })
  await records(vendor, userCertificates.renew, { params: { id: issued.id } })
  await records(vendor, userCertificates.remove, { params: { id: issued.id } })
  const ofAccount = await vendor.call(certificates.create, {
    body: { ...definition, name: 'Walkers', kind: 'Account', status: 'Confirmed' },
  })
  const given = await records(vendor, accountCertificates.create, {
    body: { certificateId: ofAccount.id, accountId: acme.accountId },
  })
  await records(vendor, accountCertificates.renew, { params: { id: given.id } })
  await records(vendor, accountCertificates.remove, { params: { id: given.id } })
  const unused = await vendor.call(certificates.create, { body: { ...definition, name: 'Unused' } })
  await records(vendor, certificates.remove, { params: { id: unused.id } })
})

test('deals: registered, decided and extended', async () => {
  const { id } = await records(acme, deals.create, { body: draft(acme, { 'EDGE-1Y': 4 }) })
  const params = { id }
  await records(acme, deals.update, { params, body: { description: 'Walk-in' } })
  await records(acme, deals.correctProspect, { params, body: draft(acme, {}).prospect })
  await records(acme, deals.correctItems, { params, body: { items: draft(acme, { 'EDGE-1Y': 5 }).items } })
  await records(acme, deals.updateEbidValue, { params, body: { value: 1 } })
  await records(nordico, deals.updateEbidStatus, { params, body: { status: 'Approved' } })
  await records(nordico, deals.updateProtectionStatus, { params, body: { protectionStatus: 'Approved' } })
  await records(acme, deals.requestExtension, { params, body: { reason: 'Budget' } })
  await records(nordico, deals.extend, { params, body: { reason: 'Agreed' } })
  await records(vendor, deals.changeSettings, { body: { reviewDays: 4 } })
})

test('environments, license keys and devices', async () => {
  const { accountId } = acme
  const names = { customerName: 'Hospital', customerEnvironmentId: 'W-1' }
  const place = await records(acme, environments.create, { body: { accountId, ...names } })
  await records(acme, environments.update, { params: { id: place.id }, body: { ...names, customerName: 'Clinic' } })
  await sell(nordico, acme, { 'EDGE-1Y': 20 })
  const made = await records(acme, licenses.create, {
    body: { parentAccountId: accountId, items: [{ productId, qt: 3 }] },
  })
  const serialKey = made.serialKeys[0] ?? ''
  await records(acme, licenses.note, { params: { serialKey }, body: { licenseNote: 'Ward 3' } })
  const take = (deviceUuid: string) => records(vendor, devices.activate, { body: { serialKey, deviceUuid } })
  const first = await take('one')
  const seat = { serialKey, licenseSeatId: first.licenseSeatId }
  await records(vendor, licenses.changeSeat, { params: seat, body: { status: 'suspended' } })
  await vendor.call(licenses.changeSeat, { params: seat, body: { status: 'active' } })
  await records(vendor, licenses.clearSeats, { params: { serialKey }, body: { licenseSeatId: [first.licenseSeatId] } })
  await take('two')
  await records(vendor, devices.release, { body: { serialKey, deviceUuid: 'two' } })
  await take('three')
  const page = await records(acme, keyLinks.make, { params: { serialKey } })
  const code = page.url.split('/').at(-1) ?? ''
  const { devices: held } = await vendor.call(keyPages.read, { params: { code } })
  await raw(world, `update products set self_releases = 1 where sku = 'EDGE-1Y'`)
  await records(vendor, keyPages.release, { params: { code, seatId: held[0]?.seatId ?? '' } })
  await records(vendor, keyPages.ask, { params: { code }, body: {} })
  await records(acme, keyLinks.dismiss, { params: { serialKey } })
  await records(acme, keyLinks.withdraw, { params: { serialKey } })
  await take('four')
  const [license] = await raw<{ id: string }>(world, 'select license_id as id from licenses where serial_key = $1', [
    serialKey,
  ])
  await records(vendor, licenses.deleteSeats, { params: { licenseId: license?.id ?? '' } })
  const { dueDate } =
    (await acme.call(renewals.preview, { body: { items: [{ serialKey, dueDate: null }] } })).items[0] ?? {}
  await records(acme, renewals.renew, { body: { items: [{ serialKey, dueDate: dueDate ?? null }] } })

  await write((tx) => tx.run(sql`update products set environment_type = 2 where sku = 'EDGE-1Y'`))
  const exported = await key(acme, 'EDGE-1Y')
  const body = { parentAccountId: accountId, onPremisesEnvironmentId: place.id, serials: [{ serialKey: exported }] }
  await records(acme, licenses.export, { body })
  const empty = await acme.call(environments.create, {
    body: { accountId, customerName: 'Empty', customerEnvironmentId: 'W-2' },
  })
  await records(acme, environments.remove, { params: { id: empty.id } })
})

test('API keys are made and ended', async () => {
  const body = {
    name: 'ERP',
    parentAccountId: acme.accountId,
    permissions: [{ module: 'Orders' as const, flags: 'r' }],
  }
  const { id } = await records(acme, apiKeys.create, { body: { ...body, addresses: ['10.0.0.0/8'] } })
  await records(acme, apiKeys.end, { params: { id } })
})

test('a directory is connected, changed, asked and removed, and people sign in by it', async () => {
  const draft = {
    ...{ name: 'Acme', issuer: issuer.url, clientId, clientSecret, isEnabled: true, isShown: true, createsUsers: true },
    ...{ vouchesForAddresses: false, endsSession: false, rolesClaim: null, roleMappings: [], defaultRoleIds: [4] },
    ...{ accountClaim: null, accountSystem: null, defaultAccountId: acme.accountId },
    domains: [{ name: 'acme.example', only: false }],
  }
  const { connectionId, domains } = await records(vendor, directories.create, { body: draft })
  const params = { connectionId }
  await records(vendor, directories.change, { params, body: { ...draft, name: 'Acme directory' } })
  for (const { record } of domains) world.dns.set(record.name, record.value)
  await records(vendor, directories.checkDomains, { params })
  const browser = openBrowser(world)
  const came = async (email: string) => {
    issuer.person({ sub: email, email, email_verified: true })
    const { headers } = await browser.send(directorySignIn.start, { query: { connection: connectionId } })
    return browser.send(directorySignIn.finish, { body: issuer.authorize(String(headers.location)) })
  }
  const finished = await came('dora@acme.example')
  await verify(directorySignIn.finish, finished)
  const { info } = (await came(acmeBasic.email)).body as { info: { linkToken: string } }
  const linked = await browser.send(directorySignIn.link, { body: { linkToken: info.linkToken, password } })
  await verify(directorySignIn.link, linked)
  await verify(directorySignIn.signOut, await browser.as(linked.token, directorySignIn.signOut))
  await records(vendor, directories.remove, { params })
})

test('webhooks are made, changed, given another secret, sent again and ended', async () => {
  const url = 'http://127.0.0.1:9/'
  const { id } = await records(acme, webhooks.create, { body: { url, parentAccountId: acme.accountId } })
  await records(acme, webhooks.update, { params: { id }, body: { url, types: ['order.approved'], isPaused: true } })
  await records(acme, webhooks.changeSecret, { params: { id } })
  const { id: test } = await acme.call(webhooks.test, { params: { id } })
  await records(acme, webhooks.replayDelivery, { params: { id: test } })
  await records(acme, webhooks.replay, { params: { id }, body: { from: '2026-01-01T00:00:00.000Z' } })
  await records(acme, webhooks.end, { params: { id } })
})

test('an operator of the installation creates a tenant and invites its super admin again', async () => {
  await nameOperator(world, vendor, 'verdant')
  const { id, ...tenant } = await records(vendor, installation.create, {
    body: {
      ...{ tenantCode: 'walked', tenantName: 'Walked', adminEmail: 'anna@walked.example', adminFirstName: 'Anna' },
      ...{ adminLastName: 'Rossi', languageCode: 'it', timeZone: 'Europe/Rome', currencyCode: 'EUR' },
    },
  })
  const { administrators } = await vendor.call(installation.read, { params: { code: tenant.tenantCode } })
  const params = { code: tenant.tenantCode, id: administrators[0]?.userId ?? '' }
  await records(vendor, installation.resend, { params })
})

test('the settings of the tenant, its roles and groups', async () => {
  await records(vendor, settings.change, { body: { tenantName: 'Walked', hosts: ['walked.example'] } })
  for (const { record } of (await vendor.call(settings.read)).domains) world.dns.set(record.name, record.value)
  await records(vendor, settings.checkDomains)
  const accountFileId = await upload(
    vendor,
    drawPng(8, 8, () => [31, 111, 107]),
    { fileName: 'logo.png' },
  )
  await records(vendor, settings.setLogo, { body: { accountFileId } })
  await records(vendor, settings.removeLogo)
  const secondFactors = { requiredFor: 'everybody' as const, roleIds: [], from: '2999-01-01', graceDays: 7 }
  await records(vendor, signInSettings.change, { body: { secondFactors } })
  const role = await records(vendor, settings.createRole, {
    body: { name: 'Walker', permissions: [{ module: 'Orders', flags: 'r' }] },
  })
  const params = { roleId: role.id }
  await records(vendor, settings.updateRole, { params, body: { name: 'Runner', permissions: [] } })
  await records(vendor, settings.removeRole, { params })
  await records(vendor, settings.updateGroup, { params: { groupId: group.GOLD }, body: { name: 'GOLDEN' } })
})

test('an import that is undone', async () => {
  const bring = async (kind: 'accounts' | 'users', ...lines: string[]) => {
    const { id } = await vendor.call(imports.create, {
      body: { kind, fileName: `${kind}.csv`, csv: `${lines.join('\n')}\n`, dryRun: false },
    })
    await runQueued(world, 'imports:run')
    return id
  }
  const head = 'accountCode,accountName,groupName,city,creditLimit'
  await bring('accounts', head, 'AUDITED,Audited,DISTRIBUTOR,Oslo,12.50')
  const changed = await bring('accounts', head, 'AUDITED,Audited again,DISTRIBUTOR,Bergen,13.50')
  await records(vendor, imports.undo, { params: { id: changed }, body: {} })
  const people = 'email,accountCode,firstName,lastName,roles'
  await bring('users', people, 'una@audited.example,AUDITED,Una,Old,Basic')
  const other = await bring('users', people, 'una@audited.example,AUDITED,Una,New,Basic|AccountAdmin')
  await records(vendor, imports.undo, { params: { id: other }, body: {} })
})

test('every call that may change data has left an event above, or the reason why it leaves none (rules G21)', () => {
  const names = writes.map(({ name }) => name)
  expect(names.filter((name) => !recorded.has(name) && !(name in withoutEvent))).toEqual([])
  expect(Object.keys(withoutEvent).filter((name) => recorded.has(name) || !names.includes(name))).toEqual([])
})

test('each field of an event is declared in `audit-fields.ts`, so that screens can translate it', async () => {
  const events = await raw<{ entity: string; before: unknown; after: unknown }>(
    world,
    `select entity, before, after from audit_log`,
  )
  const unknown = events.flatMap(({ entity, before, after }) => {
    const namesIn = (value: unknown): string[] =>
      Array.isArray(value)
        ? value.flatMap(namesIn)
        : typeof value === 'object' && value !== null
          ? Object.entries(value).flatMap(([name, held]) =>
              kindOfField(entity, name) === 'anything' ? [] : [name, ...namesIn(held)],
            )
          : []
    return namesIn([before, after]).filter((name) => kindOfField(entity, name) === undefined)
  })
  expect([...new Set(unknown)]).toEqual([])
})

test('amounts are numbers in every event', async () => {
  const rows = await raw(
    world,
    `select l.action, v from audit_log l, jsonb_path_query(jsonb_build_array(l.before, l.after), '$.** ? (@.type() == "string")') v
     where v #>> '{}' ~ '^-?[0-9]+\\.[0-9]{2,4}$'`,
  )
  expect(rows).toEqual([])
})
