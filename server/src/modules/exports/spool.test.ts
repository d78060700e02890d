import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { openUnlinked } from '../../testing/unlinked.ts'
import { spooled } from './spool.ts'

/** Files that a test has left open. */
const left = openUnlinked()

test('the content is read back unchanged, and the file is closed after reading', async () => {
  const { size, content } = await spooled(Readable.from(['one ', 'two ', 'tré']))
  expect(size).toBe(12)
  expect(await text(content)).toBe('one two tré')
  await expect.poll(left).toEqual([])
})

test('an aborted download or a failing source leaves no file open', async () => {
  const { content } = await spooled(Readable.from(['x'.repeat(1_000_000)]))
  content.destroy()
  const failing = Readable.from(
    (async function* () {
      yield 'begun'
      throw new Error('the database is gone')
    })(),
  )
  await expect(spooled(failing)).rejects.toThrow('the database is gone')
  await expect.poll(left).toEqual([])
})
