import { accounts } from '@trellis/contract/accounts'
import { approvalRules, delegations, orderSignatures } from '@trellis/contract/approvals'
import { deals } from '@trellis/contract/deals'
import { environments } from '@trellis/contract/environments'
import { firstSteps } from '@trellis/contract/first-steps'
import { identity } from '@trellis/contract/identity'
import { keyLinks, keyPages } from '@trellis/contract/key-pages'
import { licenses } from '@trellis/contract/licenses'
import { listViews } from '@trellis/contract/list-views'
import { monthReports } from '@trellis/contract/month-reports'
import { network } from '@trellis/contract/network'
import { news } from '@trellis/contract/news'
import { orders } from '@trellis/contract/orders'
import { priceLists } from '@trellis/contract/price-lists'
import { pricePlans } from '@trellis/contract/price-plans'
import { recipes } from '@trellis/contract/recipes'
import { renewals } from '@trellis/contract/renewals'
import { secondFactors } from '@trellis/contract/second-factors'
import { settings } from '@trellis/contract/settings'
import { signInSettings } from '@trellis/contract/sign-in-settings'
import { users } from '@trellis/contract/users'
import { webhooks } from '@trellis/contract/webhooks'
import { activating } from './activating.ts'
import { rolesOf } from './calling.ts'
import { certifying } from './certifying.ts'
import { dealing } from './dealing.ts'
import type { networkWithDirectory } from './directories.ts'
import { keysOf } from './keys.ts'
import { licensing } from './licensing.ts'
import type { Person, World } from './network.ts'
import { passkeysOf } from './passkeys.ts'
import { pricing } from './pricing.ts'
import { runJob } from './queue.ts'
import type { Receiver } from './receiving.ts'
import { renewing } from './renewing.ts'
import { entra, scimOf } from './scim.ts'
import { authentication } from './second-factors.ts'
import { raw, selling } from './selling.ts'
import { uploading } from './uploading.ts'
import { hooking } from './webhooks.ts'

const hour = 3_600_000
const at = (hours: number) => new Date(Date.now() + hours * hour).toISOString()

/** What people who lived in a tenant have in their hands, and use again wherever it is. */
export interface Lived {
  /** The secret of Bergen's authenticator, and her backup codes. */
  authenticator: string
  backupCodes: string[]
  apiKey: { id: string; key: string }
  scimKey: string
  passkey: Awaited<ReturnType<ReturnType<typeof passkeysOf>['add']>>
  serialKeys: string[]
  /** The path of the page of a key. */
  pageCode: string
  fileId: string
}

/** Lives in the network of companies so that every kind of act has happened in it, by the calls of people, devices and jobs. */
export async function live(
  { world, connect, signIn }: Awaited<ReturnType<typeof networkWithDirectory>>,
  receiver: Receiver,
): Promise<Lived> {
  const { vendor, manager, nordico, acme, acmeBasic, bergen, calabro, fjord } = world
  const { issue, request, change, offer, sell } = selling(world)
  const { key } = licensing(world)
  const { activate, heartbeat } = activating(world)
  const { keyEnding } = renewing(world)
  const auth = authentication(world)
  const file = uploading(world)

  // The tenant as its vendor made it.
  const logo = await file.upload(vendor, png, { fileName: 'logo.png' })
  await vendor.call(settings.setLogo, { body: { accountFileId: logo } })
  await vendor.call(settings.change, {
    body: {
      hosts: ['partners.verdant.example'],
      externalLinks: [{ entry: 'help-desk', url: 'https://help.example/' }],
    },
  })
  for (const { record } of (await vendor.call(settings.read)).domains) world.dns.set(record.name, record.value)
  await vendor.call(settings.checkDomains)
  await vendor.call(deals.changeSettings, { body: { reviewDays: 9 } })

  // Orders of every kind, with rules, signatures, promises and somebody who stands in.
  const holding = rolesOf(world)
  const colleague = async (of: Person) => {
    const call = await holding(of, { Orders: 'c-r-u', Deals: 'r-u' })
    const { userId } = (await call(identity.me)).body as { userId: string }
    return { call, userId }
  }
  const [lead, mate] = [await colleague(nordico), await colleague(nordico)]
  await issue({ 'EDGE-1Y': 5000, 'CORE-3Y': 500, BOX: 100 })
  await change(vendor, (await request(nordico, { 'EDGE-1Y': 2000, 'CORE-3Y': 200 })).id, 'approved')
  world.at(at(-5))
  await nordico.call(approvalRules.promise, { body: { orderHours: 1, ebidHours: 2 } })
  await request(acme, { 'EDGE-1Y': 7 })
  world.at(null)
  await nordico.call(approvalRules.create, {
    body: { name: 'Two', appliesTo: 'order', needs: 'second_person', accountId: acme.accountId },
  })
  await lead.call(delegations.create, { body: { toUserId: mate.userId, startDate: at(0), endDate: at(48) } })
  const signed = await request(acme, { 'EDGE-1Y': 50 })
  await lead.call(orderSignatures.sign, { params: { id: signed.id }, body: {} })
  await nordico.call(orderSignatures.sign, { params: { id: signed.id }, body: {} })
  await change(nordico, signed.id, 'approved')
  await change(nordico, (await request(acme, { 'EDGE-1Y': 2 })).id, 'canceled')
  await change(nordico, (await sell(nordico, bergen, { 'EDGE-1Y': 3 })).id, 'revoked')
  await offer(nordico, bergen, { 'CORE-3Y': 4 })
  const decide = async (id: string, status: 'approved' | 'revoked', quantity: number) => {
    const { items = [] } = await nordico.call(orders.read, { params: { id } })
    const decided = items.slice(0, 1).map(({ orderItemId }) => ({ orderItemId, quantity }))
    await nordico.call(orders.changeStatus, { params: { id }, body: { status, items: decided } })
  }
  const parted = await offer(nordico, bergen, { 'EDGE-1Y': 10, 'CORE-3Y': 2 })
  await decide(parted.id, 'approved', 4)
  const returned = await sell(nordico, bergen, { 'EDGE-1Y': 8 })
  await decide(returned.id, 'revoked', 3)
  const terms = { accountName: 'Bergen', notificationReceiverEmail: null, creditLimit: 100_000, paymentTermsDays: 30 }
  await nordico.call(accounts.update, { params: { id: bergen.accountId }, body: terms })

  // Prices with plans.
  const { listOf, idOf } = pricing(world)
  const { id: listed } = await vendor.call(priceLists.create, listOf({ BOX: 10, 'EDGE-1Y': 100 }))
  await vendor.call(pricePlans.create, {
    body: {
      priceListId: listed,
      day: '2999-06-01',
      items: [{ sku: 'BOX', customPrice: 8 }],
      remove: [idOf('EDGE-1Y')],
    },
  })

  // Keys: used, suspended, renewed, asked for, exported, with a page.
  const serialKeys = [await key(acme, 'EDGE-1Y', 3), await key(acme, 'CORE-3Y', 2)]
  for (const [n, serialKey] of serialKeys.entries())
    for (const device of ['till', 'laptop']) await activate(serialKey, `${device} ${n}`, { deviceName: device })
  await heartbeat(serialKeys[0] ?? '', 'till 0')
  for (const serialKey of serialKeys.slice(1)) {
    const { body } = await activate(serialKey, 'till 1')
    const seat = { serialKey, licenseSeatId: body.licenseSeatId }
    await vendor.call(licenses.changeSeat, { params: seat, body: { status: 'suspended' } })
    await vendor.call(licenses.clearSeats, { params: { serialKey }, body: {} })
  }
  const due = await keyEnding(acme, 20)
  const short = await keyEnding(calabro, 25, { sku: 'CORE-3Y' }).catch(() => due)
  await acme.call(renewals.renew, { body: { items: [due] } })
  await calabro.raw(renewals.renew, { body: { items: [short], orderMissing: true } })
  const asked = await keyEnding(fjord, 20)
  const { url } = await fjord.call(keyLinks.make, { params: { serialKey: asked.serialKey } })
  const pageCode = url.split('/').at(-1) ?? ''
  await world.anonymous(keyPages.ask, { params: { code: pageCode }, body: { contactName: 'Ola' } })
  await raw(world, `update products set environment_type = 2 where sku = 'CORE-3Y' and tenant_id = $1`, [
    world.tenantId,
  ])
  const exported = await key(acme, 'CORE-3Y', 1)
  const { id: environmentId } = await acme.call(environments.create, {
    body: { customerName: 'Plant', customerEnvironmentId: 'plant-1', accountId: acme.accountId },
  })
  const exporting = { parentAccountId: acme.accountId, onPremisesEnvironmentId: environmentId }
  const answer = await acme.raw(licenses.export, { body: { ...exporting, serials: [{ serialKey: exported }] } })
  if (answer.status !== 200) throw new Error(`The export was answered with ${JSON.stringify(answer.body)}`)

  // Deals and certifications.
  const dealt = dealing(world)
  const deal = await dealt.register(acme, { 'EDGE-1Y': 5 })
  await dealt.protect(nordico, deal, 'Approved')
  await dealt.ask(acme, deal, 300)
  await dealt.approve(nordico, deal, 350)
  await acme.call(deals.requestExtension, { params: { id: deal }, body: { reason: 'The tender is late' } })
  const { define, certify } = certifying(world)
  await certify(vendor, acme, await define('User', { durationMonths: 1 }))

  // People: factors, passkeys, keys of other systems, directories, views, choices.
  const authenticator = await auth.enableAuthenticator(bergen, new Date().toISOString())
  const codes = await bergen.call(secondFactors.backupCodes)
  const passkey = await passkeysOf(world).add(nordico)
  const machine = await keysOf(world)(nordico)
  const directory = scimOf(world)
  const { call: scim, key: scimKey } = await directory.directoryOf(vendor)
  await scim('POST', '/Users', entra.user('liv@verdant.example'))
  await signIn(await connect(), {
    sub: 'p-1',
    email: 'kari@acme.example',
    email_verified: true,
    name: 'Kari Nes',
  } as never)
  await vendor.call(signInSettings.change, {
    body: { secondFactors: { requiredFor: 'roles', roleIds: [1], from: '2999-01-01', graceDays: 7 } },
  })
  await vendor.call(users.create, {
    body: {
      parentAccountId: nordico.accountId,
      user: { userName: 'new@nordico.example', firstName: 'New', lastName: 'Comer', roles: [4] },
    },
  })
  await acme.call(listViews.create, { body: { list: 'orders.sellOut', name: 'Open', search: 'status=pending' } })
  await acme.call(listViews.chooseColumns, { body: { list: 'deals.search', shown: { vendor: false } } })
  await acme.call(news.choose, { body: { choices: [{ kind: 'order_approved', way: 'mail' }] } as never })
  await vendor.call(firstSteps.change, { body: { skipped: ['brand'], isDismissed: false } })
  await nordico.call(monthReports.changeMail, { body: { isMailed: true } })
  await vendor.call(recipes.keep, {
    body: { name: 'Danea', kind: 'products', headings: ['Cod'], columns: { sku: { from: ['Cod'] } } } as never,
  })
  const fileId = await file.upload(acme, Buffer.from('Terms of delivery, 2026'), { fileName: 'terms.PDF' })
  await acmeBasic.call(identity.me)
  await manager.call(identity.me)

  // A buyer goes to another reseller.
  const moved = { params: { id: fjord.accountId }, body: { parentAccountId: bergen.accountId } }
  await vendor.call(network.move, moved)

  // What other systems are told, and what jobs do by themselves.
  const { hook, deliver } = hooking(world)
  const { id: hookId } = await hook(acme, receiver)
  const changed = await acme.call(webhooks.changeSecret, { params: { id: hookId } })
  receiver.secret = changed.secret
  await request(acme, { 'CORE-3Y': 1 })
  await runAll(world)
  await deliver()
  // What waits when the tenant moves: events, and a mail, as where there is a mail server.
  await request(acme, { 'CORE-3Y': 2 })
  await raw(world, `update mails set status = 'queued' where recipient = 'new@nordico.example'`)
  return {
    ...{ authenticator, passkey, scimKey, serialKeys, pageCode, fileId },
    backupCodes: (codes as { backupCode: string }[]).map(({ backupCode }) => backupCode),
    apiKey: { id: machine.id, key: machine.key },
  }
}

/** Every job that looks by itself, as its hour came. */
async function runAll(world: World): Promise<void> {
  for (const name of [
    ...['audit:seal', 'dashboard:fold', 'dashboard:fold', 'dashboard:sum-licenses'],
    ...['certifications:remind', 'licenses:remind', 'orders:promises', 'reports:mail-months', 'news:daily'],
  ])
    await runJob(world, name)
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
