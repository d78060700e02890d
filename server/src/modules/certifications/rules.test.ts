import { expect, test } from 'vitest'
import { whyNotCertify, whyNotChange, whyNotDefine, whyNotPrint, whyNotRemove } from './rules.ts'

/* The rules alone: each is also enforced and shown over HTTP (`certifications.test.ts`, `without-permission.test.ts`). */

const distributor = (flags: string) => ({
  userId: 'trainer',
  accountId: 'distributor',
  rootAccountId: 'root',
  permissions: [{ module: 'Certifications', flags }] as const,
})
const root = (flags: string) => ({ ...distributor(flags), accountId: 'root' })
const person = { accountId: 'reseller', userId: 'technician' }

test('definitions are edited with c, u, d and ra together (rules Q1)', () => {
  expect(whyNotDefine(root('c-r-ra-u-d'))).toBeNull()
  for (const flags of ['r-ra-u-d', 'c-r-ra-d', 'c-r-ra-u', 'c-r-u-d']) expect(whyNotDefine(root(flags))).toBe('RQ403')
})

test('a definition that was ever issued is not deleted (rules Q1)', () => {
  expect(whyNotRemove(root('c-r-ra-u-d'), 0)).toBeNull()
  expect(whyNotRemove(root('c-r-ra-u-d'), 1)).toBe('RQ409')
  expect(whyNotRemove(root('d'), 1)).toBe('RQ403')
})

test('certifying takes the flag of the action (rules Q3)', () => {
  expect(whyNotCertify(distributor('c'), 'c', person)).toBeNull()
  expect(whyNotCertify(distributor('u'), 'c', person)).toBe('RQ403')
  expect(whyNotCertify(distributor('u'), 'u', person)).toBeNull()
})

test('nobody certifies themselves or, except at the root, their own account (rules Q3)', () => {
  const colleague = { accountId: 'distributor', userId: 'colleague' }
  expect(whyNotCertify(distributor('c'), 'c', colleague)).toBe('RQ403')
  expect(whyNotCertify(distributor('c'), 'c', { accountId: 'distributor', userId: null })).toBe('RQ403')
  expect(whyNotCertify(root('c'), 'c', { accountId: 'root', userId: 'colleague' })).toBeNull()
  expect(whyNotCertify(root('c'), 'c', { accountId: 'root', userId: null })).toBeNull()
  expect(whyNotCertify(root('c'), 'c', { accountId: 'root', userId: 'trainer' })).toBe('RQ403')
})

test('what is revoked is neither renewed nor revoked again, and proves nothing (rules Q5, Q6, Q10)', () => {
  expect(whyNotChange(distributor('u'), 'u', { ...person, isRevoked: false })).toBeNull()
  expect(whyNotChange(distributor('u'), 'u', { ...person, isRevoked: true })).toBe('RQ409')
  expect(whyNotChange(distributor('r'), 'u', { ...person, isRevoked: true })).toBe('RQ403')
  expect(whyNotPrint({ isRevoked: false })).toBeNull()
  expect(whyNotPrint({ isRevoked: true })).toBe('RQ409')
})
