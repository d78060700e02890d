import type { NewUser } from '@trellis/contract/users'
import type { Tx } from '../../../platform/database/tx.ts'
import type { Actor } from '../../../platform/tenancy.ts'
import type { AccountFacts } from '../../accounts/index.ts'
import type { Mailer } from '../../mail/index.ts'
import { givenRoles } from '../members/change-roles.ts'
import { createUser } from '../members/create-user.ts'
import { userToChange } from '../members/user-to-change.ts'
import { guardInvitations, invite } from './invitations.ts'

/** Creates a pending user in an account in reach and sends the invitation. Refuses RQ422, RQ403 and US409. */
export async function inviteUser(
  tx: Tx,
  actor: Actor,
  account: Pick<AccountFacts, 'accountId' | 'name'>,
  draft: NewUser,
  mailer: Mailer,
): Promise<string> {
  const roles = await givenRoles(tx, actor, draft.roles, ['user', 'roles'])
  const languageCode = draft.languageCode ?? actor.languageCode
  const person = { email: draft.userName, firstName: draft.firstName, lastName: draft.lastName, languageCode }
  const userId = await createUser(tx, {
    ...person,
    accountId: account.accountId,
    roles: roles.map((role) => role.name),
    timeZone: draft.timeZone ?? null,
    status: 'user_pending',
    passwordHash: null,
  })
  await invite(tx, { ...person, userId, accountName: account.name }, actor.fullName, mailer)
  return userId
}

export async function resendInvitation(tx: Tx, actor: Actor, userId: string, mailer: Mailer): Promise<void> {
  const user = await userToChange(tx, actor, 'resend', userId)
  await guardInvitations(tx, userId)
  await invite(tx, user, actor.fullName, mailer)
}
