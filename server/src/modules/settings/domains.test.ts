import { passwords } from '@trellis/contract/identity'
import { settings, type TenantChange } from '@trellis/contract/settings'
import { expect, test } from 'vitest'
import { network, type Person } from '../../testing/network.ts'
import { runQueued } from '../../testing/queue.ts'
import { raw } from '../../testing/selling.ts'

/* Host names and senders are in use once a DNS record has proved them (rules G27). */

const world = await network()
const { vendor, manager, nordico, canary, app, dns } = world

const change = (who: Person, body: TenantChange) => who.call(settings.change, { body })
const check = (who: Person) => who.call(settings.checkDomains)
const stateOf = async (who: Person, name: string) =>
  (await who.call(settings.read)).domains.find((each) => each.name === name)
const servedAt = async (host: string) =>
  ((await app.http.inject({ url: '/api/v1/tenants/current', headers: { host } })).json() as { tenantCode: string })
    .tenantCode
/** Sets the record that the settings show, as the administrator of the name's DNS does. */
async function setRecord(who: Person, name: string): Promise<void> {
  const domain = await stateOf(who, name)
  if (domain) dns.set(domain.record.name, domain.record.value)
}
async function mailHeaders(): Promise<Record<string, string>> {
  await world.anonymous(passwords.requestReset, {
    headers: { 'x-tenant-code': world.tenantCode },
    body: { email: nordico.email },
  })
  await runQueued(world, 'identity:reset-request')
  const [mail] = await world.mails(nordico.email)
  return mail?.headers ?? {}
}

test('a host name leads to its tenant once its record is set and checked, and not before (threats T13)', async () => {
  const { hosts, domains } = await change(canary, { hosts: ['portal.canary.example'] })
  expect(hosts).toEqual(['portal.canary.example'])
  expect(domains).toEqual([
    {
      name: 'portal.canary.example',
      usedFor: ['host'],
      proved: false,
      record: { name: '_trellis.portal.canary.example', value: expect.stringMatching(/^trellis-domain=[0-9a-f]{40}$/) },
    },
  ])
  expect(await servedAt('portal.canary.example')).toBe('verdant')
  expect((await check(canary)).domains).toMatchObject([{ proved: false }])
  dns.set('_trellis.portal.canary.example', 'trellis-domain=0000000000000000000000000000000000000000')
  expect((await check(canary)).domains).toMatchObject([{ proved: false }])
  await setRecord(canary, 'portal.canary.example')
  expect((await check(canary)).domains).toMatchObject([{ proved: true }])
  expect(await servedAt('portal.canary.example')).toBe('canary')
  const [entry] = await raw<{ before: object; after: object }>(
    world,
    `select before, after from audit_log where action = 'tenant.changed' order by audit_id desc limit 1`,
  )
  expect(entry).toEqual({ before: { provedDomains: [] }, after: { provedDomains: ['portal.canary.example'] } })
  // It stays proved when other things change, and the record may go.
  dns.clear()
  await change(canary, { hosts: ['portal.canary.example'] })
  expect((await check(canary)).domains).toMatchObject([{ proved: true }])
})

test('who claims a name first does not keep it from who proves it, and no record of another tenant proves anything (threats T13)', async () => {
  await change(canary, { hosts: ['portal.canary.example', 'verdant.example'] })
  await change(vendor, { hosts: ['verdant.example'] })
  await setRecord(vendor, 'verdant.example')
  expect((await check(canary)).domains.find(({ name }) => name === 'verdant.example')).toMatchObject({ proved: false })
  expect((await check(vendor)).domains).toMatchObject([{ name: 'verdant.example', proved: true }])
  await setRecord(canary, 'verdant.example')
  expect(await canary.refused(settings.checkDomains)).toMatchObject({
    code: 'RQ422',
    info: { issues: [{ path: 'hosts', code: 'taken' }] },
  })
  expect((await canary.raw(settings.change, { body: { hosts: ['verdant.example'] } })).status).toBe(422)
  // A name that is given up can be claimed and proved by the other one.
  await change(vendor, { hosts: [] })
  expect((await check(canary)).domains.find(({ name }) => name === 'verdant.example')).toMatchObject({ proved: true })
  await change(canary, { hosts: [] })
  expect((await stateOf(canary, 'verdant.example'))?.proved).toBeUndefined()
  await change(canary, { hosts: ['verdant.example'] })
  expect((await stateOf(canary, 'verdant.example'))?.proved).toBe(false)
})

test('mails come from the installation, with answers to the tenant’s address, until its domain is proved (threats T13)', async () => {
  await change(vendor, { mailFrom: 'portal@security.example' })
  expect(await stateOf(vendor, 'security.example')).toMatchObject({ usedFor: ['sender'], proved: false })
  expect(await mailHeaders()).toMatchObject({
    From: expect.stringContaining('no-reply@localhost'),
    'Reply-To': 'portal@security.example',
  })
  await setRecord(vendor, 'security.example')
  await check(vendor)
  expect((await mailHeaders()).From).toContain('<portal@security.example>')
  expect(await mailHeaders()).not.toHaveProperty('Reply-To')
  // Another address of the domain is proved with it; another domain is not.
  await change(vendor, { mailFrom: 'hello@security.example' })
  expect((await mailHeaders()).From).toContain('<hello@security.example>')
  await change(vendor, { mailFrom: 'hello@elsewhere.example' })
  expect((await mailHeaders()).From).toContain('no-reply@localhost')
})

test('only super admins of the root account look records up (rules G14)', async () => {
  for (const who of [manager, nordico])
    expect(await who.raw(settings.checkDomains)).toMatchObject({ status: 403, body: { code: 'RQ403' } })
  expect((await world.anonymous(settings.checkDomains)).status).toBe(401)
})
