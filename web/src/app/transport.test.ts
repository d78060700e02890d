import { afterEach, expect, test, vi } from 'vitest'
import { transmit } from './transport.ts'

afterEach(() => vi.restoreAllMocks())

const logs = () => vi.spyOn(console, 'info').mockImplementation(() => undefined)
const errors = () => vi.spyOn(console, 'error')
const answer = (status: number, body: unknown, headers = {}) =>
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(JSON.stringify(body), { status, headers }))
const name = '/licenses/:serialKey'

test('a failed call is logged once with its code and request id, without the parameters of its path', async () => {
  const [info, error] = [logs(), errors()]
  answer(404, { code: 'RQ404', detail: 'There is no such license', requestId: 'req-7' })
  const call = transmit('/api/v1/licenses/ATLS-SECRET', { method: 'GET', name })
  await expect(call).rejects.toMatchObject({ code: 'RQ404', requestId: 'req-7' })
  expect(info.mock.calls).toEqual([['GET /licenses/:serialKey failed: RQ404, request req-7']])
  expect(error).not.toHaveBeenCalled()
})

test('an error answer of a proxy is logged with the request id of its header', async () => {
  const info = logs()
  answer(502, '<html>', { 'X-Request-Id': 'req-8' })
  await expect(transmit('/x', { method: 'POST', name })).rejects.toMatchObject({ code: 'RQ503' })
  expect(info.mock.calls).toEqual([[`POST ${name} failed: RQ503, request req-8`]])
})

test('a call that cannot reach the server is logged as offline', async () => {
  const info = logs()
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
  await expect(transmit('/x', { method: 'POST', name })).rejects.toMatchObject({ code: 'offline' })
  expect(info.mock.calls).toEqual([[`POST ${name} failed: offline`]])
})

test('a call that its screen aborted is not logged', async () => {
  const info = logs()
  const abort = new AbortController()
  abort.abort()
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(abort.signal.reason)
  const call = transmit('/x', { method: 'GET', name, signal: abort.signal, abandoned: abort.signal })
  await expect(call).rejects.toMatchObject({ name: 'AbortError' })
  expect(info).not.toHaveBeenCalled()
})

test('a call that succeeds is not logged', async () => {
  const info = logs()
  answer(200, { items: [] })
  expect((await transmit('/x', { method: 'GET', name })).ok).toBe(true)
  expect(info).not.toHaveBeenCalled()
})
