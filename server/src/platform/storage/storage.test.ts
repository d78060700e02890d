import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { bucketServer } from '../../testing/bucket.ts'
import { readConfig } from '../config.ts'
import { WrongSize } from './exactly.ts'
import { openStorage, type Stored } from './storage.ts'

/* The same tests over both stores: a folder, and a bucket of a server that speaks S3. */

const folder = mkdtempSync(join(tmpdir(), 'trellis-storage-'))
const bucket = await bucketServer(join(folder, 's3'))
const stores = {
  folder: await openStorage({ storageUrl: undefined, dataDir: folder }),
  bucket: await openStorage({ storageUrl: bucket.url, dataDir: folder }),
}
afterAll(async () => {
  stores.bucket.close()
  await bucket.stop()
  rmSync(folder, { recursive: true, force: true })
})

const bytes = (text: string) => Readable.from([Buffer.from(text)], { objectMode: false })
const listed = async (objects: AsyncIterable<Stored>) => {
  const found: Stored[] = []
  for await (const object of objects) found.push(object)
  return found.sort((one, other) => (one.key < other.key ? -1 : 1))
}
const cut = () =>
  Readable.from(
    (async function* () {
      yield Buffer.from('half')
      throw new Error('the client went away')
    })(),
    { objectMode: false },
  )

test.each(['folder', 'bucket'] as const)('a %s gives back what was stored, until it is deleted', async (kind) => {
  const store = stores[kind]
  await store.write('a/staging/1', bytes('hello'), 5)
  expect(await store.sizeOf('a/staging/1')).toBe(5)
  expect((await buffer((await store.read('a/staging/1')) ?? bytes(''))).toString()).toBe('hello')
  await store.remove('a/staging/1')
  expect([await store.sizeOf('a/staging/1'), await store.read('a/staging/1')]).toEqual([null, null])
  await store.remove('a/staging/1')
})

test.skipIf(!existsSync('/dev/full'))('a disk that is full is told with the file that did not fit', async () => {
  const path = join(folder, 'files', 'full', 'staging', '1')
  mkdirSync(join(path, '..'), { recursive: true })
  symlinkSync('/dev/full', path)
  await expect(stores.folder.write('full/staging/1', bytes('hello'), 5)).rejects.toMatchObject({ code: 'ENOSPC', path })
  expect(existsSync(path)).toBe(false)
})

test.each(['folder', 'bucket'] as const)('moving an object in a %s may be repeated', async (kind) => {
  const store = stores[kind]
  await store.write('b/staging/1', bytes('hello'), 5)
  expect([await store.move('b/staging/1', 'b/files/1'), await store.move('b/staging/1', 'b/files/1')]).toEqual([
    true,
    true,
  ])
  expect(await store.move('b/staging/2', 'b/files/2')).toBe(false)
  expect(await listed(store.list('b/'))).toEqual([{ key: 'b/files/1', size: 5 }])
  expect(await listed(store.list('nobody/'))).toEqual([])
})

test.each(['folder', 'bucket'] as const)(
  'a %s keeps no object of content that is too long, too short or cut off (threats F2)',
  async (kind) => {
    const store = stores[kind]
    await expect(store.write('c/staging/1', bytes('123456'), 5)).rejects.toThrow(WrongSize)
    await expect(store.write('c/staging/2', bytes('1234'), 5)).rejects.toThrow(WrongSize)
    await expect(store.write('c/staging/3', cut(), 5)).rejects.toThrow('the client went away')
    // s3rver keeps an empty object for a request that was aborted; a sweep deletes it.
    expect((await listed(store.list('c/'))).filter(({ size }) => size > 0)).toEqual([])
  },
)

test('bytes that fail before their file is opened leave nothing in the folder either, however busy it is', async () => {
  const writes = Array.from({ length: 300 }, (_, n) => stores.folder.write(`busy/${n}`, bytes('too long'), 3))
  const outcomes = await Promise.allSettled(writes)
  expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true)
  expect(await listed(stores.folder.list('busy/'))).toEqual([])
})

test('a store that does not answer is a 503 with its own reason (threats X6)', async () => {
  await bucket.stop()
  const failed = { code: 'RQ503', reason: 'storage' }
  await expect(stores.bucket.write('d/staging/1', bytes('hello'), 5)).rejects.toMatchObject(failed)
  await expect(stores.bucket.read('d/staging/1')).rejects.toMatchObject(failed)
  await bucket.start()
  expect(await stores.bucket.sizeOf('d/staging/1')).toBeNull()
  const hidden = await openStorage({ storageUrl: undefined, dataDir: '/dev/null' })
  await expect(hidden.write('d/staging/1', bytes('hello'), 5)).rejects.toMatchObject(failed)
})

test.each([
  'http://KEY:SECRET@host/portal',
  's3://host/portal',
  's3://KEY:SECRET@host',
  's3://KEY:SECRET@host/a/b',
  's3://KEY:SECRET@host/bucket?tls=no',
  's3://KEY:SECRET@host/bucket?acl=public',
  's3://KEY:SECRET%@host/bucket',
])('the start refuses STORAGE_URL %s without repeating it', (url) => {
  expect(() => readConfig({ STORAGE_URL: url })).toThrow(/STORAGE_URL: (must|takes|does not|has)/)
  expect(() => readConfig({ STORAGE_URL: url })).not.toThrow(/host\/bucket/)
})
