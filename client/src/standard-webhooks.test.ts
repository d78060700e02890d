import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { NotVerified, verifyWebhook } from './index.ts'

/* The published library of Standard Webhooks signs, and says what is to be accepted. */

const secret = `whsec_${Buffer.from('a secret of thirty-two bytes, ok').toString('base64')}`
const otherSecret = `whsec_${Buffer.from('another one of thirty-two bytes.').toString('base64')}`
const body = JSON.stringify({ id: 'e-1', type: 'order.approved', entity: 'order', data: { orderCode: 'SO-1 “è”' } })
const id = 'msg_1'
const seconds = Math.floor(Date.now() / 1000)
const signed = (of = secret, at = seconds, text = body) => ({
  'webhook-id': id,
  'webhook-timestamp': String(at),
  'webhook-signature': new Webhook(of).sign(id, new Date(at * 1000), text),
})
const right = signed()
const { 'webhook-signature': signature } = right

const cases: [string, Record<string, string>, string, boolean][] = [
  ['as it was sent', right, body, true],
  [
    'with header names in any case',
    { 'Webhook-Id': id, 'WEBHOOK-TIMESTAMP': String(seconds), 'Webhook-Signature': signature },
    body,
    true,
  ],
  ['with another body', right, body.replace('SO-1', 'SO-2'), false],
  ['with a space behind the body', right, `${body} `, false],
  ['with another id', { ...right, 'webhook-id': 'msg_2' }, body, false],
  ['with another time', { ...right, 'webhook-timestamp': String(seconds - 1) }, body, false],
  ['with the secret of somebody else', signed(otherSecret), body, false],
  ['six minutes old', signed(secret, seconds - 360), body, false],
  ['six minutes too early', signed(secret, seconds + 360), body, false],
  ['four minutes old', signed(secret, seconds - 240), body, true],
  [
    'with the old signature beside the new',
    { ...right, 'webhook-signature': `${signed(otherSecret)['webhook-signature']} ${signature}` },
    body,
    true,
  ],
  ['with a version that nobody knows beside it', { ...right, 'webhook-signature': `v9,AAAA ${signature}` }, body, true],
  [
    'with the right value under another version',
    { ...right, 'webhook-signature': signature.replace('v1,', 'v2,') },
    body,
    false,
  ],
  ['with half a signature', { ...right, 'webhook-signature': signature.slice(0, 20) }, body, false],
  ['with no signature', { ...right, 'webhook-signature': '' }, body, false],
  ['with a signature that is no base64', { ...right, 'webhook-signature': 'v1,***' }, body, false],
  ['without an id', { 'webhook-timestamp': String(seconds), 'webhook-signature': signature }, body, false],
  ['with words as the time', { ...right, 'webhook-timestamp': 'now' }, body, false],
]

test.each(cases)('a request %s is accepted or not as by the published library', async (_, headers, text, isGood) => {
  const theirs = () =>
    new Webhook(secret).verify(text, Object.fromEntries(Object.entries(headers).map(([k, v]) => [k.toLowerCase(), v])))
  const ours = verifyWebhook({ secret, headers, body: text })
  if (isGood) {
    expect(theirs()).toEqual(JSON.parse(text))
    expect(await ours).toEqual({ ...JSON.parse(text), messageId: id })
  } else {
    expect(theirs).toThrow()
    await expect(ours).rejects.toBeInstanceOf(NotVerified)
  }
})

test('headers may be those of a Request, the body may be bytes, and two secrets are accepted while one is replaced', async () => {
  const event = await verifyWebhook({ secret, headers: new Headers(right), body: new TextEncoder().encode(body) })
  expect(event.type).toBe('order.approved')
  expect((await verifyWebhook({ secret: [otherSecret, secret], headers: right, body })).messageId).toBe(id)
  await expect(verifyWebhook({ secret: [otherSecret], headers: right, body })).rejects.toThrow('No signature')
})

test('an empty secret verifies nothing', async () => {
  for (const empty of ['', 'whsec_', 'whsec_***'])
    await expect(verifyWebhook({ secret: empty, headers: right, body })).rejects.toThrow()
})
