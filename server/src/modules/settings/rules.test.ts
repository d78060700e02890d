import { expect, test } from 'vitest'
import { presentRole, whyNotAdminister, whyNotRemoveRole, whyNotUpdateRole } from './rules.ts'

/* The rules alone: each is also enforced and shown over HTTP (`settings.test.ts`, `roles.test.ts`). */

test('super admins of the root account administer the tenant, and nobody else (rules G14)', () => {
  const admin = { isSuperAdmin: true, accountId: 'root', rootAccountId: 'root' }
  expect(whyNotAdminister(admin)).toBeNull()
  expect(whyNotAdminister({ ...admin, isSuperAdmin: false })).toBe('RQ403')
  expect(whyNotAdminister({ ...admin, accountId: 'distributor' })).toBe('RQ403')
})

test('the role of super admins is not changed (rules G17)', () => {
  expect(whyNotUpdateRole({ isSuperAdmin: true })).toBe('RQ403')
  expect(whyNotUpdateRole({ isSuperAdmin: false })).toBeNull()
})

test('a role with a purpose stays, and one that somebody holds is in use (rules G17)', () => {
  expect(whyNotRemoveRole({ purpose: null, users: 0 })).toBeNull()
  expect(whyNotRemoveRole({ purpose: null, users: 1 })).toBe('RQ409')
  expect(whyNotRemoveRole({ purpose: 'administrator', users: 0 })).toBe('RQ403')
})

test('a role says beforehand whether it may be changed and deleted', () => {
  const role = { roleId: 1, name: 'Sales', isSuperAdmin: true, purpose: null, users: 2, permissions: [] }
  expect(presentRole(role).blocked).toEqual({ update: 'RQ403', remove: 'RQ409' })
})
