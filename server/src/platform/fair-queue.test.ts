import { expect, test } from 'vitest'
import { type FairQueueOptions, openFairQueue } from './fair-queue.ts'

/**
 * Calls by name (`a1` is the first of tenant a; capital letters for long ones) that record when they begin and end on
 * command.
 */
function calls(options: Partial<FairQueueOptions> = {}) {
  // Some calls wait until long after their test.
  const queue = openFairQueue({ places: 4, perLine: 2, long: 3, longest: 100, patience: 2 ** 31 - 1, ...options })
  const begun: string[] = []
  const lineOf = (name: string) => queue.line(name.slice(0, 1), /^[A-Z]/.test(name))
  const call = async (name: string) => {
    const line = lineOf(name)
    if (!queue.enter(line)) await queue.wait(line)
    begun.push(name)
  }
  const end = async (name: string) => {
    queue.leave(lineOf(name))
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { queue, begun, call, end }
}

test('nobody gets more than a share, also while nobody else waits', async () => {
  const { begun, call, end } = calls()
  for (const name of ['a1', 'a2', 'a3', 'a4']) void call(name)
  await call('b1')
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  await end('a1')
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
})

test('waiting tenants are served in turn, however many calls of one tenant came first', async () => {
  const { begun, call, end } = calls({ places: 2 })
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'c1']) void call(name)
  for (const done of ['a1', 'a2', 'a3', 'b1', 'c1', 'a4']) await end(done)
  expect(begun).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'b2', 'a5'])
})

test('long work of all tenants together leaves a place for short work', async () => {
  const { begun, call, end } = calls()
  for (const name of ['A1', 'A2', 'B1', 'C1']) void call(name)
  await call('a1')
  expect(begun).toEqual(['A1', 'A2', 'B1', 'a1'])
  await end('a1')
  expect(begun).toEqual(['A1', 'A2', 'B1', 'a1'])
  await end('B1')
  expect(begun).toEqual(['A1', 'A2', 'B1', 'a1', 'C1'])
})

test('a call that waits too long, or finds the queue full, is told to come back later', async () => {
  const { queue, begun, call, end } = calls({ perLine: 1, longest: 1, patience: 1 })
  await call('a1')
  const late = call('a2')
  await expect(call('a3')).rejects.toMatchObject({ code: 'RQ503', reason: 'busy', headers: { 'retry-after': '1' } })
  await expect(late).rejects.toMatchObject({ code: 'RQ503', reason: 'busy', headers: { 'retry-after': '1' } })
  expect(queue.waiting).toBe(0)
  await end('a1')
  await call('a4')
  expect(begun).toEqual(['a1', 'a4'])
})

test('when too many wait in all, those of the longest line are refused, and nobody else', async () => {
  const { queue, begun, call, end } = calls({ places: 1, most: 3 })
  await call('a1')
  const [second, third, fourth] = [call('a2'), call('a3'), call('a4')]
  await expect(call('a5')).rejects.toMatchObject({ reason: 'busy', headers: { 'retry-after': '1' } })
  const other = call('b1')
  await expect(fourth).rejects.toMatchObject({ code: 'RQ503', reason: 'busy' })
  const another = call('c1')
  await expect(third).rejects.toMatchObject({ code: 'RQ503' })
  await expect(call('d1')).rejects.toMatchObject({ code: 'RQ503' })
  expect(queue.waiting).toBe(3)
  for (const done of ['a1', 'a2', 'b1']) await end(done)
  await Promise.all([second, other, another])
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1'])
})

test('under random load, limits hold, every call is served, and no place is lost', async () => {
  const { queue, begun, call, end } = calls({ places: 3 })
  const asked: string[] = []
  const running: string[] = []
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  for (let step = 0; step < 3_000; step++) {
    if (random(2) === 0 && asked.length < 1_000) {
      const name = `${'abcdeABCDE'[random(10)]}${step}`
      asked.push(name)
      void call(name)
    } else if (running.length > 0) await end(running.splice(random(running.length), 1)[0] ?? '')
    await settle()
    running.push(...begun.splice(0))
    expect(running.length).toBeLessThanOrEqual(3)
    for (const letter of 'abcdeABCDE') expect(running.filter((name) => name.startsWith(letter)).length).toBeLessThan(3)
  }
  for (let left = asked.length; left > 0 && running.length > 0; left--) {
    await end(running.shift() ?? '')
    running.push(...begun.splice(0))
  }
  expect([running, queue.waiting]).toEqual([[], 0])
  for (const name of ['a', 'b', 'c', 'd']) void call(name)
  expect(begun).toEqual(['a', 'b', 'c'])
})
