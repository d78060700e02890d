import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { files } from '@trellis/contract/files'
import { network as networkCalls } from '@trellis/contract/network'
import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { openApp } from '../../app.ts'
import { readConfig } from '../../platform/config.ts'
import { newId } from '../../platform/ids.ts'
import { openSecrets } from '../../platform/secrets.ts'
import { rolesOf } from '../../testing/calling.ts'
import { network, type Person } from '../../testing/network.ts'
import { raw } from '../../testing/selling.ts'
import { uploading } from '../../testing/uploading.ts'

const world = await network()
const { vendor, nordico, acme, bergen, fjord, sudvia, canary } = world
const { at, request, commit, upload } = uploading(world)

const address = await world.app.http.listen({ port: 0, host: '127.0.0.1' })

const objects = (folder: 'files' | 'staging'): string[] => {
  try {
    return readdirSync(join(world.dataDir, 'files', world.tenantId, folder))
  } catch {
    return []
  }
}
const pathOf = (fileId: string) => join(world.dataDir, 'files', world.tenantId, 'files', fileId)
const used = async () => (await vendor.call(files.usage)).usedBytes
const later = (minutes: number) => world.at(new Date(Date.now() + minutes * 60_000).toISOString())
const fetched = async (person: Person, id: string) =>
  at('GET', (await person.call(files.download, { params: { id } })).downloadUrl)
const sweep = async (name: string) => {
  const job = world.app.jobs.find((each) => each.name === name)
  return job?.run({})
}

test('a file is uploaded in three steps, read back byte for byte, renamed and deleted, and each change is in the audit log', async () => {
  const content = Buffer.from('%PDF-1.7 a price list')
  const before = await used()
  const id = await upload(acme, content, { fileName: 'Prices 2026.pdf', fileNote: 'For the summer' })
  const found = await acme.call(files.search, { body: {} })
  expect(found.items).toEqual([
    {
      accountFileId: id,
      fileCategory: 'document',
      ownerAccountId: acme.accountId,
      ownerAccountName: 'Acme',
      fileName: 'Prices 2026.pdf',
      fileType: 'application/pdf',
      fileSizeInBytes: content.length,
      fileHash: createHash('sha256').update(content).digest('hex'),
      fileNote: 'For the summer',
      uploadedByAccountId: acme.accountId,
      uploadedByAccountName: 'Acme',
      uploadedByUserFullName: 'Anna Acme',
      uploadDate: expect.any(String),
      blocked: { update: null, delete: null },
    },
  ])
  expect(await acme.call(files.download, { params: { id } })).toMatchObject({
    fileName: 'Prices 2026.pdf',
    fileType: 'application/pdf',
  })
  expect((await fetched(acme, id)).bytes).toEqual(content)
  expect(await used()).toBe(before + content.length)

  const renamed = await acme.call(files.update, { params: { id }, body: { fileName: 'Prices.csv' } })
  expect(renamed).toMatchObject({ fileName: 'Prices.csv', fileType: 'text/csv', fileNote: 'For the summer' })
  await acme.call(files.update, { params: { id }, body: { fileName: 'Prices.csv', fileNote: null } })
  await acme.call(files.remove, { params: { id } })
  expect((await acme.call(files.search, { body: {} })).count).toBe(0)
  expect(await used()).toBe(before)
  const log = await raw<{ action: string }>(
    world,
    `select action from audit_log where entity_id = $1 order by audit_id`,
    [id],
  )
  expect(log.map(({ action }) => action)).toEqual(['file.uploaded', 'file.updated', 'file.updated', 'file.removed'])
})

test.each([
  ...['../../etc/passwd', '..\\..\\boot.ini', '/absolute', 'CON', 'photo\u202egnp.exe', `"quoted"; filename=x.pdf`],
  'ü'.repeat(255),
])(
  'the name %j is stored under an id and sent only as a quoted name of an attachment (threats F1)',
  async (fileName) => {
    const id = await upload(acme, 'content', { fileName })
    expect(objects('files')).toContain(id)
    const { headers, bytes } = await fetched(acme, id)
    expect(bytes.toString()).toBe('content')
    const disposition = String(headers['content-disposition'])
    expect(disposition).toMatch(/^attachment; filename="[\x20-\x21\x23-\x7e]*"; filename\*=UTF-8''[\w.!~*'()%-]*$/)
    expect(disposition).not.toMatch(/[\\/]/)
    await acme.call(files.remove, { params: { id } })
  },
)

test.each(['a.svg\r\nSet-Cookie: a=b', 'nul\u0000.pdf', 'x'.repeat(300), '  '])(
  'the name %j is refused at its field (threats F1)',
  async (fileName) => {
    const body = { fileName, fileSizeInBytes: 1 }
    const issue = { code: 'RQ422', info: { issues: [{ path: 'fileName' }] } }
    expect(await acme.refused(files.requestUpload, { body })).toMatchObject(issue)
  },
)

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

test('a connection that is cut in the middle of the bytes leaves nothing; what a killed server leaves is swept (threats F2, F4)', async () => {
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
  await expect.poll(stateOf).toBe('failed')
  expect(objects('staging')).toEqual([])
  expect(await used()).toBe(before)
  expect(await acme.refused(files.commitUpload, commit(announced))).toMatchObject({ code: 'FL409' })
  const again = await upload(acme, Buffer.alloc(200_000, 'a'))
  expect((await acme.call(files.search, { body: {} })).items).toMatchObject([
    { accountFileId: again, fileHash: createHash('sha256').update(Buffer.alloc(200_000, 'a')).digest('hex') },
  ])
  await acme.call(files.remove, { params: { id: again } })

  // A server that was killed in the middle has marked nothing, and a part of the bytes is in the store.
  const left = await request(acme, 'content')
  await raw(world, `update file_uploads set state = 'receiving' where file_id = $1`, [left.accountFileId])
  writeFileSync(join(world.dataDir, 'files', world.tenantId, 'staging', left.accountFileId), 'cont')
  expect(await acme.refused(files.commitUpload, commit(left))).toMatchObject({ code: 'FL409' })
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

test('an upload that is never committed ends after 15 minutes: its object is swept and its part of the quota is free (threats F4)', async () => {
  const before = await used()
  const sent = await request(acme, 'content')
  await at('PUT', sent.uploadUrl, 'content')
  const unsent = await request(acme, 'content')
  expect(await used()).toBe(before + 14)
  try {
    later(16)
    expect(await at('PUT', unsent.uploadUrl, 'content')).toMatchObject({ status: 403, code: 'RQ403' })
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

const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
test.each([
  ['page.html', '<script>alert(1)</script>'],
  ['image.svg', svg],
  ['feed.xml', `<?xml version="1.0"?><?xml-stylesheet href="data:text/xsl,x"?>${svg}`],
  ['both.pdf', '%PDF-1.7 <html><script>alert(1)</script></html>'],
  ['photo.png', '<script>alert(1)</script>'],
])('%s is sent as an attachment that no browser renders (threats F6)', async (fileName, content) => {
  const id = await upload(acme, content, { fileName })
  const { headers, bytes } = await fetched(acme, id)
  expect(bytes.toString()).toBe(content)
  expect(String(headers['content-disposition'])).toMatch(/^attachment; /)
  expect(headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cache-control': 'no-store',
  })
})

test('a link ends after 5 minutes, and with the file and its account (threats F7)', async () => {
  const id = await upload(acme)
  const { downloadUrl } = await acme.call(files.download, { params: { id } })
  expect((await at('GET', downloadUrl)).status).toBe(200)
  try {
    later(4.9)
    expect((await at('GET', downloadUrl)).status).toBe(200)
    later(5.1)
    expect(await at('GET', downloadUrl)).toMatchObject({ status: 403, code: 'RQ403' })
  } finally {
    world.at(null)
  }
  await acme.call(files.remove, { params: { id } })
  expect(await at('GET', downloadUrl)).toMatchObject({ status: 404, code: 'RQ404' })
  expect(await acme.refused(files.download, { params: { id } })).toMatchObject({ code: 'RQ404' })
  expect(await at('GET', downloadUrl.replace('token=', 'token=x'))).toMatchObject({ status: 403 })

  const ofCalabro = await upload(world.calabro)
  const link = await world.calabro.call(files.download, { params: { id: ofCalabro } })
  await sudvia.call(networkCalls.remove, { params: { id: world.calabro.accountId } })
  expect(await at('GET', link.downloadUrl)).toMatchObject({ status: 404, code: 'RQ404' })
  expect(await sudvia.refused(files.download, { params: { id: ofCalabro } })).toMatchObject({ code: 'RQ404' })
  const below = await sudvia.call(files.search, { body: { includeChildren: true } })
  expect(below.items.map(({ accountFileId }) => accountFileId)).not.toContain(ofCalabro)
})

test('a damaged object is not sent as if it were the file (threats F3)', async () => {
  const id = await upload(acme, 'the real content')
  const path = pathOf(id)
  expect(readFileSync(path, 'utf8')).toBe('the real content')
  writeFileSync(path, 'the REAL content')
  expect(await fetched(acme, id)).toMatchObject({ status: 409, code: 'FL409' })
  writeFileSync(path, 'shorter')
  expect(await fetched(acme, id)).toMatchObject({ status: 409, code: 'FL409' })
  await acme.call(files.remove, { params: { id } })
  const announced = await request(acme, 'complete')
  await at('PUT', announced.uploadUrl, 'complete')
  writeFileSync(join(world.dataDir, 'files', world.tenantId, 'staging', announced.accountFileId), 'part')
  expect(await acme.refused(files.commitUpload, commit(announced))).toMatchObject({ status: 409, code: 'FL409' })
  const large = await upload(acme, Buffer.alloc(300_000, 'a'))
  writeFileSync(pathOf(large), Buffer.alloc(300_000, 'b'))
  await expect(fetched(acme, large)).rejects.toThrow()
  await acme.call(files.remove, { params: { id: large } })
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

test('the list is filtered, sorted and limited to the account, on request with those below', async () => {
  const names = async (person: Person, search: object) =>
    (await person.call(files.search, { body: search })).items.map(({ fileName }) => fileName)
  await upload(sudvia, 'aa', { fileName: 'Àlfa.pdf', fileCategory: 'orderAttachment' })
  await upload(sudvia, 'b', { fileName: 'beta.csv' })
  await upload(vendor, 'ccc', { fileName: 'gamma.pdf', parentAccountId: sudvia.accountId })
  expect(await names(sudvia, {})).toEqual(['gamma.pdf', 'beta.csv', 'Àlfa.pdf'])
  expect(await names(sudvia, { sortBy: [{ field: 'fileSizeInBytes' }] })).toEqual(['beta.csv', 'Àlfa.pdf', 'gamma.pdf'])
  expect(await names(sudvia, { sortBy: [{ field: 'fileName' }] })).toEqual(['Àlfa.pdf', 'beta.csv', 'gamma.pdf'])
  expect(await names(sudvia, { filterBy: [{ field: 'fileName', values: ['alf'] }] })).toEqual(['Àlfa.pdf'])
  expect(await names(sudvia, { filterBy: [{ field: 'fileType', values: ['PDF'] }] })).toHaveLength(2)
  expect(await names(sudvia, { filterBy: [{ field: 'fileCategory', values: ['orderAttachment'] }] })).toHaveLength(1)
  const documents = await sudvia.call(files.documents, { body: {} })
  expect(documents.items.map(({ fileName }) => fileName)).toEqual(['gamma.pdf', 'beta.csv'])
  expect(await names(vendor, {})).toEqual([])
  expect((await names(vendor, { includeChildren: true })).length).toBeGreaterThanOrEqual(3)
  expect(await sudvia.call(files.search, { body: { limit: 1 } })).toMatchObject({
    items: [{ uploadedByAccountId: vendor.accountId, ownerAccountId: sudvia.accountId }],
    count: 3,
  })
})

test('brand assets of the root are readable by everybody with Files `r`, for reading only; its other files are not', async () => {
  const logo = await upload(vendor, 'logo', { fileName: 'logo.svg', fileCategory: 'brandAsset' })
  const secret = await upload(vendor, 'secret', { fileName: 'contract.pdf' })
  const foreign = await upload(sudvia, 'logo', { fileName: 'own-logo.svg', fileCategory: 'brandAsset' })
  const assets = await fjord.call(files.brandAssets, { body: {} })
  expect(assets.items).toMatchObject([
    { accountFileId: logo, fileName: 'logo.svg', blocked: { update: 'RQ404', delete: 'RQ404' } },
  ])
  expect((await fetched(fjord, logo)).bytes.toString()).toBe('logo')
  for (const id of [secret, foreign])
    expect(await fjord.refused(files.download, { params: { id } })).toMatchObject({ code: 'RQ404' })
  const renaming = { params: { id: logo }, body: { fileName: 'mine.svg' } }
  expect(await fjord.refused(files.update, renaming)).toMatchObject({ code: 'RQ404' })
  expect(await fjord.refused(files.remove, { params: { id: logo } })).toMatchObject({ code: 'RQ404' })
  expect(await canary.refused(files.download, { params: { id: logo } })).toMatchObject({ code: 'RQ404' })
  expect((await canary.call(files.brandAssets, { body: {} })).count).toBe(0)
})

test('a stranger gets nothing of a file, and each action needs its flag', async () => {
  const id = await upload(acme)
  for (const person of [bergen, sudvia, fjord, canary]) {
    for (const call of [files.download, files.remove])
      expect(await person.refused(call, { params: { id } })).toMatchObject({ code: 'RQ404' })
    const renaming = { params: { id }, body: { fileName: 'mine.pdf' } }
    expect(await person.refused(files.update, renaming)).toMatchObject({ code: 'RQ404' })
  }
  const foreign = { fileName: 'a.pdf', fileSizeInBytes: 1, parentAccountId: acme.accountId }
  expect(await bergen.refused(files.requestUpload, { body: foreign })).toMatchObject({ code: 'RQ404' })
  const holding = rolesOf(world)
  const wide = await holding(fjord, { Files: 'ra-u-d' })
  expect((await wide(files.download, { params: { id } })).status).toBe(200)
  expect((await wide(files.remove, { params: { id } })).status).toBe(404)
  const reader = await holding(acme, { Files: 'r' })
  expect((await reader(files.search, { body: { limit: 1 } })).body).toMatchObject({
    items: [{ accountFileId: id, blocked: { update: 'RQ403', delete: 'RQ403' } }],
  })
  expect((await reader(files.remove, { params: { id } })).status).toBe(403)
})

test('parallel uploads never exceed the quota, however small they are (threats F8)', async () => {
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: world.dataDir,
    RATE_LIMIT: '0',
    FILE_QUOTA_BYTES: String((await used()) + 5),
    FILE_MAXIMUM_BYTES: '100',
  })
  const app = await openApp({
    config,
    db: world.db,
    directUrl: world.databaseUrl,
    secrets: openSecrets(config),
    logger: pino({ level: 'silent' }),
  })
  afterAll(() => app.close())
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
  expect(refused?.json()).toMatchObject({ code: 'FL413', info: { maximum: 0, quota: config.fileQuotaBytes } })
  expect(await raw(world, 'select bytes from file_usage where tenant_id = $1', [world.tenantId])).toEqual([
    { bytes: config.fileQuotaBytes },
  ])
})
