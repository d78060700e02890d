import { expect, test } from 'vitest'
import { isProblem, offline, problemOf } from './problem.ts'

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers })

test('a refusal of ours keeps its code, what it says and its number', async () => {
  const issues = [{ path: ['items', 0], code: 'twice', message: 'One price per line' }]
  const problem = await problemOf(
    answer(422, { code: 'RQ422', detail: 'Not valid', info: { issues }, requestId: 'r-1' }),
  )
  expect(problem).toMatchObject({ code: 'RQ422', status: 422, message: 'Not valid', requestId: 'r-1', issues })
  expect(problem.transient).toBe(false)
})

test.each([
  [502, 'RQ503'],
  [504, 'RQ503'],
  [503, 'RQ503'],
  [500, 'RQ500'],
  [404, 'RQ404'],
  [418, 'RQ500'],
])('the page of a proxy that answers %i counts as %s', async (status, code) => {
  const problem = await problemOf(answer(status, '<html>', { 'X-Request-Id': 'r-2' }))
  expect(problem).toMatchObject({ code, status, requestId: 'r-2', issues: [] })
  expect(problem.transient).toBe(status >= 500)
})

test('a code that we do not know is told by its status', async () => {
  expect((await problemOf(answer(409, { code: 'XX999' }))).code).toBe('RQ409')
})

test('the wait that the server asks for is a number of seconds or unknown', async () => {
  expect((await problemOf(answer(429, {}, { 'Retry-After': '17' }))).retryAfter).toBe(17)
  expect((await problemOf(answer(429, {}))).retryAfter).toBeNull()
  expect((await problemOf(answer(429, {}, { 'Retry-After': 'soon' }))).retryAfter).toBeNull()
})

test('a call that never arrived may be made again; only the codes asked about are recognized', () => {
  expect(offline()).toMatchObject({ code: 'offline', transient: true, retryAfter: null })
  expect([isProblem(offline()), isProblem(offline(), 'RQ404'), isProblem(offline(), 'RQ404', 'offline')]).toEqual([
    true,
    false,
    true,
  ])
  expect(isProblem(new TypeError('x'))).toBe(false)
})

test('a suspended portal is told apart from a missing permission (rules G22)', async () => {
  const refusal = (info: object | null) => answer(403, { code: 'RQ403', detail: 'No', info, requestId: 'r-4' })
  expect((await problemOf(refusal({ tenant: 'suspended' }))).code).toBe('suspended')
  expect((await problemOf(refusal({ permission: 'Orders:c' }))).code).toBe('RQ403')
  expect((await problemOf(refusal(null))).code).toBe('RQ403')
})
