import { expect, test } from 'vitest'
import type * as works from '../../testing/apart-works.ts'
import { apart, streamApart } from './apart.ts'
import { openThread } from './thread.ts'

const file = new URL('../../testing/apart-works.ts', import.meta.url)
const nothing = async function* () {}

async function outcome(name: keyof typeof works, limits = { megabytes: 64, seconds: 60 }) {
  const thread = openThread(limits)
  try {
    const given = thread.perform({ file: file.href, name, input: null }, nothing())
    return { result: (await given.next()).value, isSound: thread.isSound() }
  } catch (error) {
    const { reason, message } = error as { reason: string; message: string }
    return { reason, message, isSound: thread.isSound() }
  } finally {
    thread.end()
  }
}

test('what nobody catches ends the thread, and only the thread (threats F11)', async () => {
  expect(await outcome('throwLater')).toEqual({ reason: 'fault', message: 'nobody caught this', isSound: false })
})

test('a function that throws has failed, and its thread is not used again: something may still go on in it', async () => {
  expect(await outcome('throwAtOnce')).toEqual({ reason: 'fault', message: 'nobody caught this', isSound: false })
})

test('memory and time have limits (threats F11)', { tags: ['long'] }, async () => {
  expect(await outcome('grow', { megabytes: 16, seconds: 60 })).toMatchObject({ reason: 'memory', isSound: false })
  expect(await outcome('spin', { megabytes: 64, seconds: 0.2 })).toMatchObject({ reason: 'time', isSound: false })
})

test('a thread knows nothing of the server’s surroundings, such as addresses and keys', async () => {
  process.env.SECRET_OF_THE_TEST = 'secret'
  expect(await outcome('surroundings')).toEqual({ result: {}, isSound: true })
  delete process.env.SECRET_OF_THE_TEST
})

test('results come back from many works at once, and streams at the speed of both sides', async () => {
  const doubleApart = apart<typeof works.double>(file, 'double', 'documents')
  const numbers = Array.from({ length: 40 }, (_, at) => at)
  expect(await Promise.all(numbers.map((number) => doubleApart('one', number)))).toEqual(numbers.map((n) => n * 2))

  let asked = 0
  async function* given() {
    for (const number of numbers) {
      asked += 1
      yield number
    }
  }
  const stream = streamApart<typeof works.doubled>(file, 'doubled', 'documents')('one', null, given())
  const first = await stream.next()
  expect([first.value, asked]).toEqual([0, 1])
  const rest: number[] = []
  for await (const number of stream) rest.push(number)
  expect(rest).toEqual(numbers.slice(1).map((n) => n * 2))
})

test('what goes wrong with what is given is told as it is', async () => {
  async function* given(): AsyncGenerator<number> {
    yield 1
    throw new Error('the database is gone')
  }
  const stream = streamApart<typeof works.doubled>(file, 'doubled', 'documents')('one', null, given())
  expect((await stream.next()).value).toBe(2)
  await expect(stream.next()).rejects.toThrow('the database is gone')
})
