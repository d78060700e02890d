import { expect, test } from 'vitest'
import { apiTypes, documentOfContract } from './lib/api-types.mjs'
import { commentsFile, commentsOfContract } from './lib/field-comments.mjs'
import { root } from './lib/run.mjs'

/* `npx vitest run --project scripts client -u` writes the types of the client, and the comments of the contract, anew. */

// First, because the document prints them.
test('the document prints the comments of the contract', async () => {
  const { schemas, fields } = commentsOfContract()
  expect([Object.keys(schemas).length > 100, Object.keys(fields).length > 250]).toEqual([true, true])
  expect(fields['Order.relationId']).toBe('Shared by all orders of a chain of derived orders.')
  const internal = Object.entries({ ...schemas, ...fields }).filter(([, text]) =>
    /\((rules|threats|wire|decision)|\*/.test(text),
  )
  expect(internal).toEqual([])
  await expect(commentsFile()).toMatchFileSnapshot(`${root}/contract/src/comments.gen.ts`)
})

test('the types of the client are those of the OpenAPI document', { tags: ['long'] }, async () => {
  const document = await documentOfContract()
  expect(Object.keys(document.paths).length).toBeGreaterThan(180)
  await expect(apiTypes(document)).toMatchFileSnapshot(`${root}/client/src/api.gen.ts`)
})
