import type { NewUser } from '@trellis/contract/users'
import { sql } from '../../../platform/database/sql.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Actor } from '../../../platform/tenancy.ts'
import type { AccountFacts } from '../../accounts/index.ts'
import type { Mailer } from '../../mail/index.ts'
import { givenRoles, refuseSuperAdmin } from '../members/change-roles.ts'
import { createUser } from '../members/create-user.ts'
import { userToChange } from '../members/user-to-change.ts'
import { guardInvitations, invite } from './invitations.ts'

/**
 * Creates a pending user in an account in reach and sends the invitation, or asks somebody who signs in for another account to act for
 * this one too (rules P64). Refuses RQ422, RQ403 and US409.
 */
export async function inviteUser(
  tx: Tx,
  actor: Actor,
  account: Pick<AccountFacts, 'accountId' | 'name'>,
  draft: NewUser,
  mailer: Mailer,
): Promise<{ id: string; hasOwnSignIn: boolean }> {
  const roles = await givenRoles(tx, actor, draft.roles, ['user', 'roles'])
  const signIn = draft.mayHaveSignIn ? await lockSignIn(tx, draft.userName, account.accountId) : undefined
  if (signIn) refuseSuperAdmin(roles)
  const languageCode = draft.languageCode ?? actor.languageCode
  const person = {
    email: signIn?.email ?? draft.userName,
    firstName: draft.firstName,
    lastName: draft.lastName,
    languageCode,
  }
  const userId = await createUser(tx, {
    ...person,
    accountId: account.accountId,
    roles: roles.map((role) => role.name),
    timeZone: draft.timeZone ?? null,
    status: 'user_pending',
    passwordHash: null,
    signInUserId: signIn?.userId ?? null,
  })
  const hasOwnSignIn = signIn === undefined
  // Who has a sign-in has a language too, whatever that of the caller is.
  const invited = { ...person, languageCode: signIn?.languageCode ?? languageCode, userId, hasOwnSignIn }
  await invite(tx, { ...invited, accountName: account.name }, actor.fullName, mailer)
  return { id: userId, hasOwnSignIn }
}

/** The user who signs in with this address, locked. Refuses US409 when they are of this account, or act for it already. */
export async function lockSignIn(tx: Tx, email: string, accountId: string) {
  const signIn = await tx.row<{ userId: string; email: string; languageCode: string; isThere: boolean }>(sql`
    select u.user_id as "userId", u.email::text, u.language_code as "languageCode",
           u.account_id = ${accountId} or exists (
             select from users f where f.tenant_id = u.tenant_id and f.sign_in_user_id = u.user_id
               and f.account_id = ${accountId} and f.deleted_at is null) as "isThere"
    from users u
    where u.tenant_id = (select current_tenant()) and u.email = ${email} and u.deleted_at is null and u.sign_in_user_id is null
    for no key update of u`)
  if (signIn?.isThere) throw new Refusal('US409', { reason: 'same_account' }, 'They act for this account already')
  return signIn
}

export async function resendInvitation(tx: Tx, actor: Actor, userId: string, mailer: Mailer): Promise<void> {
  const user = await userToChange(tx, actor, 'resend', userId)
  await guardInvitations(tx, userId)
  await invite(tx, user, actor.fullName, mailer)
}
