import { accounts } from '@trellis/contract/accounts'
import { apiKeys } from '@trellis/contract/api-keys'
import { exportsOfLists, type NewExport } from '@trellis/contract/exports'
import { files } from '@trellis/contract/files'
import { identity } from '@trellis/contract/identity'
import { imports } from '@trellis/contract/imports'
import { recipes } from '@trellis/contract/recipes'
import { today } from '@trellis/contract/today'
import { webhooks } from '@trellis/contract/webhooks'
import { afterEach, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { keysOf } from '../../testing/keys.ts'
import { network, type Person } from '../../testing/network.ts'
import { runJob, runQueued } from '../../testing/queue.ts'
import { openReceiver } from '../../testing/receiving.ts'
import { raw, selling } from '../../testing/selling.ts'
import { uploading } from '../../testing/uploading.ts'
import { hooking } from '../../testing/webhooks.ts'

/* Covers: server/src/modules/people/sessions/acting.ts, server/src/modules/people/api-keys/rights.ts,
   server/src/modules/webhooks/eyes.ts, server/src/modules/webhooks/save-webhook.ts, server/src/modules/imports/queries.ts,
   server/src/modules/imports/recipes.ts, server/src/modules/files/uploads.ts, server/src/modules/exports/written-queries.ts */

const receiver = await openReceiver()
const world = await network({ webhookHosts: [receiver.host] })
const { vendor, nordico, acme } = world
const { offer, issue, sell, request: purchase } = selling(world)
const { request, at, commit } = uploading(world)
const { hook, deliver } = hooking(world)
const make = keysOf(world)
await issue({ 'EDGE-1Y': 100 })
await sell(vendor, nordico, { 'EDGE-1Y': 60 })

/** From now on the person acts for this account. */
async function actFor(person: Person, accountId: string) {
  await raw(world, 'update users set account_id = $2 where user_id = $1', [person.userId, accountId])
  await raw(world, `select pg_notify('trellis_sessions', $1)`, [person.userId])
  await expect.poll(async () => (await person.call(identity.me)).account.accountId).toBe(accountId)
}
// The vendor reaches all that Nordico reaches: what is refused is refused for the account alone.
const forVendor = () => actFor(nordico, vendor.accountId)
const forNordico = () => actFor(nordico, nordico.accountId)
afterEach(forNordico)

const list: NewExport = {
  ...{ list: 'accounts.search', search: {}, format: 'csv', fileName: 'accounts' },
  columns: [{ path: 'accountName', label: 'Name', kind: 'text' }],
}
/** Nordico, or a key, asked for a file when no place was free. */
async function asked(userId = nordico.userId): Promise<string> {
  const id = newId()
  await raw(
    world,
    `insert into written_files (tenant_id, file_id, user_id, account_id, kind, file_name, request, turn, heard_at)
     values ($1, $2, $3, $4, 'list', 'accounts', $5, 0, now() - interval '2 minutes')`,
    [world.tenantId, id, userId, nordico.accountId, JSON.stringify(list)],
  )
  return id
}
async function written() {
  await runJob(world, 'exports:rescue')
  await runQueued(world, 'exports:write')
}

test('a file that was written for one account is not listed nor given while its user acts for another (rules P61)', async () => {
  const params = { id: await asked() }
  await written()
  expect((await nordico.raw(exportsOfLists.download, { params })).status).toBe(200)
  expect((await nordico.call(exportsOfLists.list)).map(({ id }) => id)).toEqual([params.id])
  await forVendor()
  expect(await nordico.refused(exportsOfLists.download, { params })).toMatchObject({ code: 'RQ404' })
  expect(await nordico.call(exportsOfLists.list)).toEqual([])
})

test('a file that was asked for one account is never written with the reach of another', async () => {
  const [id, ofKey] = [await asked(), await asked((await make(nordico, { parentAccountId: acme.accountId })).id)]
  const status = async (fileId: string) =>
    (await raw<{ status: string }>(world, 'select status from written_files where file_id = $1', [fileId]))[0]?.status
  await written()
  expect([await status(id), await status(ofKey)]).toEqual(['done', 'failed'])
  const next = await asked()
  await forVendor()
  await written()
  expect(await status(next)).toBe('failed')
})

test('an import is its account’s: it fails, and is neither listed, read nor told of, while its user acts for another', async () => {
  const body = { kind: 'accounts' as const, fileName: 'a.csv', csv: 'accountCode,colour\r\nA,red\r\n', dryRun: false }
  const { id } = await nordico.call(imports.create, { body })
  await forVendor()
  await runQueued(world, 'imports:run')
  const waiting = async () => (await nordico.call(today.list, { query: { kind: 'import' } })).items
  expect(await nordico.call(imports.list)).toEqual([])
  expect(await nordico.refused(imports.read, { params: { id } })).toMatchObject({ code: 'RQ404' })
  expect(await waiting()).toEqual([])
  // One of the same kind that is complete, for the other account.
  const complete = { ...body, csv: 'accountCode,accountName,groupName,parentAccountCode\r\nNORD,Nord,DISTRIBUTOR,\r\n' }
  const other = await nordico.call(imports.create, { body: complete })
  await runQueued(world, 'imports:run')
  expect(await nordico.call(imports.read, { params: other })).toMatchObject({ outcome: 'imported' })
  await forNordico()
  expect(await nordico.call(imports.read, { params: { id } })).toMatchObject({ status: 'failed' })
  expect((await waiting()).map(({ recordId }) => recordId)).toEqual([id])
})

test('recipes are kept for each account, and two accounts may have one of the same name', async () => {
  const body = {
    name: 'Own',
    kind: 'accounts' as const,
    headings: ['Code'],
    columns: { accountCode: { from: ['Code'] } },
  }
  const { recipeId } = await nordico.call(recipes.keep, { body })
  await forVendor()
  expect(await nordico.call(recipes.list)).toEqual([])
  expect(await nordico.refused(recipes.remove, { params: { id: recipeId } })).toMatchObject({ code: 'RQ404' })
  expect((await nordico.call(recipes.keep, { body })).recipeId).not.toBe(recipeId)
})

test('an upload that was begun for one account is not committed for another', async () => {
  const begun = await request(nordico, '10 bytes..', { parentAccountId: acme.accountId })
  expect((await at('PUT', begun.uploadUrl, '10 bytes..')).status).toBe(204)
  await forVendor()
  expect(await nordico.refused(files.commitUpload, commit(begun, acme.accountId))).toMatchObject({ code: 'RQ404' })
  await forNordico()
  expect((await nordico.raw(files.commitUpload, commit(begun, acme.accountId))).status).toBe(200)
  // Answered again like the first time, but not for another account.
  await forVendor()
  expect(await nordico.refused(files.commitUpload, commit(begun, acme.accountId))).toMatchObject({ code: 'RQ404' })
})

test('a key is accepted as long as its maker acts for the account for which they made it (rules P31, P61)', async () => {
  const machine = await make(nordico, { parentAccountId: acme.accountId })
  const status = async () =>
    (await vendor.call(apiKeys.search, { body: { includeChildren: true } })).items.find(
      ({ apiKeyId }) => apiKeyId === machine.id,
    )?.status
  const me = () => machine.call(accounts.search, { body: { limit: 10 } })
  expect((await me()).status).toBe(200)
  await forVendor()
  expect((await me()).status).toBe(401)
  expect(await status()).toBe('orphaned')
  await forNordico()
  expect((await me()).status).toBe(200)
  expect(await status()).toBe('active')
})

test('a webhook tells what its writer may read for the account for which they wrote it, and follows who writes it anew', {
  tags: ['long'],
}, async () => {
  const { id } = await hook(nordico, receiver, { parentAccountId: acme.accountId, types: ['order.created'] })
  const params = { id }
  const read = () => vendor.call(webhooks.read, { params })
  const kept = () => raw(world, 'select request from webhook_deliveries where request is not null')
  await offer(nordico, acme, { 'EDGE-1Y': 1 })
  await deliver()
  expect(receiver.received).toHaveLength(1)
  expect(await kept()).toHaveLength(1)
  await forVendor()
  await purchase(acme, { 'EDGE-1Y': 1 })
  await deliver()
  expect(await read()).toMatchObject({ status: 'orphaned' })
  expect(receiver.received).toHaveLength(1)
  // What was sent for the first account is not for the second (rules E13).
  await nordico.call(webhooks.update, { params, body: { url: receiver.url } })
  expect(await kept()).toEqual([])
  await deliver()
  expect(await read()).toMatchObject({ status: 'active' })
  expect(receiver.received).toHaveLength(2)
  await forNordico()
  expect(await read()).toMatchObject({ status: 'orphaned' })
})

test('a call that is repeated for another account is not answered as it was for the first (threats M16)', async () => {
  const headers = { 'idempotency-key': 'two companies' }
  const body = {
    name: 'ERP',
    parentAccountId: acme.accountId,
    permissions: [{ module: 'Orders' as const, flags: 'r' }],
  }
  const first = await nordico.raw(apiKeys.create, { headers, body })
  expect(first.status).toBe(201)
  await forVendor()
  expect((await nordico.raw(apiKeys.create, { headers, body })).status).toBe(409)
  await forNordico()
  expect((await nordico.raw(apiKeys.create, { headers, body })).body).toEqual(first.body)
})
