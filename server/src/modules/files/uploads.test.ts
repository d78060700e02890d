import { createHash } from 'node:crypto'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { files } from '@trellis/contract/files'
import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { openApp } from '../../app.ts'
import { readConfig } from '../../platform/config.ts'
import { newId } from '../../platform/ids.ts'
import { openSecrets } from '../../platform/secrets.ts'
import { network, type Person } from '../../testing/network.ts'
import { raw } from '../../testing/selling.ts'
import { uploading } from '../../testing/uploading.ts'

const world = await network()
const { vendor, nordico, acme, acmeBasic, bergen, fjord, canary } = world
const { at, request, commit, upload } = uploading(world)

const address = await world.app.http.listen({ port: 0, host: '127.0.0.1' })

const objects = (folder: 'files' | 'staging'): string[] => {
  try {
    return readdirSync(join(world.dataDir, 'files', world.tenantId, folder))
  } catch {
    return []
  }
}
const used = async () => (await vendor.call(files.usage)).usedBytes
const later = (minutes: number) => world.at(new Date(Date.now() + minutes * 60_000).toISOString())
const sweep = async (name: string) => {
  const job = world.app.jobs.find((each) => each.name === name)
  return job?.run({})
}

test('an empty file, one over the maximum and one over the quota are refused before any byte is sent (threats F2, F8)', async () => {
  const refused = (fileSizeInBytes: number) =>
    acme.refused(files.requestUpload, { body: { fileName: 'a.pdf', fileSizeInBytes } })
  expect(await refused(0)).toMatchObject({ code: 'FL410', info: { bytes: 0 } })
  expect(await refused(5 * 1024 ** 3)).toMatchObject({ code: 'FL413', info: { maximum: 104_857_600 } })
  expect(await refused(-1)).toMatchObject({ code: 'RQ422' })
})

test('bytes that are more or fewer than announced are cut, leave no object and cannot be committed (threats F2)', async () => {
  const before = await used()
  for (const content of ['elevenbytes', 'ninebytes', '']) {
    const announced = await request(acme, '', { fileSizeInBytes: 10 })
    expect(await at('PUT', announced.uploadUrl, content)).toMatchObject({ status: 409, code: 'FL409' })
    expect(await acme.refused(files.commitUpload, commit(announced))).toMatchObject({ code: 'FL409' })
    expect(await at('PUT', announced.uploadUrl, '10 bytes..')).toMatchObject({ status: 403 })
  }
  expect(objects('staging')).toEqual([])
  expect(await used()).toBe(before)
})

test('bytes without an end are cut soon after the announced size (threats F2)', async () => {
  const { uploadUrl, ...announced } = await request(acme, Buffer.alloc(1_000_000))
  const { pathname, search } = new URL(uploadUrl)
  let sent = 0
  const endless = new Readable({
    highWaterMark: 65_536,
    read() {
      sent += 65_536
      this.push(Buffer.alloc(65_536))
    },
  })
  const status = await new Promise<number | undefined>((resolve) => {
    const put = httpRequest(`${address}${pathname}${search}`, { method: 'PUT' }, (answer) => resolve(answer.statusCode))
    put.setHeader('content-type', 'application/octet-stream')
    put.on('error', () => resolve(undefined))
    endless.pipe(put)
  })
  endless.destroy()
  expect(status).toBeOneOf([409, undefined])
  // The buffers of both ends of the connection are filled as well.
  expect(sent).toBeLessThan(30_000_000)
  expect(objects('staging')).toEqual([])
  expect(await acme.refused(files.commitUpload, commit({ ...announced, uploadUrl }))).toMatchObject({ code: 'FL409' })
})

test('after a connection that is cut in the middle of the bytes, or a server that was killed, the same URL works again; what is left is swept (threats F4, X6)', async () => {
  const before = await used()
  const { port } = new URL(address)
  const announced = await request(acme, Buffer.alloc(200_000))
  const { pathname, search } = new URL(announced.uploadUrl)
  const socket = connect(Number(port), '127.0.0.1')
  socket.on('error', () => undefined)
  const head = [`PUT ${pathname}${search} HTTP/1.1`, 'host: portal', 'content-type: application/octet-stream']
  socket.write(`${[...head, 'content-length: 200000'].join('\r\n')}\r\n\r\n`)
  socket.write(Buffer.alloc(100_000))
  const stateOf = async () =>
    (
      await raw<{ state: string }>(world, 'select state from file_uploads where file_id = $1', [
        announced.accountFileId,
      ])
    )[0]?.state
  await expect.poll(stateOf).toBe('receiving')
  socket.resetAndDestroy()
  await expect.poll(stateOf).toBe('open')
  expect(objects('staging')).toEqual([])
  expect(await used()).toBe(before + 200_000)
  expect(await acme.refused(files.commitUpload, commit(announced))).toMatchObject({ code: 'FL409' })
  expect((await at('PUT', announced.uploadUrl, Buffer.alloc(200_000, 'a'))).status).toBe(204)
  const { accountFileId: again } = await acme.call(files.commitUpload, commit(announced))
  expect((await acme.call(files.search, { body: {} })).items).toMatchObject([
    { accountFileId: again, fileHash: createHash('sha256').update(Buffer.alloc(200_000, 'a')).digest('hex') },
  ])
  await acme.call(files.remove, { params: { id: again } })

  // A server that was killed in the middle has marked nothing, and a part of the bytes is in the store.
  const left = await request(acme, 'content')
  const died = async (seconds: number) =>
    raw(
      world,
      `update file_uploads set state = 'receiving', heard_at = now() - $2 * interval '1 second' where file_id = $1`,
      [left.accountFileId, seconds],
    )
  await died(0)
  writeFileSync(join(world.dataDir, 'files', world.tenantId, 'staging', left.accountFileId), 'cont')
  expect(await acme.refused(files.commitUpload, commit(left))).toMatchObject({ code: 'FL409' })
  // Somebody may still be receiving; when they have been silent for a while, they are not.
  expect((await at('PUT', left.uploadUrl, 'content')).status).toBe(403)
  await died(10)
  expect((await at('PUT', left.uploadUrl, 'content')).status).toBe(204)
  await raw(world, `update file_uploads set expires_at = now() - interval '1 second' where file_id = $1`, [
    left.accountFileId,
  ])
  await sweep('files:expire-uploads')
  expect(objects('staging')).toEqual([])
  expect(await used()).toBe(before)
})

test('a commit needs the bytes, its own session, account and user, and may be repeated (threats F4)', async () => {
  const announced = await request(acme, 'content')
  expect(await acme.refused(files.commitUpload, commit(announced))).toMatchObject({ code: 'FL409' })
  await at('PUT', announced.uploadUrl, 'content')
  for (const [person, body] of [
    [acme, { ...commit(announced).body, uploadSessionId: newId() }],
    [acme, { ...commit(announced).body, parentAccountId: fjord.accountId }],
    [nordico, { ...commit(announced).body, parentAccountId: acme.accountId }],
    [bergen, commit(announced).body],
    [canary, commit(announced).body],
  ] as const)
    expect(await person.refused(files.commitUpload, { body })).toMatchObject({ code: 'RQ404' })
  const twice = await Promise.all([
    acme.raw(files.commitUpload, commit(announced)),
    acme.raw(files.commitUpload, commit(announced)),
  ])
  expect(twice.map(({ status }) => status)).toEqual([200, 200])
  expect(twice[0]?.body).toEqual(twice[1]?.body)
  expect(await raw(world, 'select from files where file_id = $1', [announced.accountFileId])).toHaveLength(1)
  await acme.call(files.remove, { params: { id: announced.accountFileId } })
  expect(await acme.refused(files.commitUpload, commit(announced))).toMatchObject({ code: 'RQ404' })
})

test('an upload that is never committed ends, after 3 minutes without its bytes and 15 with them: its object is swept and its part of the quota is free (threats F4)', async () => {
  const before = await used()
  const sent = await request(acme, 'content')
  await at('PUT', sent.uploadUrl, 'content')
  const unsent = await request(acme, 'content')
  expect(await used()).toBe(before + 14)
  try {
    later(2)
    later(4)
    expect(await at('PUT', unsent.uploadUrl, 'content')).toMatchObject({ status: 403, code: 'RQ403' })
    later(16)
    expect(await acme.refused(files.commitUpload, commit(sent))).toMatchObject({ code: 'FL409' })
  } finally {
    world.at(null)
  }
  await raw(world, `update file_uploads set expires_at = now() - interval '1 second' where file_id = any($1)`, [
    [sent.accountFileId, unsent.accountFileId],
  ])
  expect(objects('staging')).toEqual([sent.accountFileId])
  await Promise.all([sweep('files:expire-uploads'), sweep('files:expire-uploads')])
  expect(objects('staging')).toEqual([])
  expect(await used()).toBe(before)
  expect(await acme.refused(files.commitUpload, commit(sent))).toMatchObject({ code: 'FL409' })
  expect((await acme.call(files.search, { body: {} })).count).toBe(0)
  await raw(world, `update file_uploads set created_at = now() - interval '25 hours'`, [])
  await sweep('files:forget-uploads')
  expect(await acme.refused(files.commitUpload, commit(sent))).toMatchObject({ code: 'RQ404' })
})

test('the object of a deleted file stays for an hour, so that a running backup finds it, and is swept then', async () => {
  const id = await upload(acme)
  await acme.call(files.remove, { params: { id } })
  await sweep('files:remove-objects')
  expect(objects('files')).toContain(id)
  await raw(world, `update file_removals set removed_at = now() - interval '61 minutes'`, [])
  await sweep('files:remove-objects')
  expect(objects('files')).not.toContain(id)
  expect(await raw(world, 'select from file_removals', [])).toEqual([])
})

test('an upload URL works once, for its own file and for PUT only, and never after the commit (threats F5)', async () => {
  const announced = await request(acme, 'content')
  const other = await request(acme, 'content')
  const signed = new URL(announced.uploadUrl)
  const [payload] = (signed.searchParams.get('token') ?? '').split('.')
  const [, signature] = (new URL(other.uploadUrl).searchParams.get('token') ?? '').split('.')
  const forged = new URL(announced.uploadUrl)
  forged.searchParams.set('token', `${payload}.${signature}`)
  expect(await at('PUT', forged.href, 'content')).toMatchObject({ status: 403, code: 'RQ403' })
  expect(await at('GET', announced.uploadUrl)).toMatchObject({ status: 403, code: 'RQ403' })
  const racing = await Promise.all([
    at('PUT', announced.uploadUrl, 'content'),
    at('PUT', announced.uploadUrl, 'CONTENT'),
  ])
  expect(racing.map(({ status }) => status).sort()).toEqual([204, 403])
  const { accountFileId: id } = await acme.call(files.commitUpload, commit(announced))
  expect(await at('PUT', announced.uploadUrl, 'content')).toMatchObject({ status: 403, code: 'RQ403' })
  const { downloadUrl } = await acme.call(files.download, { params: { id } })
  expect(await at('PUT', downloadUrl, 'content')).toMatchObject({ status: 403, code: 'RQ403' })
})

test('while the store is away an upload is answered 503, and its URL works again afterwards (threats X6)', async () => {
  const announced = await request(fjord, 'content')
  const folder = join(world.dataDir, 'files', world.tenantId, 'staging')
  rmSync(folder, { recursive: true, force: true })
  writeFileSync(folder, 'not a folder')
  expect(await at('PUT', announced.uploadUrl, 'content')).toMatchObject({ status: 503, code: 'RQ503' })
  expect((await fjord.call(files.search, { body: {} })).count).toBe(0)
  rmSync(folder)
  expect(await at('PUT', announced.uploadUrl, 'content')).toMatchObject({ status: 204 })
  await fjord.call(files.commitUpload, commit(announced))
})

/** A server with these limits on the same database. */
async function limited(quota: number, maximum: number) {
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: world.dataDir,
    RATE_LIMIT: '0',
    FILE_QUOTA_BYTES: String(quota),
    FILE_MAXIMUM_BYTES: String(maximum),
  })
  const app = await openApp({
    config,
    db: world.db,
    directUrl: world.databaseUrl,
    secrets: openSecrets(config),
    logger: pino({ level: 'silent' }),
    clock: () => now,
  })
  afterAll(() => app.close())
  return { app, config }
}
let now = ''

test('uploads that are begun and not sent hold only the share of their user and of their account, and not for long (threats F12)', async () => {
  const end = async () => {
    await raw(world, `update file_uploads set expires_at = now() - interval '1 second'`, [])
    await sweep('files:expire-uploads')
  }
  await end()
  const { app } = await limited((await used()) + 4_000, 1_000)
  const begin = async ({ token }: Person, size: number) =>
    (
      await app.http.inject({
        method: 'POST',
        url: '/api/v1/files/upload/request',
        headers: { 'x-tenant-code': world.tenantCode, authorization: `Bearer ${await token()}` },
        payload: { fileName: 'begun.txt', fileSizeInBytes: size },
      })
    ).statusCode
  const seven = await Promise.all(Array.from({ length: 7 }, () => begin(acme, 200)))
  expect(seven.toSorted()).toEqual([200, 200, 200, 200, 200, 429, 429])
  expect(await begin(acme, 1)).toBe(429)
  // What is left of the account's share, and nothing of anybody else's.
  expect(await begin(acmeBasic, 200)).toBe(429)
  expect(await begin(bergen, 1_000)).toBe(200)
  expect(await begin(vendor, 1_000)).toBe(200)
  now = new Date(Date.now() + 4 * 60_000).toISOString()
  expect(await begin(acme, 1_000)).toBe(200)
  now = ''
  await end()
})

test('parallel uploads never exceed the quota, however small they are (threats F8)', async () => {
  const { app, config } = await limited((await used()) + 5, 100)
  const headers = { 'x-tenant-code': world.tenantCode, authorization: `Bearer ${await acme.token()}` }
  const asked = await Promise.all(
    Array.from({ length: 9 }, () =>
      app.http.inject({
        method: 'POST',
        url: '/api/v1/files/upload/request',
        headers,
        payload: { fileName: 'tiny.txt', fileSizeInBytes: 1 },
      }),
    ),
  )
  expect(asked.filter(({ statusCode }) => statusCode === 200)).toHaveLength(5)
  const refused = asked.find(({ statusCode }) => statusCode !== 200)
  expect(refused?.json()).toMatchObject({ code: 'FL413', info: { quota: config.fileQuotaBytes } })
  expect(await raw(world, 'select bytes from file_usage where tenant_id = $1', [world.tenantId])).toEqual([
    { bytes: config.fileQuotaBytes },
  ])
})
