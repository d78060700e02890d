import { readdir, readFile } from 'node:fs/promises'
import { Network } from '@trellis/contract/api-keys'
import { ExternalIdChanges } from '@trellis/contract/external-ids'
import { DateOrInstant, Email, Id, Money, Quantity, requiredText, text } from '@trellis/contract/values'
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
  [mini.union([mini.literal(1), mini.literal(2)]), 3, 'Must be one of: 1, 2'],
  [DateOrInstant, '2026-02-31', 'Neither a day such as 2026/05/31 nor an instant such as 2026-05-31T10:00:00Z'],
  [mini.array(Network), '10.0.0.0/8', 'Must be a list'],
  [Network, '10.0.0.0/99', 'Neither an address nor a network, such as 203.0.113.0/24'],
  [mini.boolean(), 'yes', 'Must be true or false'],
  [mini.iso.datetime(), 'today', 'Not an instant of ISO 8601'],
  [text(), 'a\u0000', 'Control characters and halves of characters are not allowed'],
])('%#: a refused value is told in plain English: %s', ([schema, value, message]) => {
  expect(told(mini.object({ field: schema }), { field: value })).toEqual([['field', message]])
})

test('a wrong name of a system of ids is told at the name', () => {
  expect(told(ExternalIdChanges, { 'S A P': '1' })).toEqual([
    ['S A P', 'Not the name of a system: small letters, digits, _ and -, such as sap'],
  ])
})

test('every check that the contract names has a sentence', async () => {
  const folder = new URL('../../../../contract/src/', import.meta.url)
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')))
  const codes = new Set(texts.flatMap((text) => [...text.matchAll(/error: '(\w+)'/g)].map(([, code = '']) => code)))
  expect(codes.size).toBeGreaterThan(20)
  const unnamed = [...codes].filter((error) => {
    const refused = mini.string().check(mini.refine(() => false, { error }))
    return told(refused, 'x')[0]?.[1] === 'Not a valid value'
  })
  expect(unnamed).toEqual([])
})

test('there is one issue for each path, however many faults a value has', () => {
  const schema = mini.strictObject({ sku: requiredText(3), price: Money })
  expect(told(schema, { sku: '', price: -1.23456, other: 1 })).toEqual([
    ['sku', 'Required field'],
    ['price', 'At least 0'],
    ['other', 'Unknown field'],
  ])
})
