import { expect, test } from 'vitest'
import { openTurns } from './turns.ts'

/** Work that ends on command. */
function works() {
  const begun: number[] = []
  const ends: (() => void)[] = []
  const work = (n: number) => () =>
    new Promise<number>((resolve) => {
      begun.push(n)
      ends.push(() => resolve(n))
    })
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  const end = (n: number) => {
    ends[n]?.()
    return settle()
  }
  return { begun, work, settle, end }
}

test('only so many run at once; the others follow in order of arrival', async () => {
  const turns = openTurns({ atOnce: 2, longest: 10 })
  const { begun, work, settle, end } = works()
  const all = [0, 1, 2, 3].map((n) => turns('a', work(n)))
  await settle()
  expect(begun).toEqual([0, 1])
  await end(1)
  expect(begun).toEqual([0, 1, 2])
  await end(0)
  await end(2)
  await end(3)
  expect(await Promise.all(all)).toEqual([0, 1, 2, 3])
})

test('one key does not wait for another', async () => {
  const turns = openTurns({ atOnce: 1, longest: 10 })
  const { begun, work, settle, end } = works()
  const [first, second] = [turns('a', work(0)), turns('b', work(1))]
  await settle()
  expect(begun).toEqual([0, 1])
  await end(0)
  await end(1)
  await Promise.all([first, second])
})

test('a call that finds the queue full is refused with 503', async () => {
  const turns = openTurns({ atOnce: 1, longest: 1 })
  const { work, settle, end } = works()
  const [first, second] = [turns('a', work(0)), turns('a', work(1))]
  await expect(turns('a', work(2))).rejects.toMatchObject({ code: 'RQ503', headers: { 'retry-after': '5' } })
  await settle()
  await end(0)
  await end(1)
  await Promise.all([first, second])
})

test('a call that has waited too long is refused with 503, and the next still gets its turn', async () => {
  const turns = openTurns({ atOnce: 1, longest: 10, patience: 1 })
  const { begun, work, settle, end } = works()
  const first = turns('a', work(0))
  await expect(turns('a', work(1))).rejects.toMatchObject({ code: 'RQ503', headers: { 'retry-after': '5' } })
  await settle()
  await end(0)
  await first
  expect(await turns('a', async () => 'next')).toBe('next')
  expect(begun).toEqual([0])
})

test('one key leaves room for another in the total', async () => {
  const turns = openTurns({ atOnce: 2, inAll: 3, longest: 10 })
  const { begun, work, settle, end } = works()
  const all = [turns('a', work(0)), turns('a', work(1)), turns('a', work(2)), turns('b', work(3)), turns('b', work(4))]
  await settle()
  expect(begun).toEqual([0, 1, 3])
  for (const n of [0, 1, 2, 3, 4]) await end(n)
  await Promise.all(all)
})

test('work that fails releases its place', async () => {
  const turns = openTurns({ atOnce: 1, longest: 10 })
  const failing = turns('a', () => Promise.reject(new Error('no')))
  const next = turns('a', async () => 'next')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('next')
  expect(await turns('a', async () => 'later')).toBe('later')
})
