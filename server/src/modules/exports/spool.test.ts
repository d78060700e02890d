import { readdirSync, readlinkSync } from 'node:fs'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { spooled } from './spool.ts'

/** Our open files that have been unlinked; works only on Linux. */
const open = () => {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`)
      return path.includes('/trellis-') && path.endsWith('(deleted)') ? [path] : []
    } catch {
      return []
    }
  })
}

test('the content is read back unchanged, and the file is closed after reading', async () => {
  const { size, content } = await spooled(Readable.from(['one ', 'two ', 'tré']))
  expect(size).toBe(12)
  expect(await text(content)).toBe('one two tré')
  await expect.poll(open).toEqual([])
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
  await expect.poll(open).toEqual([])
})
