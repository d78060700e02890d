import { expect, test } from 'vitest'
import { changesMeanwhile } from './meanwhile.ts'

const before = { accountName: 'Acme', address: { city: 'Milano', street: 'Via Roma 1' } }

test('what others saved is listed by field, with whether something else was typed there', () => {
  const typed = { accountName: 'Acme & Sons', address: { city: 'Milano', street: 'Via Roma 1' } }
  const fresh = { accountName: 'Acme S.r.l.', address: { city: 'Torino', street: 'Via Roma 1' } }
  expect(changesMeanwhile(before, fresh, typed)).toEqual([
    { path: 'accountName', before: 'Acme', now: 'Acme S.r.l.', isTyped: true },
    { path: 'address.city', before: 'Milano', now: 'Torino', isTyped: false },
  ])
})

test('one’s own save is no change by others, and neither is the same text typed by both', () => {
  const fresh = { accountName: 'Acme S.r.l.', address: before.address }
  expect(changesMeanwhile(before, fresh, fresh)).toEqual([])
})
