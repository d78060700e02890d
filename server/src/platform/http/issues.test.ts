import { Email, Id, Money, Quantity, requiredText, text } from '@trellis/contract/values'
import { expect, test } from 'vitest'
import * as z from 'zod'
import * as mini from 'zod/mini'
import { issuesOf } from './issues.ts'

const told = (schema: z.core.$ZodType, value: unknown) => {
  const { error } = z.safeParse(schema, value, { reportInput: true })
  return error ? issuesOf(error).map(({ path, message }) => [path, message]) : []
}

test.for<[mini.ZodMiniType, unknown, string]>([
  [requiredText(), undefined, 'Required field'],
  [requiredText(), '', 'Required field'],
  [requiredText(), '   ', 'Required field'],
  [requiredText(), 7, 'Must be a text'],
  [text(5), 'sixsix', 'At most 5 characters'],
  [Quantity, 0, 'At least 1'],
  [Quantity, 1.5, 'Must be a whole number'],
  [Quantity, 2_000_000, 'At most 1000000'],
  [Money, 1.23456, 'At most 4 decimals, and no negative zero'],
  [Email, 'nobody', 'Not a valid e-mail address'],
  [Id, '7', 'Not a valid id'],
  [mini.array(Id).check(mini.minLength(1)), [], 'At least 1 entry'],
  [mini.enum(['asc', 'desc']), 'up', 'Must be one of: asc, desc'],
  [mini.boolean(), 'yes', 'Must be true or false'],
  [mini.iso.datetime(), 'today', 'Not an instant of ISO 8601'],
  [text(), 'a\u0000', 'Control characters and halves of characters are not allowed'],
])('%#: a refused value is told in plain English: %s', ([schema, value, message]) => {
  expect(told(mini.object({ field: schema }), { field: value })).toEqual([['field', message]])
})

test('there is one issue for each path, however many faults a value has', () => {
  const schema = mini.strictObject({ sku: requiredText(3), price: Money })
  expect(told(schema, { sku: '', price: -1.23456, other: 1 })).toEqual([
    ['sku', 'Required field'],
    ['price', 'At least 0'],
    ['other', 'Unknown field'],
  ])
})
