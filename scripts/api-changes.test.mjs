import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { apiChanges, changesBetween } from './lib/api-changes.mjs'
import { documentOfContract } from './lib/api-types.mjs'
import { root } from './lib/run.mjs'

/* `npx vitest run --project scripts api-changes -u` writes docs/api-changes.md anew. */

const releases = `${root}/server/releases`

test('docs/api-changes.md says what is new in the API since each release, and what breaks', async () => {
  const versions = readdirSync(releases).sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
  const documents = versions.map((version) => ({
    version,
    document: JSON.parse(gunzipSync(readFileSync(`${releases}/${version}/openapi.json.gz`)).toString()),
  }))
  documents.push({ version: 'Unreleased', document: await documentOfContract() })
  await expect(apiChanges(documents)).toMatchFileSnapshot(`${root}/docs/api-changes.md`)
})

const field = { type: 'string' }
/** A document with one call, which takes and answers these. */
const documentOf = ({ body, answer, status = 200, codes = 'RQ404: Not found', query = [], path = '/orders' }) => ({
  components: { schemas: { Order: answer, Draft: body } },
  paths: {
    [path]: {
      post: {
        parameters: query,
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Draft' } } } },
        responses: {
          [status]: {
            description: 'Done',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } },
          },
          404: { description: codes },
        },
      },
    },
  },
})
const object = (properties, required = []) => ({ type: 'object', properties, required })
const base = {
  body: object({ note: field }),
  answer: object({ id: field, status: { enum: ['open', 'done'] } }, ['id', 'status']),
}
const between = (change, from = {}) =>
  changesBetween(documentOf({ ...base, ...from }), documentOf({ ...base, ...change }))

test.each([
  ['nothing changes', {}, [], []],
  [
    'a field that may be left out is new',
    { body: object({ note: field, code: field }) },
    ['`POST /orders body.code`'],
    [],
  ],
  [
    'a new field is required',
    { body: object({ note: field, code: field }, ['code']) },
    [],
    ['`POST /orders body.code` is required'],
  ],
  [
    'a field becomes required',
    { body: object({ note: field }, ['note']) },
    [],
    ['`POST /orders body.note` is required'],
  ],
  ['a field of a request is gone', { body: object({}) }, [], ['`POST /orders body.note` is gone']],
  ['a field takes null too', { body: object({ note: { anyOf: [field, { type: 'null' }] } }) }, [], []],
  [
    'a field is another type',
    { body: object({ note: { type: 'number' } }) },
    [],
    ['`POST /orders body.note` is number, and was string'],
  ],
  [
    'an answer says more, in an object that is new',
    {
      answer: object({ id: field, status: { enum: ['open', 'done'] }, buyer: object({ name: field }) }, [
        'id',
        'status',
        'buyer',
      ]),
    },
    ['`POST /orders answer.buyer`'],
    [],
  ],
  [
    'an answer can be null',
    { answer: object({ id: { type: ['string', 'null'] }, status: { enum: ['open', 'done'] } }, ['id', 'status']) },
    [],
    ['`POST /orders answer.id` is null or string, and was string'],
  ],
  [
    'a field of an answer may be left out',
    { answer: object({ id: field, status: { enum: ['open', 'done'] } }, ['id']) },
    [],
    ['`POST /orders answer.status` may be left out'],
  ],
  [
    'a state is new and another is gone',
    { answer: object({ id: field, status: { enum: ['open', 'paid'] } }, ['id', 'status']) },
    ['`POST /orders answer.status` can be `paid`'],
    [],
  ],
  ['a code is new', { codes: 'RQ404: Not found; OC522: Not now' }, ['`POST /orders` can be refused with `OC522`'], []],
  [
    'a parameter is new',
    { query: [{ name: 'all', in: 'query', required: false, schema: field }] },
    ['`POST /orders query.all`'],
    [],
  ],
  ['a call has another path', { path: '/sales' }, ['`POST /sales`'], ['`POST /orders` is gone']],
])('when %s, the page says so', (_, change, adds, breaks) => {
  expect(between(change)).toEqual({ adds, breaks })
})

test('a schema that refers to itself ends', () => {
  const tree = object({ children: { type: 'array', items: { $ref: '#/components/schemas/Order' } } })
  expect(between({ answer: tree }, { answer: tree })).toEqual({ adds: [], breaks: [] })
})
