import { ConnectionDraft } from '@trellis/contract/directories'
import { Email, Money, Quantity, requiredText } from '@trellis/contract/values'
import { WebhookDraft } from '@trellis/contract/webhooks'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fieldPath, issuesOf, wordsFor } from './issues.ts'

const wordsOf = (schema: z.ZodMiniType, value: unknown) => {
  const parsed = schema.safeParse(value)
  return parsed.success ? null : wordsFor(parsed.error.issues[0] ?? {}, value).key
}

test('every issue that the contract can report has its own message', () => {
  expect(wordsOf(requiredText(), '')).toBe('required')
  expect(wordsOf(requiredText(), undefined)).toBe('required')
  expect(wordsOf(requiredText(), '   ')).toBe('required')
  expect(wordsOf(requiredText(5), 'too long')).toBe('tooLong')
  expect(wordsOf(Email, 'nobody')).toBe('email')
  expect(wordsOf(Quantity, null)).toBe('required')
  expect(wordsOf(Quantity, 'x')).toBe('number')
  expect(wordsOf(Quantity, 0)).toBe('atLeast')
  expect(wordsOf(Quantity, 1.5)).toBe('integer')
  expect(wordsOf(Money, 1.00001)).toBe('decimals')
  expect(wordsOf(z.array(z.string()).check(z.minLength(1)), [])).toBe('atLeastOne')
  expect(wordsOf(z.enum(['a']), null)).toBe('required')
  expect(wordsOf(ConnectionDraft.shape.issuer, 'login.example.com')).toBe('link')
  expect(wordsOf(WebhookDraft.shape.url, 'erp.example.com')).toBe('link')
  expect(wordsFor({ code: 'custom' }, '  ').key).toBe('required')
})

test('a field path is the same in every notation', () => {
  for (const path of [['items', 0, 'price'], 'items.0.price', '/items/0/price', 'items[0].price']) {
    expect(fieldPath(path)).toBe('items.0.price')
  }
})

test('issues are found in a problem answer and in an error that contains one', () => {
  const info = { issues: [{ path: ['name'], code: 'required' }] }
  expect(issuesOf({ info })).toHaveLength(1)
  expect(issuesOf({ problem: { info } })).toHaveLength(1)
  expect(issuesOf(new Error('offline'))).toEqual([])
})
