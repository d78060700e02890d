import { expect, test } from 'vitest'
import { offline, ProblemError } from '../../app/problem.ts'
import { approveAll, missingOfAll, type Outcome, sendDecision } from './approvals.ts'

const refusal = (code: 'OC522' | 'OC527') => new ProblemError({ code, status: 409, message: code })

/** A server with pending orders. `lose`: the order is approved, but its answer is lost; `short`: it is refused. */
function server({ lose = [], short = [], down = [] }: { lose?: string[]; short?: string[]; down?: string[] } = {}) {
  const status = new Map<string, string>()
  const calls: string[] = []
  const outcomes = new Map<string, Outcome>()
  const lost = new Set(lose)
  const unreachable = new Set(down)
  return {
    status,
    calls,
    unreachable,
    states: () => Object.fromEntries([...outcomes].map(([id, { state }]) => [id, state])),
    run: (ids: string[], isStopped = () => false) =>
      approveAll(ids, {
        approve: async (id) => {
          calls.push(id)
          if (unreachable.has(id)) throw offline()
          if (short.includes(id)) throw refusal('OC527')
          if (status.has(id)) throw refusal('OC522')
          status.set(id, 'approved')
          if (lost.delete(id)) throw offline()
        },
        statusOf: async (id) => status.get(id) ?? 'pending',
        onOutcome: (id, outcome) => outcomes.set(id, outcome),
        isStopped,
        pause: async () => undefined,
      }),
  }
}

test('a short order is refused and stops no other', async () => {
  const { run, states } = server({ short: ['b'] })
  await run(['a', 'b', 'c'])
  expect(states()).toEqual({ a: 'approved', b: 'refused', c: 'approved' })
})

test('an order whose answer was lost is sent again and read as approved', async () => {
  const { run, states, calls } = server({ lose: ['b'] })
  await run(['a', 'b', 'c'])
  expect(states()).toEqual({ a: 'approved', b: 'approved', c: 'approved' })
  expect(calls).toEqual(['a', 'b', 'b', 'c'])
})

test('an order that somebody else canceled is refused, not approved', async () => {
  const { run, states, status } = server()
  status.set('a', 'canceled')
  await run(['a'])
  expect(states()).toEqual({ a: 'refused' })
})

test('without the server the run ends, and a retry sends only what has no answer', async () => {
  const { run, states, calls, unreachable } = server({ down: ['b'] })
  await run(['a', 'b', 'c'])
  expect(states()).toEqual({ a: 'approved', b: 'unknown' })
  unreachable.clear()
  await run(['b', 'c'])
  expect(states()).toEqual({ a: 'approved', b: 'approved', c: 'approved' })
  expect(calls).toEqual(['a', 'b', 'b', 'b', 'c'])
})

test('a stop leaves the remaining orders as they are', async () => {
  const { run, states, calls } = server()
  await run(['a', 'b', 'c'], () => calls.length === 2)
  expect(states()).toEqual({ a: 'approved', b: 'approved' })
})

test('a decision without an answer is uncertain only while the order cannot be read', async () => {
  const decide = (answers: Error[], now: () => Promise<string | null>, mayBeDone = false) => {
    const send = async () => {
      const error = answers.shift()
      if (error) throw error
      return 'sent'
    }
    return sendDecision({ send, done: now, pause: async () => undefined }, mayBeDone)
  }
  const approved = async () => 'read'
  const pending = async () => null
  const unreachable = () => Promise.reject(offline())
  expect(await decide([offline()], approved)).toEqual({ state: 'done', answer: 'sent' })
  expect(await decide([offline(), refusal('OC522')], approved)).toEqual({ state: 'done', answer: 'read' })
  expect(await decide([offline(), offline()], approved)).toEqual({ state: 'done', answer: 'read' })
  expect(await decide([offline(), offline()], pending)).toMatchObject({ state: 'unknown' })
  expect(await decide([offline(), refusal('OC522')], unreachable)).toMatchObject({ state: 'unknown' })
  expect(await decide([offline(), refusal('OC522')], pending)).toMatchObject({ state: 'refused' })
  // Somebody else decided first: the prices that were sent with this decision do not apply.
  expect(await decide([refusal('OC522')], approved)).toMatchObject({ state: 'refused' })
  expect(await decide([refusal('OC522')], approved, true)).toEqual({ state: 'done', answer: 'read' })
})

test('the available pieces are subtracted only once from what several short orders need', () => {
  const short = (quantity: number, available: number) => ({
    shortages: [
      { productId: 'box', productName: 'Box', sku: 'BOX', quantity, available, missing: quantity - available },
    ],
  })
  expect(missingOfAll([short(10, 4), short(5, 4)])).toEqual([{ productId: 'box', quantity: 11 }])
  // An approval between the two has taken two more pieces.
  expect(missingOfAll([short(10, 4), short(5, 2)])).toEqual([{ productId: 'box', quantity: 13 }])
})
