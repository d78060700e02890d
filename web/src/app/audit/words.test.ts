import { actionsByEntity } from '@trellis/contract/audit-actions'
import { auditedFields } from '@trellis/contract/audit-fields'
import { expect, test } from 'vitest'
import en from '../../locales/en/audit.ts'
import it from '../../locales/it/audit.ts'
import { readable } from './useAuditWords.ts'

/** `{ order: { created: … } }` → `order.created`. */
const keysOf = (texts: object): string[] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [key] : keysOf(value).map((rest) => `${key}.${rest}`),
  )

test.each([
  ['English', en],
  ['Italian', it],
])('each action, kind of record and field of the contract has a text in %s, and nothing else has', (_, texts) => {
  expect(keysOf(texts.entities).sort()).toEqual(Object.keys(actionsByEntity).sort())
  expect(keysOf(texts.actions).sort()).toEqual(Object.values(actionsByEntity).flat().sort())
  expect([...keysOf(texts.fields), ...keysOf(texts.fieldsOf)].sort()).toEqual(Object.keys(auditedFields).sort())
  expect(
    keysOf(texts).filter((key) => key.split('.').reduce<unknown>((at, name) => (at as never)?.[name], texts) === ''),
  ).toEqual([])
})

test('a field of a later version is shown by its name, as words', () => {
  expect(['creditLimit', 'parent_account_id', 'roleIds', 'id', 'VAT'].map(readable)).toEqual([
    'Credit limit',
    'Parent account',
    'Role',
    'Id',
    'Vat',
  ])
})
