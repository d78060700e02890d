import { attachments } from '@trellis/contract/attachments'
import { files } from '@trellis/contract/files'
import { network as networkCalls } from '@trellis/contract/network'
import { orders } from '@trellis/contract/orders'
import { expect, test } from 'vitest'
import { rolesOf } from '../../testing/calling.ts'
import { network, type Person } from '../../testing/network.ts'
import { raw, selling } from '../../testing/selling.ts'
import { uploading } from '../../testing/uploading.ts'

const world = await network()
const { vendor, nordico, acme, bergen, fjord, sudvia, calabro, canary } = world
const { issue, sell, request, change } = selling(world)
const { at, upload } = uploading(world)

await issue({ BOX: 100 })
await sell(vendor, nordico, { BOX: 50 })

const add = (id: string, ...ids: string[]) => ({ params: { id }, body: { attachments: ids } })
const of = (id: string, accountFileId: string) => ({ params: { id, accountFileId } })
const namesOf = async (person: Person, id: string) =>
  ((await person.call(orders.read, { params: { id } })).attachments ?? []).map(({ fileName }) => fileName)
const bytesOf = async (person: Person, id: string, fileId: string) =>
  (await at('GET', (await person.call(attachments.download, of(id, fileId))).downloadUrl)).bytes.toString()

test('both sides attach, and read what the other attached through the order, whatever their reach', async () => {
  const { id } = await request(acme, { BOX: 1 })
  const purchase = await upload(acme, 'our order', { fileName: 'PO 7.pdf', fileCategory: 'orderAttachment' })
  const offer = await upload(nordico, 'their offer', { fileName: 'Offer.pdf', fileNote: 'Signed' })
  await acme.call(attachments.add, add(id, purchase))
  await change(nordico, id, 'canceled')
  const { attachments: listed, blocked } = await nordico.call(attachments.add, add(id, offer))
  expect(blocked.attach).toBeNull()
  expect(listed).toMatchObject([
    { accountFileId: purchase, uploadedByAccountName: 'Acme', blocked: { update: null, delete: null } },
    { accountFileId: offer, fileName: 'Offer.pdf', fileType: 'application/pdf', fileSize: 11, fileNote: 'Signed' },
  ])
  const seen = await acme.call(orders.read, { params: { id } })
  expect(seen.attachments?.[1]).toMatchObject({
    uploadedByUserFullName: 'Nora Nordico',
    blocked: { update: 'RQ403', delete: 'RQ403' },
  })
  expect(await bytesOf(acme, id, offer)).toBe('their offer')
  expect(await bytesOf(nordico, id, purchase)).toBe('our order')
  expect(await acme.refused(files.download, { params: { id: offer } })).toMatchObject({ code: 'RQ404' })
})

test('attaching twice changes nothing; detaching leaves the file, and ends the links of the other side', async () => {
  const { id } = await request(acme, { BOX: 1 })
  const file = await upload(acme)
  await acme.call(attachments.add, add(id, file))
  await acme.call(attachments.add, add(id, file, file))
  const asSpecified = await acme.raw(attachments.add, { params: { id }, body: { Attachments: [file] } as never })
  expect(asSpecified.status).toBe(200)
  expect(await namesOf(nordico, id)).toEqual(['offer.pdf'])
  const { downloadUrl } = await nordico.call(attachments.download, of(id, file))
  await acme.call(attachments.remove, of(id, file))
  expect(await at('GET', downloadUrl)).toMatchObject({ status: 404 })
  expect(await namesOf(nordico, id)).toEqual([])
  expect((await acme.call(files.download, { params: { id: file } })).fileName).toBe('offer.pdf')
  const log = await raw<{ action: string }>(
    world,
    `select action from audit_log where entity_id = $1 and action like 'order.%tached' order by audit_id`,
    [id],
  )
  expect(log.map(({ action }) => action)).toEqual(['order.attached', 'order.detached'])
})

test('an order has at most a hundred attachments; one more is refused and attaches nothing', async () => {
  const { id } = await request(acme, { BOX: 1 })
  const first = await upload(acme)
  const copies = await raw<{ id: string }>(
    world,
    `insert into files (tenant_id, file_id, account_id, category, name, type, size, hash, session_id, uploaded_by,
                        uploaded_by_account)
     select tenant_id, gen_random_uuid(), account_id, category, name, type, size, hash, gen_random_uuid(), uploaded_by,
            uploaded_by_account
     from files cross join generate_series(1, 100) where file_id = $1
     returning file_id as id`,
    [first],
  )
  const ids = copies.map((copy) => copy.id)
  await acme.call(attachments.add, add(id, ...ids.slice(1)))
  await acme.call(attachments.add, add(id, first))
  expect(await acme.refused(attachments.add, add(id, ids[0] ?? ''))).toMatchObject({
    code: 'RQ422',
    info: { issues: [{ path: 'attachments', code: 'too_many' }] },
  })
  expect(await namesOf(acme, id)).toHaveLength(100)
})

test('an attached file is not deleted, and the refusal names the order', async () => {
  const { id, orderCode } = await request(acme, { BOX: 1 })
  const file = await upload(acme)
  await acme.call(attachments.add, add(id, file))
  expect(await acme.refused(files.remove, { params: { id: file } })).toMatchObject({
    code: 'RQ409',
    info: { orders: [orderCode] },
  })
  const listed = await acme.call(files.search, { body: { limit: 1 } })
  expect(listed.items).toMatchObject([{ accountFileId: file, blocked: { update: null, delete: 'RQ409' } }])
  const free = await upload(acme)
  const both = await Promise.all([
    acme.raw(attachments.add, add(id, free)),
    acme.raw(files.remove, { params: { id: free } }),
  ])
  const isAttached = both[0]?.status === 200
  expect(both.map(({ status }) => status)).toEqual(isAttached ? [200, 409] : [404, 204])
})

test('a side renames and detaches its own files; the account above the owner may too, the other side may not', async () => {
  const { id } = await request(acme, { BOX: 1 })
  const [mine, theirs] = [await upload(acme), await upload(nordico)]
  await acme.call(attachments.add, add(id, mine))
  await nordico.call(attachments.add, add(id, theirs))
  const body = { fileName: 'Renamed.csv', fileNote: 'x' }
  expect(await acme.call(attachments.update, { ...of(id, mine), body })).toMatchObject({
    ...body,
    fileType: 'text/csv',
  })
  expect(await acme.refused(attachments.update, { ...of(id, theirs), body })).toMatchObject({ code: 'RQ403' })
  expect(await acme.refused(attachments.remove, of(id, theirs))).toMatchObject({ code: 'RQ403' })
  await nordico.call(attachments.remove, of(id, mine))
  expect(await namesOf(acme, id)).toEqual(['offer.pdf'])
})

test('a buyer without `u` attaches to its own pending order only, with `c` (rules B8)', async () => {
  const { id } = await request(acme, { BOX: 1 })
  const holding = rolesOf(world)
  const buyer = await holding(acme, { Orders: 'c-r', Files: 'c-r' })
  const reader = await holding(acme, { Orders: 'r', Files: 'c-r' })
  const seller = await holding(nordico, { Orders: 'c-r', Files: 'c-r' })
  const [mine, theirs] = [await upload(acme), await upload(nordico)]
  expect((await reader(attachments.add, add(id, mine))).status).toBe(403)
  expect((await seller(attachments.add, add(id, theirs))).status).toBe(403)
  expect(await buyer(attachments.add, add(id, mine))).toMatchObject({
    status: 200,
    body: { blocked: { attach: null } },
  })
  await change(nordico, id, 'approved')
  expect((await buyer(attachments.remove, of(id, mine))).status).toBe(403)
  expect((await buyer(orders.read, { params: { id } })).body).toMatchObject({ blocked: { attach: 'RQ403' } })
})

test('files of others are refused as a whole, and a stranger gets nothing of an attachment (threats T2, T3)', async () => {
  const { id } = await request(acme, { BOX: 1 })
  const mine = await upload(acme)
  for (const person of [bergen, nordico, fjord, canary]) {
    const foreign = await upload(person)
    expect(await acme.refused(attachments.add, add(id, mine, foreign))).toMatchObject({ code: 'RQ404' })
  }
  expect(await namesOf(acme, id)).toEqual([])
  await acme.call(attachments.add, add(id, mine))
  for (const person of [bergen, sudvia, fjord, canary]) {
    const own = await upload(person)
    expect(await person.refused(attachments.add, add(id, own))).toMatchObject({ code: 'RQ404' })
    expect(await person.refused(attachments.download, of(id, mine))).toMatchObject({ code: 'RQ404' })
    expect(await person.refused(attachments.remove, of(id, mine))).toMatchObject({ code: 'RQ404' })
  }
  const other = await request(acme, { BOX: 1 })
  expect(await acme.refused(attachments.download, of(other.id, mine))).toMatchObject({ code: 'RQ404' })
})

test('an attachment stays readable for the other side when the account of its file is deleted', async () => {
  await sell(vendor, sudvia, { BOX: 5 })
  const { id } = await request(calabro, { BOX: 1 })
  const file = await upload(calabro, 'kept')
  await calabro.call(attachments.add, add(id, file))
  await change(sudvia, id, 'canceled')
  await sudvia.call(networkCalls.remove, { params: { id: calabro.accountId } })
  expect(await bytesOf(sudvia, id, file)).toBe('kept')
  expect(await sudvia.refused(files.download, { params: { id: file } })).toMatchObject({ code: 'RQ404' })
})
