// @module-tag long
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { drawPng } from '../demo/papers.ts'
import { testDatabase } from '../testing/database.ts'
import { runPortal } from './run.ts'

const database = await testDatabase()
const folder = mkdtempSync(join(tmpdir(), 'trellis-tenant-set-'))
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

async function portal(...args: string[]) {
  const said = { stdout: '', stderr: '' }
  const to = (name: keyof typeof said) => ({ write: (text: string) => (said[name] += text) })
  const env = { DATABASE_URL: database.url, DATA_DIR: folder, NODE_ENV: 'test', PUBLIC_URL: 'https://vendor.example' }
  const isDone = await runPortal(args, env, { stdout: to('stdout'), stderr: to('stderr') })
  return { isDone, ...said }
}
const create = (code: string) =>
  portal(
    'tenant',
    'create',
    '--code',
    code,
    '--name',
    code,
    ...['--admin-email', `admin@${code}.example`],
    ...['--admin-password', 'Sesame-Open-1'],
  )
await create('orchard')
await create('meadow')
const show = async (code: string) => JSON.parse((await portal('tenant', 'show', code, '--json')).stdout) as object

test('an operator changes what the screen changes, and empties it with none (rules G14)', async () => {
  const logo = join(folder, 'logo.png')
  writeFileSync(
    logo,
    drawPng(4, 4, () => [0, 0, 0]),
  )
  const options = [
    ...['--name', 'Orchard Partners', '--color', '#1F6F6B', '--mail-from', 'portal@orchard.example', '--logo', logo],
    ...['--time-zone', 'Europe/Rome'],
    ...['--host', 'b.orchard.example', '--host', 'a.orchard.example', '--exclude', 'deals', '--exclude', 'renewals'],
    ...['--link', 'help-desk=https://help.orchard.example/?a=b'],
  ]
  const changed = await portal('tenant', 'set', 'orchard', ...options, '--json')
  expect(changed).toMatchObject({ isDone: true, stderr: '' })
  expect(JSON.parse(changed.stdout)).toMatchObject({
    tenantName: 'Orchard Partners',
    theme: { primaryColor: '#1f6f6b' },
    mailFrom: 'portal@orchard.example',
    timeZone: 'Europe/Rome',
    logoUrl: expect.stringContaining('/tenants/orchard/logo?v='),
    hosts: ['a.orchard.example', 'b.orchard.example'],
    excludedMenuEntries: ['deals', 'renewals'],
    externalLinks: [{ entry: 'help-desk', url: 'https://help.orchard.example/?a=b' }],
  })
  const emptied = ['--host', '--exclude', '--link', '--color', '--logo', '--mail-from'].flatMap((one) => [one, 'none'])
  const answer = await portal('tenant', 'set', 'orchard', ...emptied, '--json')
  expect(JSON.parse(answer.stdout)).toMatchObject({
    ...{ tenantName: 'Orchard Partners', theme: {}, mailFrom: null, logoUrl: null },
    ...{ hosts: [], excludedMenuEntries: [], externalLinks: [] },
  })
})

test('an operator changes one default, and the others keep their value (rules G16)', async () => {
  const set = async (...options: string[]) =>
    (JSON.parse((await portal('tenant', 'set', 'orchard', ...options, '--json')).stdout) as { defaults: object })
      .defaults
  const usual = { stockHoldDays: 14, certificateReminderDays: [60, 30, 7], licenseReminderDays: [90, 60, 30] }
  expect(await set('--protection-days', '120')).toEqual({ protectionDays: 120, ...usual })
  const more = ['--stock-hold-days', '7', '--license-reminder', '10', '--license-reminder', '45']
  expect(await set(...more, '--certificate-reminder', 'none')).toEqual({
    ...{ protectionDays: 120, stockHoldDays: 7, certificateReminderDays: [], licenseReminderDays: [45, 10] },
  })
})

test('show says how a tenant looks, its defaults, what it holds, whether it is suspended and who last signed in', async () => {
  await portal('tenant', 'set', 'meadow', '--color', '#1f6f6b', '--exclude', 'deals', '--protection-days', '30')
  expect(await show('meadow')).toMatchObject({
    ...{ tenantCode: 'meadow', theme: { primaryColor: '#1f6f6b' }, excludedMenuEntries: ['deals'] },
    ...{ currencyCode: 'EUR', suspendedAt: null, lastSignIn: null, logoBytes: 0 },
    defaults: { protectionDays: 30, stockHoldDays: 14 },
    ...{ accounts: 1, users: 1, activeUsers: 1, products: 0, orders: 0, files: 0, fileBytes: 0 },
  })
  await portal('tenant', 'suspend', 'meadow', '--reason', 'Unpaid')
  const { stdout } = await portal('tenant', 'show', 'meadow')
  expect(stdout).toMatch(/^State: +suspended since .+: Unpaid$/m)
  expect(stdout).toMatch(/^Protection: +30 days$/m)
  expect(stdout).toMatch(/^Last sign-in: +never$/m)
  await portal('tenant', 'resume', 'meadow')
  expect(await show('meadow')).toMatchObject({ suspendedAt: null, suspensionReason: null })
})

test.each([
  ['too many days', ['--protection-days', '731'], '--protection-days: '],
  ['days that are no number', ['--stock-hold-days', 'two'], '--stock-hold-days: '],
  ['a reminder twice', ['--license-reminder', '7', '--license-reminder', '7'], '--license-reminder: '],
  ['a colour without contrast', ['--color', '#ffe600'], 'The nearest readable shade is #'],
  ['a host with a port', ['--host', 'a.example:80'], '--host number 1: Not a host name'],
  ['an unknown entry', ['--exclude', 'secrets'], '--exclude number 1: Must be one of'],
  ['a link without an address', ['--link', 'help-desk'], '--link is ENTRY=URL'],
  ['a link without https', ['--link', 'help-desk=http://a.example'], '--link number 1: Not an address'],
  ['a file that is not there', ['--logo', 'none.png'], 'The logo cannot be read'],
  ['a file that is no image', ['--logo', new URL(import.meta.url).pathname], '--logo: Only PNG and JPEG'],
  ['nothing', [], 'Nothing to change was given'],
])('%s is refused with the option and the reason, and nothing changes', async (_, options, reason) => {
  const before = await show('orchard')
  const refused = await portal('tenant', 'set', 'orchard', ...options)
  expect(refused.isDone).toBe(false)
  expect(refused.stderr).toContain(reason)
  expect(await show('orchard')).toEqual(before)
})

test('a host name of another tenant, and a tenant that does not exist, are refused', async () => {
  expect(await portal('tenant', 'set', 'meadow', '--host', 'www.meadow.example')).toMatchObject({ isDone: true })
  const taken = await portal('tenant', 'set', 'orchard', '--host', 'www.meadow.example')
  expect(taken).toMatchObject({ isDone: false, stderr: expect.stringContaining('leads to another tenant') })
  expect((await portal('tenant', 'set', 'desert', '--name', 'Desert')).stderr).toContain('There is no tenant desert')
})

test('the host name of the installation is the default tenant’s', async () => {
  const claim = (code: string) => portal('tenant', 'set', code, '--host', 'vendor.example')
  expect(await claim('meadow')).toMatchObject({ isDone: false, stderr: expect.stringContaining('another tenant') })
  expect(await claim('orchard')).toMatchObject({ isDone: true, stderr: '' })
})
