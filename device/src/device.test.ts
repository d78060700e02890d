import { expect, test } from 'vitest'
import { createDevice } from './device.ts'
import { PortalRefusal } from './refusal.ts'

interface Sent {
  url: string
  method: string | undefined
  body: unknown
}

/** Creates a device client with a stubbed portal answer and a record of the sent requests. */
function deviceWith(answer: () => Response) {
  const sent: Sent[] = []
  const device = createDevice({
    portalUrl: 'https://portal.example.com/',
    serialKey: 'EDGE-00000-00000-00000-00000',
    deviceUuid: 'laptop',
    fetch: async (url, init) => {
      sent.push({
        url: String(url),
        method: init?.method,
        body: init?.body ? JSON.parse(String(init.body)) : undefined,
      })
      return answer()
    },
  })
  return { device, sent }
}
const who = { serialKey: 'EDGE-00000-00000-00000-00000', deviceUuid: 'laptop' }

test('each call uses the path of the contract and sends the key and the device id', async () => {
  const { device, sent } = deviceWith(() => Response.json({ lease: 'x' }))
  await device.activate({ deviceName: 'Laptop' })
  await device.heartbeat()
  await device.keys()
  const base = 'https://portal.example.com/api/v1/devices'
  expect(sent).toEqual([
    { url: `${base}/activate`, method: 'POST', body: { ...who, deviceName: 'Laptop' } },
    { url: `${base}/heartbeat`, method: 'POST', body: who },
    { url: `${base}/keys`, method: 'GET', body: undefined },
  ])
})

test('releasing a seat returns nothing', async () => {
  const { device } = deviceWith(() => new Response(null, { status: 204 }))
  expect(await device.release()).toBeUndefined()
})

test('a refusal carries its code and the retry time, and a proxy’s error page is handled too', async () => {
  const problem = { code: 'RQ429', detail: 'Too many requests' }
  const throttled = deviceWith(() => Response.json(problem, { status: 429, headers: { 'retry-after': '60' } }))
  const refusal = await throttled.device.activate().catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(PortalRefusal)
  expect(refusal).toMatchObject({ code: 'RQ429', status: 429, retryAfter: 60, message: 'Too many requests' })
  const proxy = deviceWith(() => new Response('<html>', { status: 502 }))
  expect(await proxy.device.heartbeat().catch((error: unknown) => error)).toMatchObject({
    code: 'unknown',
    status: 502,
    retryAfter: null,
  })
})
