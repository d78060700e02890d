import { expect, test } from 'vitest'
import { ProblemError } from '../../../app/problem.ts'
import { bareCode } from './factors.ts'
import { linkOf } from './passwordLinks.ts'
import { referenceOf, waitOf } from './useRefusal.ts'
import { asClock, secondsLeft, waitFor } from './useWait.ts'

test.each([
  ['123456', '123456'],
  [' 123 456 ', '123456'],
  ['123-456', '123456'],
  ['123\u2011456\u00a0', '123456'],
  ['abcde-fghjk\n', 'abcdefghjk'],
])('a code pasted as %j is the code %s', (typed, code) => {
  expect(bareCode(typed)).toBe(code)
})

test('a link is complete when it has an e-mail and a token', () => {
  expect(linkOf('confirm', '?mail=a%2Bb%40x.example&token=t-1')).toEqual({ mail: 'a+b@x.example', token: 't-1' })
  expect(linkOf('confirm', '?mail=a+b%40x.example&token=t-1')).toEqual({ mail: 'a+b@x.example', token: 't-1' })
  expect(linkOf('reset', '?mail=a%40x.example&reset=r-1')).toEqual({ mail: 'a@x.example', token: 'r-1' })
})

test.each([
  ['confirm', ''],
  ['confirm', '?mail=a%40x.example'],
  ['confirm', '?token=t-1'],
  ['confirm', '?mail=&token='],
  ['confirm', '?mail=a%40x.example&reset=r-1'],
  ['reset', '?mail=a%40x.example&token=t-1'],
] as const)('a link to %s with "%s" is not whole', (kind, search) => {
  expect(linkOf(kind, search)).toBeNull()
})

const refused = (code: 'RQ429' | 'A401', more: { retryAfter?: number; info?: unknown } = {}) =>
  new ProblemError({ code, status: 429, message: '', ...more })

test('only "too many attempts" has a waiting time, the one that the server sends', () => {
  expect(waitOf(refused('A401', { retryAfter: 9 }))).toBe(0)
  expect(waitOf(refused('RQ429', { retryAfter: 9 }))).toBe(9)
  expect(waitOf(refused('RQ429', { info: { retryAfter: 7 } }))).toBe(7)
  expect(waitOf(refused('RQ429', { retryAfter: 0 }))).toBe(1)
  expect(waitOf(refused('RQ429'))).toBe(30)
  expect(waitOf(new Error('a bug'))).toBe(0)
})

test('a waiting time is shown in minutes and seconds', () => {
  expect(asClock(5)).toBe('0:05')
  expect(asClock(75)).toBe('1:15')
  expect(asClock(3600)).toBe('60:00')
})

test('a waiting time has the requested length even if the clock advances during the calculation', () => {
  let ticks = 1_795_000_000_999
  const clock = () => ticks++
  for (const seconds of [0, 1, 75]) expect(secondsLeft(waitFor(seconds, clock))).toBe(seconds)
})

test('only whole seconds of a waiting time are shown, and none when it is over', () => {
  const { until } = waitFor(2, () => 1_000)
  expect([1_000, 1_001, 2_000, 2_999, 3_000, 90_000].map((now) => secondsLeft({ now, until }))).toEqual([
    2, 2, 1, 1, 0, 0,
  ])
})

test('only errors that need the operator’s log are shown with a reference', () => {
  const problem = (status: number, requestId: string | null) =>
    new ProblemError({ code: 'RQ500', status, message: '', requestId })
  expect(referenceOf(problem(500, 'r-1'))).toBe('r-1')
  expect(referenceOf(problem(502, null))).toBeNull()
  expect(referenceOf(problem(401, 'r-1'))).toBeNull()
  expect(referenceOf(new Error('a bug'))).toBeNull()
})
