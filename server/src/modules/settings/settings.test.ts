import { deals } from '@trellis/contract/deals'
import type { Endpoint } from '@trellis/contract/endpoint'
import { settings, type TenantChange } from '@trellis/contract/settings'
import { tenants } from '@trellis/contract/tenants'
import { users } from '@trellis/contract/users'
import { decode } from 'fast-png'
import { expect, test } from 'vitest'
import { drawPng } from '../../demo/papers.ts'
import { dealing } from '../../testing/dealing.ts'
import { network, type Person } from '../../testing/network.ts'
import { raw } from '../../testing/selling.ts'
import { uploading } from '../../testing/uploading.ts'
import { imageIn } from './image.ts'

const world = await network()
const { vendor, manager, nordico, acme, acmeBasic, canary, anonymous, app, dns } = world
const { upload } = uploading(world)
const { register } = dealing(world)

const change = (body: TenantChange) => vendor.call(settings.change, { body })
const issuesOf = async (body: object, person = vendor) => {
  const { status, body: problem } = await person.raw(settings.change, { body })
  return status === 422 ? (problem as { info: { issues: object[] } }).info.issues : status
}
const audited = async (action: string) =>
  raw<{ before: object; after: object }>(
    world,
    `select before, after from audit_log where action = $1 order by audit_id desc`,
    [action],
  )

const square = drawPng(8, 8, () => [31, 111, 107])
const logoBody = { accountFileId: '00000000-0000-7000-8000-000000000000' }
const calls: [string, Endpoint, object][] = [
  ['read the settings', settings.read, {}],
  ['change the settings', settings.change, { body: { tenantName: 'Taken over' } }],
  ['look up records of names', settings.checkDomains, {}],
  ['set a logo', settings.setLogo, { body: logoBody }],
  ['remove the logo', settings.removeLogo, {}],
  ['list the roles', settings.roles, {}],
  ['create a role', settings.createRole, { body: { name: 'King', permissions: [] } }],
  ['change a role', settings.updateRole, { params: { roleId: 4 }, body: { name: 'King', permissions: [] } }],
  ['delete a role', settings.removeRole, { params: { roleId: 4 } }],
  ['list the groups', settings.groups, {}],
  ['rename a group', settings.updateGroup, { params: { groupId: 8 }, body: { name: 'King' } }],
]

test.each(calls)('only super admins of the root account %s (rules G14)', async (_, endpoint, request) => {
  const everybodyElse: Person[] = [manager, nordico, acme, acmeBasic]
  for (const person of everybodyElse)
    expect(await person.raw(endpoint, request), person.email).toMatchObject({ status: 403, body: { code: 'RQ403' } })
  expect((await anonymous(endpoint, request)).status).toBe(401)
})

test('a super admin of another account than the root changes nothing (rules G14)', async () => {
  await raw(world, `update users set account_id = $1 where email = $2`, [nordico.accountId, manager.email])
  await raw(
    world,
    `insert into user_roles (tenant_id, user_id, role_id) select tenant_id, user_id, 1 from users where email = $1 on conflict do nothing`,
    [manager.email],
  )
  const roles = await vendor.raw(users.changeRoles, { params: { id: manager.userId }, body: { roles: [1] } })
  expect(roles.status).toBe(200)
  for (const [, endpoint, request] of calls) expect(await manager.raw(endpoint, request)).toMatchObject({ status: 403 })
})

test('a change is in effect at once, for visitors too, and is recorded with what it replaced (rules G7, G14)', async () => {
  const before = await vendor.call(settings.read)
  expect(before).toMatchObject({
    tenantName: 'Verdant',
    hosts: [],
    mailFrom: null,
    defaults: {
      protectionDays: 90,
      stockHoldDays: 14,
      certificateReminderDays: [60, 30, 7],
      licenseReminderDays: [90, 60, 30],
    },
  })
  const after = await change({
    tenantName: 'Verdant Partners',
    theme: { primaryColor: '#1F6F6B' },
    excludedMenuEntries: ['deals', 'renewals'],
    externalLinks: [{ entry: 'help-desk', url: 'https://help.verdant.example/start?lang=en' }],
    hosts: ['Partners.Verdant.Example'],
    mailFrom: 'portal@verdant.example',
  })
  const shown = {
    tenantName: 'Verdant Partners',
    theme: { primaryColor: '#1f6f6b' },
    excludedMenuEntries: ['deals', 'renewals'],
    externalLinks: [{ entry: 'help-desk', url: 'https://help.verdant.example/start?lang=en' }],
  }
  expect(after).toMatchObject({ ...shown, hosts: ['partners.verdant.example'], mailFrom: 'portal@verdant.example' })
  expect(after.defaults).toEqual(before.defaults)
  for (const { record } of after.domains) dns.set(record.name, record.value)
  await vendor.call(settings.checkDomains)
  const visited = await app.http.inject({
    url: '/api/v1/tenants/current',
    headers: { host: 'partners.verdant.example' },
  })
  expect(visited.json()).toMatchObject(shown)
  const [, entry] = await audited('tenant.changed')
  expect(entry).toMatchObject({
    before: { tenantName: 'Verdant', theme: {}, hosts: [], mailFrom: null },
    after: { tenantName: 'Verdant Partners', theme: { primaryColor: '#1f6f6b' }, hosts: ['partners.verdant.example'] },
  })
  expect(entry?.after).not.toHaveProperty('defaults')
})

test('what is absent stays, and saving the same again records nothing', async () => {
  const before = await vendor.call(settings.read)
  const entries = (await audited('tenant.changed')).length
  expect(await change({})).toEqual(before)
  expect(await change({ tenantName: before.tenantName, excludedMenuEntries: ['renewals', 'deals'] })).toEqual({
    ...before,
  })
  expect(await audited('tenant.changed')).toHaveLength(entries)
})

test('the other tenant keeps its name, colours and hosts', async () => {
  const theirs = await raw(
    world,
    `select name, theme, excluded_menu_entries as excluded, protection_days as days from tenants where code = 'canary'`,
  )
  expect(theirs).toMatchObject([{ name: expect.stringContaining('Canary'), theme: {}, excluded: [], days: 90 }])
})

test.each([
  [
    'a colour that white text is not readable on',
    { theme: { primaryColor: '#ffe600' } },
    'theme.primaryColor',
    'contrast',
  ],
  ['a colour just below the limit', { theme: { primaryColor: '#777777' } }, 'theme.primaryColor', 'contrast'],
  ['what is no colour', { theme: { primaryColor: 'teal' } }, 'theme.primaryColor', 'color'],
  ['a short colour', { theme: { primaryColor: '#abc' } }, 'theme.primaryColor', 'color'],
  ['another field of the theme', { theme: { font: 'x' } }, 'theme.font', 'unrecognized_keys'],
  ['a host with a scheme', { hosts: ['https://a.example'] }, 'hosts.0', 'host'],
  ['a host with a port', { hosts: ['a.example:8080'] }, 'hosts.0', 'host'],
  ['an address of numbers', { hosts: ['ok.example', '10.0.0.1'] }, 'hosts.1', 'host'],
  ['a host without a dot', { hosts: ['portal'] }, 'hosts.0', 'host'],
  ['another tenant’s local host', { hosts: ['other.localhost'] }, 'hosts.0', 'host'],
  ['a host twice', { hosts: ['a.example', 'A.example'] }, 'hosts', 'twice'],
  ['an unknown menu entry', { excludedMenuEntries: ['secrets'] }, 'excludedMenuEntries.0', 'invalid_value'],
  [
    'a link of an entry that is a screen',
    { externalLinks: [{ entry: 'deals', url: 'https://a.example' }] },
    'externalLinks.0.entry',
    'invalid_value',
  ],
  [
    'a link without https',
    { externalLinks: [{ entry: 'help-desk', url: 'http://a.example' }] },
    'externalLinks.0.url',
    'https',
  ],
  [
    'a link that is a script',
    { externalLinks: [{ entry: 'help-desk', url: 'javascript:alert(1)' }] },
    'externalLinks.0.url',
    'https',
  ],
  [
    'a link with somebody’s password',
    { externalLinks: [{ entry: 'help-desk', url: 'https://me:pw@a.example' }] },
    'externalLinks.0.url',
    'https',
  ],
  ['a sender that is no address', { mailFrom: 'Verdant' }, 'mailFrom', 'invalid_format'],
  ['two senders', { mailFrom: 'a@a.example, b@b.example' }, 'mailFrom', 'invalid_format'],
  ['an empty name', { tenantName: ' ' }, 'tenantName', 'too_small'],
  [
    'no days of protection',
    { defaults: { protectionDays: 0, stockHoldDays: 14, certificateReminderDays: [], licenseReminderDays: [] } },
    'defaults.protectionDays',
    'too_small',
  ],
  [
    'too long a hold',
    { defaults: { protectionDays: 1, stockHoldDays: 366, certificateReminderDays: [], licenseReminderDays: [] } },
    'defaults.stockHoldDays',
    'too_big',
  ],
  [
    'a reminder twice',
    { defaults: { protectionDays: 1, stockHoldDays: 1, certificateReminderDays: [7, 7], licenseReminderDays: [] } },
    'defaults.certificateReminderDays',
    'twice',
  ],
  [
    'a reminder of half a day',
    { defaults: { protectionDays: 1, stockHoldDays: 1, certificateReminderDays: [], licenseReminderDays: [0.5] } },
    'defaults.licenseReminderDays.0',
    'invalid_type',
  ],
])('%s is refused at its field, and nothing changes', async (_, body, path, code) => {
  const before = await vendor.call(settings.read)
  expect(await issuesOf(body)).toMatchObject([{ path, code }])
  expect(await vendor.call(settings.read)).toEqual(before)
})

test('a host name leads to one tenant of the installation, and that of the installation to its default tenant', async () => {
  const theirs = 'portal.example.org'
  const { domains } = await canary.call(settings.change, { body: { hosts: [theirs] } })
  for (const { record } of domains) dns.set(record.name, record.value)
  await canary.call(settings.checkDomains)
  expect(await issuesOf({ hosts: ['mine.example', theirs] })).toMatchObject([{ path: 'hosts.1', code: 'taken' }])
  const moved = await canary.raw(settings.change, { body: { hosts: [] } })
  expect(moved).toMatchObject({ status: 200, body: { hosts: [] } })
  expect(await change({ hosts: [theirs] })).toMatchObject({ hosts: [theirs] })
})

test('a logo is a PNG or JPEG of an account’s file, and is shown to visitors with its own type', async () => {
  const accountFileId = await upload(vendor, square, { fileName: 'logo.png' })
  const { logoUrl } = await vendor.call(settings.setLogo, { body: { accountFileId } })
  expect(logoUrl).toMatch(/^\/api\/v1\/tenants\/verdant\/logo\?v=[0-9a-f]{16}$/)
  const served = await app.http.inject({ url: logoUrl ?? '' })
  expect(served.statusCode).toBe(200)
  expect(served.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(String(served.headers['content-security-policy'])).toContain('sandbox')
  expect(decode(served.rawPayload)).toMatchObject({ width: 8, height: 8, data: decode(square).data })
  expect((await anonymous(tenants.current, { headers: { 'x-tenant-code': 'verdant' } })).body).toMatchObject({
    logoUrl,
  })
  // Documents draw it from the database.
  const inDocuments = await raw(world, `select data_url from offered.tenant_logos`)
  expect(inDocuments).toEqual([{ data_url: `data:image/png;base64,${served.rawPayload.toString('base64')}` }])
  expect(await vendor.raw(settings.removeLogo)).toMatchObject({ status: 204 })
  expect((await app.http.inject({ url: logoUrl ?? '' })).statusCode).toBe(404)
  expect(await audited('tenant.logo_changed')).toHaveLength(2)
})

test('SVG, text with the name of an image, large and huge images are no logos (threats F6, F8)', async () => {
  const refusal = async (content: Buffer | string, fileName = 'logo.png') => {
    const accountFileId = await upload(vendor, content, { fileName })
    const { status, body } = await vendor.raw(settings.setLogo, { body: { accountFileId } })
    return [status, (body as { code: string }).code]
  }
  expect(await refusal('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'logo.svg')).toEqual([
    422,
    'RQ422',
  ])
  expect(await refusal('not an image')).toEqual([422, 'RQ422'])
  expect(await refusal(Buffer.concat([square, Buffer.alloc(256 * 1024)]))).toEqual([413, 'FL413'])
  const wide = Buffer.from(square)
  wide.writeUInt32BE(50_000, 16)
  expect(await refusal(wide)).toEqual([413, 'FL413'])
  expect((await vendor.call(settings.read)).logoUrl).toBeNull()
})

test('the file of a logo must be readable to who sets it (rules G4)', async () => {
  const file = await upload(canary, square, { fileName: 'logo.png' })
  expect(await vendor.raw(settings.setLogo, { body: { accountFileId: file } })).toMatchObject({ status: 404 })
  expect(await vendor.raw(settings.setLogo, { body: logoBody })).toMatchObject({ status: 404 })
})

test('the size of a JPEG is that of its first frame', () => {
  const jpeg = Buffer.from('ffd8ffe000040000ffc00011080020004003012200021101031101', 'hex')
  expect(imageIn(jpeg)).toEqual({ type: 'image/jpeg', width: 64, height: 32 })
  expect(imageIn(Buffer.from('ffd8ffe0', 'hex'))).toBeNull()
})

test('deals that are registered from then on are protected for the tenant’s days, earlier ones keep theirs (rules G16)', async () => {
  const days = async (id: string) => {
    const { creationDate, expirationDate } = await acme.call(deals.read, { params: { id } })
    return (Date.parse(expirationDate) - Date.parse(creationDate)) / 86_400_000
  }
  const earlier = await register(acme, { 'EDGE-1Y': 1 })
  const { defaults } = await vendor.call(settings.read)
  await change({ defaults: { ...defaults, protectionDays: 30, licenseReminderDays: [10, 45] } })
  const later = await register(acme, { 'CORE-3Y': 1 })
  expect([await days(earlier), await days(later)]).toEqual([90, 30])
  expect(await acme.call(deals.settings)).toMatchObject({ protectionDays: 30 })
  expect((await vendor.call(settings.read)).defaults.licenseReminderDays).toEqual([45, 10])
  await acme.call(deals.requestExtension, { params: { id: later }, body: { reason: 'Budget is late' } })
  await nordico.call(deals.extend, { params: { id: later }, body: { granted: true, reason: 'Fine' } })
  expect(await days(later)).toBe(60)
})
