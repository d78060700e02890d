import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { openUnlinked } from '../../testing/unlinked.ts'
import { following } from './following.ts'

/** Files that a test has left open. */
const left = openUnlinked()

test('written data can be read at once, while the source is still producing more', async () => {
  let goOn: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const source = async function* () {
    yield 'first '
    await held
    yield 'last'
  }
  const { content, written } = await following(Readable.from(source()))
  const read = content[Symbol.asyncIterator]()
  expect(String((await read.next()).value)).toBe('first ')
  goOn()
  expect(String((await read.next()).value)).toBe('last')
  expect((await read.next()).done).toBe(true)
  await written
  await expect.poll(left).toEqual([])
})

test('a slow reader does not block the source, and gets everything', async () => {
  const pieces = Array.from({ length: 200 }, (_, n) => `${String(n).padStart(4, '0')}${'x'.repeat(20_000)}`)
  const { content, written } = await following(Readable.from(pieces))
  await written
  expect(await text(content)).toBe(pieces.join(''))
  await expect.poll(left).toEqual([])
})

test('an error of the source becomes an error of the content, which does not look complete', async () => {
  const failing = async function* () {
    yield 'begun'
    throw new Error('the database is gone')
  }
  const { content } = await following(Readable.from(failing()))
  await expect(text(content)).rejects.toThrow('the database is gone')
  await expect.poll(left).toEqual([])
})

test('when the reader disconnects, the source ends and the file is closed', async () => {
  let ended = false
  const endless = async function* () {
    try {
      for (;;) yield 'x'.repeat(1000)
    } finally {
      ended = true
    }
  }
  const source = Readable.from(endless())
  const { content, written } = await following(source)
  await content[Symbol.asyncIterator]().next()
  content.destroy()
  await written
  expect([ended, source.destroyed]).toEqual([true, true])
  await expect.poll(left).toEqual([])
})
