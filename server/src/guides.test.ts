// @module-tag long
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { accounts } from '@trellis/contract/accounts'
import { directories } from '@trellis/contract/directories'
import { identity } from '@trellis/contract/identity'
import { licenses } from '@trellis/contract/licenses'
import { orders } from '@trellis/contract/orders'
import { users } from '@trellis/contract/users'
import { afterAll, expect, test } from 'vitest'
import { type Moment, openBetween } from './testing/between.ts'
import { isFull } from './testing/full.ts'
import { clientId, clientSecret, openIssuer } from './testing/issuer.ts'
import { keysOf, type Machine } from './testing/keys.ts'
import { network, password } from './testing/network.ts'
import { selling } from './testing/selling.ts'

/* Runs the pages of docs/guides as they are printed, against a server that listens. */

const issuer = await openIssuer()
afterAll(() => issuer.close())
const world = await network({ webhookHosts: [issuer.host] })
const { vendor, nordico, acme, sudvia, tenantCode } = world
const { issue, offer, change, sell, productOf } = selling(world)
const keyOf = keysOf(world)
const portal = await world.app.http.listen({ host: '127.0.0.1', port: 0 })
const docs = fileURLToPath(new URL('../../docs', import.meta.url))
const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
await issue({ 'EDGE-1Y': 100 })
await sell(vendor, nordico, { 'EDGE-1Y': 50 })

const printed = (page: string, language: string) =>
  [...readFileSync(join(docs, 'guides', page), 'utf8').matchAll(/^```(\w+)\n(.*?)^```$/gms)]
    .filter(([, kind]) => kind === language)
    .map(([, , script = '']) => script)

/** A folder with the programs of the examples, as somebody has it who took them from the page. */
function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-guide-'))
  folders.push(folder)
  for (const name of readdirSync(join(docs, 'examples')))
    if (/\.(py|ts)$/.test(name)) writeFileSync(join(folder, name), readFileSync(join(docs, 'examples', name)))
  // What `npm install` would have put there.
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  mkdirSync(join(folder, 'node_modules/@trellis'), { recursive: true })
  symlinkSync(fileURLToPath(new URL('../../client', import.meta.url)), join(folder, 'node_modules/@trellis/client'))
  return folder
}

const tsx = fileURLToPath(new URL('../../node_modules/.bin', import.meta.url))

interface Outcome {
  code: number
  stdout: string
  stderr: string
}

/** Runs a printed script as it is; `npx tsx` finds the pinned one. */
async function run(
  script: string,
  { key }: Machine,
  folder: string,
  env: Record<string, string> = {},
): Promise<Outcome> {
  const source = { NODE_OPTIONS: '--conditions=source' }
  const own = { ...source, PATH: `${tsx}:${process.env.PATH}`, PORTAL: portal, TENANT: tenantCode, KEY: key, ...env }
  const options = { env: own, cwd: folder }
  return promisify(execFile)('sh', ['-c', script.replace('npx tsx', 'tsx')], options).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: Outcome) => ({ code, stdout, stderr }),
  )
}

const erpFiles = (folder: string) =>
  readdirSync(join(folder, 'orders'))
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(folder, 'orders', name), 'utf8')) as Record<string, unknown>)

test('orders into your ERP: what partners bought of the seller is a file an order, in both languages alike, and a revoked one says so', async () => {
  const [see = '', typescript = '', python = ''] = printed('orders-to-erp.md', 'sh')
  const erp = await keyOf(nordico, { permissions: [{ module: 'Orders', flags: 'r-u' }] })
  const bought = await sell(nordico, acme, { 'EDGE-1Y': 2 })
  const taken = await sell(nordico, acme, { 'EDGE-1Y': 1 })
  const waiting = await offer(nordico, acme, { 'EDGE-1Y': 1 })
  const one = JSON.parse((await run(see, erp, docs)).stdout)
  expect(one.items).toHaveLength(1)
  expect(one.items[0].type).toBe('order.approved')

  const copies: unknown[] = []
  for (const program of [typescript, python]) {
    const folder = openFolder()
    const take = async () => {
      expect(await run(program, erp, folder, { SELLER: 'NORDICO' })).toMatchObject({ code: 0, stderr: '' })
      return erpFiles(folder)
    }
    const first = await take()
    expect(first.map(({ id }) => id)).toEqual([bought.id, taken.id])
    expect(first[0]).toMatchObject({
      customer: 'ACME',
      status: 'approved',
      currency: 'EUR',
      total: 200,
      lines: [{ sku: 'EDGE-1Y', quantity: 2, price: 100 }],
    })
    copies.push(first)
    if (program === typescript) continue
    await change(nordico, taken.id, 'revoked')
    expect((await take()).map(({ status }) => status)).toEqual(['approved', 'revoked'])
  }
  expect(copies[0]).toEqual(copies[1])
  await change(nordico, waiting.id, 'canceled')
})

test.skipIf(!isFull)(
  'the network is taken away and given back: either program goes on, and nothing is missing',
  async () => {
    const [, typescript = '', python = ''] = printed('orders-to-erp.md', 'sh')
    const erp = await keyOf(nordico, { permissions: [{ module: 'Orders', flags: 'r-u' }] })
    const { id } = await sell(nordico, acme, { 'EDGE-1Y': 1 })
    for (const program of [typescript, python]) {
      const between = await openBetween(Number(new URL(portal).port))
      const cuts: Moment[] = ['asked', 'begun', 'half']
      between.at = (moment) => {
        if (moment !== cuts[0]) return
        cuts.shift()
        return 'cut'
      }
      const folder = openFolder()
      const outcome = await run(program, erp, folder, { SELLER: 'NORDICO', PORTAL: between.url })
      expect([outcome.code, outcome.stderr, cuts]).toEqual([0, '', []])
      expect(erpFiles(folder).map((order) => order.id)).toContain(id)
      await between.close()
    }
  },
)

test('invoices back: the portal shows what the ERP invoiced and what is paid; what it may not say is told and stops no other', async () => {
  const scripts = printed('orders-to-erp.md', 'sh')
  const [, , , byHand = ''] = scripts
  const erp = await keyOf(nordico, { permissions: [{ module: 'Orders', flags: 'r-u' }] })
  const invoiceOf = async (id: string) => {
    const { invoiced, invoiceId, paid } = await acme.call(orders.read, { params: { id } })
    return { invoiced, invoiceId, paid }
  }
  for (const [take = '', tell = ''] of [
    [scripts[1], scripts[4]],
    [scripts[2], scripts[5]],
  ]) {
    const folder = openFolder()
    const [one, other, over] = [
      await sell(nordico, acme, { 'EDGE-1Y': 1 }),
      await sell(nordico, acme, { 'EDGE-1Y': 1 }),
      await sell(nordico, acme, { 'EDGE-1Y': 1 }),
    ]
    await change(nordico, over.id, 'revoked')
    await run(take, erp, folder, { SELLER: 'NORDICO' })
    const lines = [`${over.orderCode},R-1,no`, `${one.orderCode},R-2,no`, `${other.orderCode},R-3,yes`]
    const [head] = (printed('orders-to-erp.md', 'csv')[0] ?? '').split('\n')
    writeFileSync(join(folder, 'invoices.csv'), `${[head, ...lines].join('\n')}\n`)
    const told = await run(tell, erp, folder)
    expect(told).toMatchObject({ code: 1, stderr: expect.stringContaining('OC522') })
    expect(await invoiceOf(one.id)).toEqual({ invoiced: true, invoiceId: 'R-2', paid: false })
    expect(await invoiceOf(other.id)).toEqual({ invoiced: true, invoiceId: 'R-3', paid: true })
    // Again: only the one that a person has to look at.
    expect((await run(tell, erp, folder)).stdout).toBe('')
  }
  const { id } = await sell(nordico, acme, { 'EDGE-1Y': 1 })
  expect((await run(byHand, erp, docs, { ORDER: id })).code).toBe(0)
  expect(await invoiceOf(id)).toEqual({ invoiced: true, invoiceId: '2026-00042', paid: false })
  // Somebody else's order is not there for this key.
  const { id: foreign } = await sell(vendor, sudvia, { 'EDGE-1Y': 1 })
  expect((await run(byHand, erp, docs, { ORDER: foreign })).code).toBe(22)
})

test('sell, approve, make a key, activate: each printed call does its step, and either program does all of them once', async () => {
  const [typescript = '', python = '', offered = '', order = '', approve = '', make = '', activate = ''] = printed(
    'sell-keys.md',
    'sh',
  )
  const permissions = [
    { module: 'Accounts' as const, flags: 'r' },
    { module: 'Orders' as const, flags: 'c-r-u' },
    { module: 'Licenses' as const, flags: 'c-r' },
  ]
  const shop = await keyOf(nordico, { permissions })
  const { productId } = productOf('EDGE-1Y')
  const values: Record<string, string> = { BUYER: acme.accountId, PRODUCT: productId, NUMBER: 'W-77' }
  const answer = async (script: string) => {
    const { code, stdout, stderr } = await run(script, shop, docs, values)
    expect(code, stderr).toBe(0)
    return JSON.parse(stdout)
  }
  const products = (await answer(offered)) as { productId: string; price: number }[]
  values.PRICE = String(products.find((one) => one.productId === productId)?.price)
  values.ORDER = (await answer(order)).id
  expect((await answer(order)).id).toBe(values.ORDER)
  expect((await answer(approve)).status).toBe('approved')
  const { serialKeys } = await answer(make)
  expect(serialKeys).toHaveLength(1)
  values.SERIAL = serialKeys[0]
  expect((await answer(activate)).lease).toMatch(/^\S+\.\S+\.\S+$/)
  const license = await acme.call(licenses.read, { params: { serialKey: serialKeys[0] } })
  expect(license).toMatchObject({ derivedOrderId: values.ORDER, seatsOccupied: 1 })

  for (const [program, number] of [
    [typescript, 'W-78'],
    [python, 'W-79'],
  ] as const) {
    const env = { NUMBER: number, BUYER_CODE: 'ACME' }
    const before = await acme.call(licenses.search, { body: {} })
    const first = await run(program, shop, openFolder(), env)
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(await run(program, shop, openFolder(), env)).toEqual(first)
    const after = await acme.call(licenses.search, { body: {} })
    expect(after.count).toBe(before.count + 1)
    expect(after.items.map(({ serialKey }) => serialKey)).toContain(first.stdout.trim())
    const unknown = await run(program, shop, openFolder(), { ...env, BUYER_CODE: 'SUDVIA' })
    expect(unknown.code).toBe(1)
    expect(unknown.stderr).toContain('There is no account SUDVIA')
  }
})

test('customers from your CRM: the file makes each company once and changes it later; a refused line stops no other', async () => {
  const [typescript = '', python = '', one = '', search = ''] = printed('customers-from-crm.md', 'sh')
  const [file = ''] = printed('customers-from-crm.md', 'csv')
  const crm = await keyOf(acme, { permissions: [{ module: 'Accounts', flags: 'c-r-u' }] })
  const below = async () => {
    const { items } = await acme.call(accounts.search, { body: { limit: 100 } })
    return Object.fromEntries(items.map((account) => [account.accountCode, account]))
  }
  const env = { PARENT: acme.accountId }
  for (const [program, mark] of [
    [typescript, 'T'],
    [python, 'P'],
  ] as const) {
    const folder = openFolder()
    const write = (text: string) => writeFileSync(join(folder, 'customers.csv'), text.replaceAll('C-', `${mark}-`))
    write(file)
    const first = await run(program, crm, folder, env)
    expect(first).toEqual({ code: 0, stdout: `${mark}-1001: created\n${mark}-1002: created\n`, stderr: '' })
    expect((await below())[`${mark}-1001`]).toMatchObject({
      accountName: 'Fjell Data AS',
      groupName: 'BUYER',
      notificationReceiverEmail: 'office@fjell.example',
      address: [{ city: 'Oslo', vatId: 'NO995525828MVA' }],
    })
    expect(await run(program, crm, folder, env)).toEqual({ code: 0, stdout: '', stderr: '' })
    write(
      `${file.replace('Vik Maskin AS', 'Vik Holding AS').trim()}\nC-1004,No Street AS,NO995525828MVA,,Oslo,0155,NO,\n`,
    )
    const second = await run(program, crm, folder, env)
    expect(second.code).toBe(1)
    expect(second.stdout).toContain(`${mark}-1002: changed`)
    expect(second.stdout).toContain(`${mark}-1004: refused`)
    expect((await below())[`${mark}-1002`]?.accountName).toBe('Vik Holding AS')
  }
  const made = JSON.parse((await run(one, crm, docs, env)).stdout)
  expect(JSON.parse((await run(one, crm, docs, env)).stdout)).toEqual(made)
  const { items } = JSON.parse((await run(search, crm, docs, env)).stdout)
  expect(items).toMatchObject([{ accountId: made.id, accountCode: 'C-1003' }])
})

/** Opens the printed address as a browser does: to the directory, where the person is signed in already, and back to the portal. */
async function signInAt(address: string, claims: { sub: string; email: string }): Promise<Response> {
  issuer.person({ ...claims, email_verified: true, given_name: 'Nina', family_name: 'New' })
  const begun = await fetch(address, { redirect: 'manual' })
  const cookies = begun.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  const there = await fetch(begun.headers.get('location') ?? '', { redirect: 'manual' })
  const back = new URL(there.headers.get('location') ?? '')
  expect(back.pathname).toBe('/auth/oidc')
  return fetch(`${portal}/api/v1/auth/oidc/finish`, {
    method: 'POST',
    headers: { 'x-tenant-code': tenantCode, 'content-type': 'application/json', cookie: cookies.join('; ') },
    body: JSON.stringify(Object.fromEntries(back.searchParams)),
  })
}

test('single sign-on: the directory is connected, its domain proved and switched on, in both languages and step by step, and a newcomer signs in by it', async () => {
  const [signIn = '', typescript = '', python = '', make = '', check = '', enable = '', open = ''] = printed(
    'single-sign-on.md',
    'sh',
  )
  const [file = ''] = printed('single-sign-on.md', 'json')
  const env = { EMAIL: vendor.email, PASSWORD: password }
  const signedIn = await run(signIn, { key: '' } as Machine, docs, env)
  const admin = { key: JSON.parse(signedIn.stdout).token } as Machine
  const connections = () => vendor.call(directories.list)
  const write = (folder: string, name: string, domain: string) => {
    const ours: Record<string, unknown> = {
      issuer: issuer.url,
      clientId,
      clientSecret,
      defaultAccountId: acme.accountId,
    }
    const text = JSON.stringify(
      { ...JSON.parse(file), ...ours, name, domains: [{ name: domain, only: false }] },
      null,
      2,
    )
    writeFileSync(join(folder, 'connection.json'), text)
  }
  const records = async (name: string) =>
    (await connections()).find((each) => each.name === name)?.domains.map(({ record }) => record) ?? []
  const joins = async (address: string, email: string) => {
    const answer = await signInAt(address.trim(), { sub: email, email })
    const { token } = (await answer.json()) as { token: string }
    const { body } = await world.anonymous(identity.me, { headers: { authorization: `Bearer ${token}` } })
    expect(body).toMatchObject({ email, account: { accountName: 'Acme' }, roles: [{ name: 'Basic' }] })
  }

  for (const [program, name] of [
    [typescript, 'By TypeScript'],
    [python, 'By Python'],
  ] as const) {
    const domain = `${name.slice(3).toLowerCase()}.example`
    const folder = openFolder()
    write(folder, name, domain)
    const first = await run(program, admin, folder)
    const [record] = await records(name)
    expect(first).toMatchObject({ code: 1, stderr: '' })
    expect(first.stdout).toContain('Redirect address in the directory: http://localhost:3000/auth/oidc\n')
    expect(first.stdout).toContain(`Set the TXT record ${record?.name} to ${record?.value}\n`)
    expect((await connections()).find((each) => each.name === name)).toMatchObject({ isEnabled: false })
    world.dns.set(record?.name ?? '', record?.value ?? '')
    const second = await run(program, admin, folder)
    expect(second).toMatchObject({ code: 0, stderr: '' })
    await joins(second.stdout.split('Sign in at ')[1] ?? '', `nina@${domain}`)
    // Again: the same words, and nothing is different.
    const now = await connections()
    expect(await run(program, admin, folder)).toEqual(second)
    expect(await connections()).toEqual(now)
  }

  const folder = openFolder()
  write(folder, 'By hand', 'hand.example')
  const made = JSON.parse((await run(make, admin, folder)).stdout)
  const values = { CONNECTION: made.connectionId }
  const [record] = made.domains.map((domain: { record: { name: string; value: string } }) => domain.record)
  world.dns.set(record.name, record.value)
  expect(JSON.parse((await run(check, admin, folder, values)).stdout).domains).toMatchObject([{ proved: true }])
  expect(JSON.parse((await run(enable, admin, folder, values)).stdout)).toMatchObject({ isEnabled: true })
  await joins((await run(open, admin, folder, values)).stdout, 'nina@hand.example')
  const { items } = await acme.call(users.search, { body: { limit: 100 } })
  expect(items.filter(({ firstName }) => firstName === 'Nina')).toHaveLength(3)

  // A key does none of it, and neither does somebody who is no super admin.
  const machine = await keyOf(vendor, { permissions: [{ module: 'Users', flags: 'c-r-u' }] })
  const refused = await run(python, machine, folder)
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('RQ403')])
  const other = await run(signIn, { key: '' } as Machine, docs, { ...env, EMAIL: acme.email })
  const stranger = await run(make, { key: JSON.parse(other.stdout).token } as Machine, folder)
  expect([stranger.code, JSON.parse(stranger.stdout).code]).toEqual([22, 'RQ403'])
})
