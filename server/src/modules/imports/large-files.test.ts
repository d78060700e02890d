// @module-tag long
import { catalogue } from '@trellis/contract/catalogue'
import type { Recipe } from '@trellis/contract/import-recipe'
import { type ImportKind, importPieceLength, imports, maximumImportUpload } from '@trellis/contract/imports'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { network, type Person } from '../../testing/network.ts'
import { runJob, runQueued } from '../../testing/queue.ts'
import { raw } from '../../testing/selling.ts'
import { claimImport, importTask } from './queries.ts'

/* A large file is sent as it is, in pieces, and read by the job (decision 172). */

const world = await network()
const { vendor, nordico, canary, tenantId } = world

/** A column that is not imported makes few rows large. */
const note = 'x'.repeat(40_000)
const listOf = (rows: number, tag: string) =>
  Buffer.from(
    [
      'Price list of our shop;;;',
      'Item;Words;List price;Remarks',
      ...Array.from({ length: rows }, (_, row) => `${tag}-${row};Item ${row};1.234,5${row % 10};${note}`),
      'Total;;99,00;',
      '',
    ].join('\r\n'),
  )
const recipe: Recipe = {
  name: 'Shop',
  kind: 'products',
  headings: ['Item', 'Words', 'List price', 'Remarks'],
  columns: { sku: { from: ['Item'] }, name: { from: ['Words'] }, price: { from: ['List price'], format: ',' } },
}

const begin = (person: Person, content: Buffer, fileName = 'shop.csv', kind: ImportKind = 'products') =>
  person.call(imports.upload, {
    body: { kind, fileName, sizeInBytes: content.length, fingerprint: `${fileName} ${content.length}` },
  })
const pieceOf = (content: Buffer, number: number) =>
  content.subarray((number - 1) * importPieceLength, number * importPieceLength)
const put = (person: Person, id: string, number: number, body: Buffer) =>
  person.raw(imports.piece, { params: { id, number }, body })

async function sent(person: Person, content: Buffer, fileName?: string): Promise<string> {
  const { uploadId, pieceCount } = await begin(person, content, fileName)
  for (let number = pieceCount; number >= 1; number--)
    expect(await put(person, uploadId, number, pieceOf(content, number))).toMatchObject({ status: 204 })
  return uploadId
}
const wanted = (uploadId: string, more: object = {}) => ({
  body: { kind: 'products' as const, fileName: 'shop.csv', uploadId, recipe, dryRun: false, ...more },
})
async function bring(person: Person, uploadId: string, more: object = {}) {
  const { id } = await person.call(imports.create, wanted(uploadId, more))
  await runQueued(world, importTask)
  return person.call(imports.read, { params: { id } })
}
const piecesOf = async (id: string) =>
  (await raw<{ number: number }>(world, 'select number from import_pieces where file_id = $1 order by 1', [id])).map(
    ({ number }) => number,
  )

test('a file of several pieces is checked, stays for the import, and goes with it', async () => {
  const content = listOf(250, 'WHOLE')
  const uploadId = await sent(vendor, content)
  expect(await piecesOf(uploadId)).toEqual([1, 2, 3])
  const rehearsed = await bring(vendor, uploadId, { dryRun: true })
  expect(rehearsed).toMatchObject({ status: 'done', outcome: 'imported', rows: 250, counts: { new: 250, bad: 0 } })
  const kept = await bring(vendor, uploadId)
  expect(kept).toMatchObject({ outcome: 'imported', counts: { new: 250 } })
  const { items } = await vendor.call(catalogue.search, {
    body: { filterBy: [{ field: 'sku', values: ['WHOLE-77'] }] },
  })
  expect(items).toMatchObject([{ name: 'Item 77', priceMsrp: 1234.57 }])
  expect(await piecesOf(uploadId)).toEqual([])
  expect(await vendor.refused(imports.create, wanted(uploadId))).toMatchObject({ code: 'RQ404' })
})

test('an upload that broke off goes on where it stopped, and an import waits for all of it', async () => {
  const content = listOf(250, 'BROKE')
  const { uploadId, pieceSize, pieceCount, received } = await begin(vendor, content)
  expect({ pieceSize, pieceCount, received }).toEqual({ pieceSize: importPieceLength, pieceCount: 3, received: [] })
  await put(vendor, uploadId, 2, pieceOf(content, 2))
  expect(await vendor.refused(imports.create, wanted(uploadId))).toMatchObject({
    code: 'RQ409',
    info: { missing: 2 },
  })
  const again = await begin(vendor, content)
  expect(again).toMatchObject({ uploadId, received: [2] })
  for (const number of [1, 2, 3]) await put(vendor, uploadId, number, pieceOf(content, number))
  expect(await bring(vendor, uploadId, { headerLine: 2 })).toMatchObject({ counts: { new: 250, bad: 0 } })
})

test('two imports of one upload that wait at once are both done, and the last one takes it along', async () => {
  const uploadId = await sent(vendor, Buffer.from('sku,name,price\nTWICE,Twice,1\n'), 'twice.csv')
  const begun = () => vendor.call(imports.create, wanted(uploadId, { recipe: undefined }))
  const [{ id: first }, { id: second }] = [await begun(), await begun()]
  await runQueued(world, importTask)
  const outcomes = [first, second].map((id) => vendor.call(imports.read, { params: { id } }))
  expect(await Promise.all(outcomes)).toMatchObject([
    { status: 'done', counts: { new: 1 } },
    { status: 'done', counts: { new: 0, unchanged: 1 } },
  ])
  expect(await piecesOf(uploadId)).toEqual([])
})

test('what does not fit is refused, with the piece named', async () => {
  const content = listOf(150, 'FIT')
  const { uploadId, pieceCount } = await begin(vendor, content, 'fit.csv')
  expect(await put(vendor, uploadId, 1, content.subarray(0, 10))).toMatchObject({
    status: 422,
    body: { code: 'RQ422', info: { issues: [{ code: 'length' }] } },
  })
  expect(await put(vendor, uploadId, 1, Buffer.alloc(0))).toMatchObject({ status: 422 })
  expect(await put(vendor, uploadId, 1, Buffer.alloc(importPieceLength + 1))).toMatchObject({ status: 413 })
  for (const number of [0, pieceCount + 1, 1e9])
    expect(await put(vendor, uploadId, number, content.subarray(0, 1))).toMatchObject({ status: 404 })
  const tooLarge = { kind: 'products' as const, fileName: 'a.csv', fingerprint: 'a' }
  expect(
    await vendor.refused(imports.upload, { body: { ...tooLarge, sizeInBytes: maximumImportUpload + 1 } }),
  ).toMatchObject({ code: 'RQ413', info: { maximum: maximumImportUpload } })
  for (const body of [
    { kind: 'products', fileName: 'a.csv', dryRun: true },
    { kind: 'products', fileName: 'a.csv', dryRun: true, csv: 'a', uploadId },
    { kind: 'products', fileName: 'a.csv', dryRun: true, csv: 'a', recipe },
    { kind: 'accounts', fileName: 'a.csv', dryRun: true, uploadId, recipe },
  ])
    expect(await vendor.raw(imports.create, { body })).toMatchObject({ status: 422 })
})

test('nobody else sends to an upload, imports it or deletes it, and who may not import sends none', async () => {
  const content = Buffer.from('sku,name,price\nMINE,Mine,1\n')
  const { uploadId } = await begin(vendor, content, 'mine.csv')
  for (const stranger of [nordico, canary]) {
    expect(await put(stranger, uploadId, 1, content)).toMatchObject({ status: 404 })
    expect(await stranger.raw(imports.removeUpload, { params: { id: uploadId } })).toMatchObject({ status: 404 })
  }
  await put(vendor, uploadId, 1, content)
  expect(await canary.refused(imports.create, wanted(uploadId))).toMatchObject({ code: 'RQ404' })
  const body = { kind: 'orders' as const, fileName: 'o.csv', sizeInBytes: 9, fingerprint: 'o' }
  expect(await nordico.refused(imports.upload, { body })).toMatchObject({ code: 'RQ403' })
  expect((await begin(canary, content, 'mine.csv')).uploadId).not.toBe(uploadId)
  expect(await vendor.raw(imports.removeUpload, { params: { id: uploadId } })).toMatchObject({ status: 204 })
  expect(await piecesOf(uploadId)).toEqual([])
})

test('of one user the last two uploads are kept, and none for longer than a day', async () => {
  const content = Buffer.from('sku,name,price\nOLD,Old,1\n')
  const first = await sent(vendor, content, '1.csv')
  const second = await sent(vendor, content, '2.csv')
  const third = await sent(vendor, content, '3.csv')
  expect([await piecesOf(first), await piecesOf(second), await piecesOf(third)]).toEqual([[], [1], [1]])
  const { id } = await vendor.call(imports.create, wanted(third, { recipe: undefined }))
  await raw(world, `update import_files set heard_at = now() - interval '25 hours'`)
  await runJob(world, 'imports:sweep-files')
  expect([await piecesOf(second), await piecesOf(third)]).toEqual([[], [1]])
  expect(await vendor.refused(imports.removeUpload, { params: { id: third } })).toMatchObject({ code: 'RQ409' })
  await runQueued(world, importTask)
  expect(await vendor.call(imports.read, { params: { id } })).toMatchObject({ status: 'done', counts: { new: 1 } })
})

test('the uploads of a tenant together have a bound, which no other tenant feels', async () => {
  const content = Buffer.from('sku,name,price\nROOM,Room,1\n')
  const of = { kind: 'accounts' as const, fileName: 'full.csv', sizeInBytes: maximumImportUpload }
  const { uploadId } = await nordico.call(imports.upload, { body: { ...of, fingerprint: 'full' } })
  await raw(world, 'update import_files set size = 8 * size where file_id = $1', [uploadId])
  const body = { kind: 'products' as const, fileName: 'room.csv', sizeInBytes: content.length, fingerprint: 'room' }
  expect(await vendor.refused(imports.upload, { body })).toMatchObject({ code: 'RQ429' })
  expect((await canary.call(imports.upload, { body })).received).toEqual([])
  await nordico.call(imports.removeUpload, { params: { id: uploadId } })
  expect((await vendor.call(imports.upload, { body })).received).toEqual([])
})

test('an import is stopped while it waits and while it runs: nothing of it is kept, and the upload stays', async () => {
  const content = Buffer.from('sku,name,price\nSTOP,Stop,1\n')
  const uploadId = await sent(vendor, content, 'stop.csv')
  const begun = () => vendor.call(imports.create, wanted(uploadId, { recipe: undefined }))
  const status = async (id: string) => (await vendor.call(imports.read, { params: { id } })).status
  const cancel = (person: Person, id: string) => person.raw(imports.cancel, { params: { id } })

  const { id: waiting } = await begun()
  expect(await cancel(nordico, waiting)).toMatchObject({ status: 404 })
  expect(await cancel(canary, waiting)).toMatchObject({ status: 404 })
  expect(await cancel(vendor, waiting)).toMatchObject({ status: 204 })
  expect(await cancel(vendor, waiting)).toMatchObject({ status: 409 })
  await runQueued(world, importTask)
  expect(await status(waiting)).toBe('canceled')

  // Its job holds the lock of imports of the tenant, and cannot end before it was canceled.
  const { id: running } = await begun()
  const system = { tenantId, userId: null, reach: null, clock: null, requestId: null }
  const claimed = await world.db.write(system, (tx) => claimImport(tx, running))
  expect(claimed).toMatchObject({ attempt: 1, isUpload: true })
  expect(await cancel(vendor, running)).toMatchObject({ status: 204 })
  await runJob(world, 'imports:rescue')
  await runQueued(world, importTask)
  expect(await status(running)).toBe('canceled')
  expect(await raw(world, `select from products where sku = 'STOP'`)).toEqual([])

  const { id } = await begun()
  await runQueued(world, importTask)
  expect(await status(id)).toBe('done')
  expect(await cancel(vendor, id)).toMatchObject({ status: 409 })
})

test('one at work is stopped in the middle of its writing, and the next one can begin', async () => {
  const content = Buffer.from('sku,name,price\nMIDDLE,Middle,1\n')
  const uploadId = await sent(vendor, content, 'middle.csv')
  const begun = () => vendor.call(imports.create, wanted(uploadId, { recipe: undefined }))
  const holder = new pg.Client(world.adminUrl)
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query('lock table products in exclusive mode')
    const { id } = await begun()
    const working = runQueued(world, importTask)
    const isWriting = () => holder.query(`select from pg_locks where relation = 'products'::regclass and not granted`)
    await vi.waitFor(async () => expect((await isWriting()).rowCount).toBe(1), { timeout: 10_000, interval: 20 })
    expect(await vendor.raw(imports.cancel, { params: { id } })).toMatchObject({ status: 204 })
    await working
    expect(await vendor.call(imports.read, { params: { id } })).toMatchObject({ status: 'canceled', outcome: null })
  } finally {
    await holder.query('rollback')
    await holder.end()
  }
  const { id } = await begun()
  await runQueued(world, importTask)
  expect(await vendor.call(imports.read, { params: { id } })).toMatchObject({ status: 'done', counts: { new: 1 } })
})
