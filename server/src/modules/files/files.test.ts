import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { files } from '@trellis/contract/files'
import { network as networkCalls } from '@trellis/contract/network'
import { expect, test } from 'vitest'
import { rolesOf } from '../../testing/calling.ts'
import { network, type Person } from '../../testing/network.ts'
import { expectClosed, saysOpenFiles } from '../../testing/open-files.ts'
import { raw } from '../../testing/selling.ts'
import { uploading } from '../../testing/uploading.ts'

const world = await network()
const { vendor, acme, bergen, fjord, sudvia, canary } = world
const { at, request, commit, upload } = uploading(world)

const objects = (folder: 'files' | 'staging'): string[] => {
  try {
    return readdirSync(join(world.dataDir, 'files', world.tenantId, folder))
  } catch {
    return []
  }
}
const pathOf = (fileId: string) => join(world.dataDir, 'files', world.tenantId, 'files', fileId)
const used = async (by: Person = vendor) => (await by.call(files.usage)).usedBytes
const later = (minutes: number) => world.at(new Date(Date.now() + minutes * 60_000).toISOString())
const fetched = async (person: Person, id: string) =>
  at('GET', (await person.call(files.download, { params: { id } })).downloadUrl)

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
      modifiedDate: found.items[0]?.uploadDate,
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

test('a download that broke off goes on where it ended, of the same bytes only (threats X6)', async () => {
  const id = await upload(acme, '0123456789')
  const { downloadUrl } = await acme.call(files.download, { params: { id } })
  const { pathname, search } = new URL(downloadUrl)
  const part = async (headers: Record<string, string>) => {
    const answer = await world.app.http.inject({ url: pathname + search, headers })
    return [answer.statusCode, answer.headers['content-range'], answer.payload]
  }
  const whole = await world.app.http.inject({ url: pathname + search })
  const { etag = '' } = whole.headers
  expect(whole.headers).toMatchObject({ 'accept-ranges': 'bytes', etag: expect.stringMatching(/^"[0-9a-f]{64}"$/) })
  expect(await part({ range: 'bytes=4-' })).toEqual([206, 'bytes 4-9/10', '456789'])
  expect(await part({ range: 'bytes=2-3' })).toEqual([206, 'bytes 2-3/10', '23'])
  expect(await part({ range: 'bytes=8-99' })).toEqual([206, 'bytes 8-9/10', '89'])
  expect(await part({ range: 'bytes=-3' })).toEqual([206, 'bytes 7-9/10', '789'])
  expect(await part({ range: 'bytes=4-', 'if-range': String(etag) })).toEqual([206, 'bytes 4-9/10', '456789'])
  expect(await part({ range: 'bytes=4-', 'if-range': '"other"' })).toEqual([200, undefined, '0123456789'])
  for (const range of ['bytes=10-', 'bytes=-0'])
    expect([range, ...(await part({ range }))]).toEqual([range, 416, 'bytes */10', ''])
  for (const range of ['bytes=5-2', 'bytes=a-b', 'bytes=0-1,3-4', 'lines=1-2', 'bytes=-'])
    expect([range, ...(await part({ range }))]).toEqual([range, 200, undefined, '0123456789'])
})

test.skipIf(!saysOpenFiles)('a file of which a part is downloaded, or none, is closed again', async () => {
  const id = await upload(acme, '0123456789')
  const { pathname, search } = new URL((await acme.call(files.download, { params: { id } })).downloadUrl)
  for (const range of ['bytes=4-', 'bytes=10-', 'bytes=-'])
    await world.app.http.inject({ url: pathname + search, headers: { range } })
  await world.app.http.inject({ method: 'HEAD', url: pathname + search })
  await expectClosed(new RegExp(`${id}$`))
})

test('the space in use counts only files in reach: nobody learns what strangers keep (threats F13)', async () => {
  const everybody = [vendor, acme, fjord, sudvia, canary] as const
  const figures = () => Promise.all(everybody.map((person) => used(person)))
  const before = await figures()
  const grown = async () => (await figures()).map((bytes, at) => bytes - (before[at] as number))
  // Fjord buys from Acme; Sudvia belongs to another branch, Canary to another tenant.
  await upload(fjord, Buffer.alloc(700))
  expect(await grown()).toEqual([700, 700, 700, 0, 0])
  await upload(acme, Buffer.alloc(40))
  expect(await grown()).toEqual([740, 740, 700, 0, 0])
  await request(acme, 'begun')
  expect(await grown()).toEqual([745, 745, 700, 0, 0])
})
