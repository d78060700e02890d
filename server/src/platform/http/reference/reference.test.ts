import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { network } from '../../../testing/network.ts'
import { fieldsOf, typeOf } from './fields.ts'
import { html, sentenceOf } from './html.ts'
import type { OpenApi } from './page.ts'

/* Covers: server/src/platform/http/reference/page.ts */

const { app } = await network()
const document = (await app.http.inject('/api/v1/openapi.json')).json() as OpenApi
const page = await app.http.inject('/api')
const ids = [...page.payload.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)

test('anybody can read the page of the API, which has every call and every schema', () => {
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  const calls = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  )
  expect(calls.length).toBeGreaterThan(200)
  expect(ids).toEqual(expect.arrayContaining([...calls, ...Object.keys(document.components.schemas)]))
  expect(new Set(ids).size).toBe(ids.length)
  for (const [, target = ''] of page.payload.matchAll(/href="#([^"]+)"/g)) expect(ids, target).toContain(target)
})

test('a call shows who may make it, its fields, an example and its refusals', () => {
  const shown = page.payload.split('<details id="orders.changeStatus">')[1]?.split('</details>')[0] ?? ''
  for (const text of [
    'Approve, cancel or revoke, the whole or a part; approving may agree other prices',
    'Needs the permission Orders:u.',
    '<code class="name">If-Match</code>',
    '<a href="#StatusChange">StatusChange</a>',
    '<pre><code>{\n  &quot;status&quot;: &quot;pending&quot;\n}</code></pre>',
    'OC527: ',
  ])
    expect(shown).toContain(text)
})

test('the page has no script or style of its own and nothing of another host, as its policy says (ASVS 1.2.3)', () => {
  expect(page.headers['content-security-policy']).toMatch(/default-src 'none';script-src 'self';style-src 'self'/)
  expect(page.payload).not.toMatch(/<style|<script(?! src="\/reference\.js" defer><\/script>)| style=| on\w+="/)
  const addresses = [...page.payload.matchAll(/ (?:src|href)="([^"#]+)"/g)].map(([, address]) => address)
  expect([...new Set(addresses)].sort()).toEqual([
    '/api/v1/openapi.json',
    '/favicon.svg',
    '/reference.css',
    '/reference.js',
  ])
})

test('it is small where compression is taken, and the same', async () => {
  const small = await app.http.inject({ url: '/api', headers: { 'accept-encoding': 'gzip' } })
  expect(small.headers).toMatchObject({
    'content-encoding': 'gzip',
    vary: 'accept-encoding',
    'cache-control': 'no-cache',
  })
  expect(gunzipSync(small.rawPayload).toString()).toBe(page.payload)
  expect(small.rawPayload.length).toBeLessThan(135_000)
})

test('what a document says is text, whatever it contains', () => {
  const evil = '<img src=x onerror="alert(1)">'
  const schema = { type: 'object', properties: { [evil]: { type: 'string', description: `\`${evil}\` ${evil}` } } }
  const shown = [fieldsOf(schema)?.text, sentenceOf(evil).text, html`<b title="${evil}">`.text].join('')
  expect(shown).not.toContain('<img')
  expect(shown).not.toContain('onerror="')
})

test.each([
  [{ $ref: '#/components/schemas/Order' }, '<a href="#Order">Order</a>'],
  [{ type: 'array', items: { type: 'string', format: 'uuid' } }, 'list of string, uuid'],
  [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, 'integer or null'],
  [{ type: ['string', 'null'] }, 'string or null'],
  [{ enum: ['a', 'b'] }, '<code>&quot;a&quot;</code> or <code>&quot;b&quot;</code>'],
  [{}, 'any value'],
])('a type is told in words: %j', (schema, words) => {
  expect(typeOf(schema).text).toBe(words)
})
