import type { Permission } from '@trellis/contract/permissions'
import { expect, test } from 'vitest'
import { type Action, blockedFor, canGiveAll, type Subject, whyNot } from './rules.ts'

/* The rules alone: each is also enforced and shown over HTTP (`rights.test.ts`, `view-user.test.ts`). */

const users = (flags: string): Permission[] => [{ module: 'Users', flags }]
const admin = (flags: string, more: object = {}) => ({
  userId: 'admin',
  accountId: 'partner',
  rootAccountId: 'root',
  isSuperAdmin: false,
  permissions: users(flags),
  ...more,
})
const colleague: Subject = {
  userId: 'colleague',
  status: 'user_active',
  isReached: true,
  isOfRoot: false,
  roles: [{ isSuperAdmin: false, permissions: users('r') }],
}
const superAdmin = { isSuperAdmin: true, permissions: users('c-ra-u-d') }

test('each action takes its flag: u to change, d to remove, c to invite again (rules P5)', () => {
  const invited: Subject = { ...colleague, status: 'user_pending' }
  const allowed = (flags: string) =>
    (['update', 'changeRoles', 'remove', 'resend'] as const).filter(
      (action) => whyNot(action, invited, admin(`${flags}-r`)) === null,
    )
  expect(allowed('c')).toEqual(['resend'])
  expect(allowed('u')).toEqual(['update', 'changeRoles'])
  expect(allowed('d')).toEqual(['remove'])
})

test('users change themselves without a flag, but never their own roles and status', () => {
  const oneself: Subject = { ...colleague, userId: 'admin' }
  const why = (action: Action, flags: string) => whyNot(action, oneself, admin(flags))
  expect(why('update', '')).toBeNull()
  expect(why('remove', '')).toBeNull()
  expect(why('changeRoles', 'c-r-u-d')).toBe('RQ403')
  expect(why('changeStatus', 'c-r-u-d')).toBe('RQ403')
  expect(whyNot('remove', { ...oneself, roles: [superAdmin] }, admin('d'))).toBe('RQ403')
})

test('a user out of reach is answered like a missing one, except to readers of all users', () => {
  const stranger = { ...colleague, isReached: false }
  expect(whyNot('update', stranger, admin('r-u'))).toBe('RQ404')
  expect(whyNot('update', stranger, admin('ra-u'))).toBe('RQ403')
})

test('only a user with all permissions of a role gives it, and only a super admin gives that of super admins (rules P4)', () => {
  const roles = (flags: string, isSuperAdmin = false) => [{ isSuperAdmin, permissions: users(flags) }]
  expect(canGiveAll(roles('r'), admin('r-u'))).toBe(true)
  expect(canGiveAll(roles('r-d'), admin('r-u'))).toBe(false)
  expect(canGiveAll([...roles('r'), ...roles('d')], admin('r-u'))).toBe(false)
  expect(canGiveAll(roles('r', true), admin('r-u'))).toBe(false)
  expect(canGiveAll(roles('r', true), admin('r-u', { isSuperAdmin: true }))).toBe(true)
  expect(whyNot('update', { ...colleague, roles: roles('r-d') }, admin('r-u'))).toBe('RQ403')
})

test('an invitation is sent again while it waits for its answer, and a status is changed afterwards', () => {
  const why = (action: Action, status: Subject['status']) => whyNot(action, { ...colleague, status }, admin('c-r-u'))
  expect(why('resend', 'user_pending')).toBeNull()
  expect(why('resend', 'user_active')).toBe('RQ409')
  expect(why('changeStatus', 'user_active')).toBeNull()
  expect(why('changeStatus', 'user_pending')).toBe('RQ409')
})

test('users of the vendor look at the portal as active users of partners, never as a super admin (rules P27)', () => {
  const atVendor = admin('r-u', { accountId: 'root' })
  const why = (more: Partial<Subject>, who = atVendor) => whyNot('view', { ...colleague, ...more }, who)
  expect(why({})).toBeNull()
  expect(why({ roles: [{ isSuperAdmin: false, permissions: users('c-r-u-d') }] })).toBeNull()
  expect(why({}, admin('r-u'))).toBe('RQ403')
  expect(why({ isOfRoot: true })).toBe('RQ403')
  expect(why({ roles: [...colleague.roles, superAdmin] })).toBe('RQ403')
  expect(why({ status: 'user_pending' })).toBe('RQ409')
})

test('every action says beforehand whether it is refused', () => {
  expect(blockedFor(colleague, admin('r-u'))).toEqual({
    update: null,
    changeStatus: null,
    changeRoles: null,
    remove: 'RQ403',
    resend: 'RQ403',
    view: 'RQ403',
  })
})
