import { hashPassword } from '../modules/identity/index.ts'
import { createUser, invite } from '../modules/users/index.ts'
import { sql } from '../platform/database/sql.ts'
import { type Command, CommandError, maybeText, tenantOf, textOf } from './command.ts'
import { checkSignIn } from './create-tenant.ts'

export const userCreate: Command = {
  name: 'user create',
  positionals: [],
  summary: 'A user of an account; one without a password is pending',
  options: {
    tenant: { type: 'string', help: 'C code of the tenant', required: true },
    account: { type: 'string', help: 'CODE of the account', required: true },
    email: { type: 'string', help: 'E address, with which they sign in', required: true },
    roles: { type: 'string', help: 'R,R names of roles', required: true },
    'first-name': { type: 'string', help: 'F', required: true },
    'last-name': { type: 'string', help: 'L', required: true },
    password: { type: 'string', help: 'P makes the user active' },
    invite: { type: 'boolean', help: 'send an invitation, with which they set their own password' },
  },
  async run({ given, out, database, post }) {
    const email = textOf(given, 'email')
    const password = maybeText(given, 'password')
    checkSignIn(email, password)
    if (password !== undefined && given.invite === true)
      throw new CommandError('Whoever is invited sets their own password: give --password or --invite, not both.')
    const db = await database()
    const tenant = await tenantOf(db, textOf(given, 'tenant'))
    const passwordHash = password === undefined ? null : await hashPassword(password)
    const context = { tenantId: tenant.tenantId, userId: null, reach: null, clock: null, requestId: null }
    const code = textOf(given, 'account')
    const userId = await db.write(context, async (tx) => {
      const account = await tx.row<{ id: string; name: string }>(sql`
        select account_id as id, name from accounts
        where tenant_id = (select current_tenant()) and key_of(code) = key_of(${code}) and not is_double and deleted_at is null`)
      if (!account) throw new CommandError(`There is no account ${code} in ${tenant.code}.`)
      const person = { email, firstName: textOf(given, 'first-name'), lastName: textOf(given, 'last-name') }
      const created = await createUser(tx, {
        ...person,
        accountId: account.id,
        roles: textOf(given, 'roles')
          .split(',')
          .map((role) => role.trim()),
        status: passwordHash === null ? 'user_pending' : 'user_active',
        passwordHash,
      })
      if (given.invite === true)
        await invite(tx, { ...person, userId: created, languageCode: 'en', accountName: account.name }, null, post())
      return created
    })
    out.say(
      passwordHash !== null
        ? `${email} can sign in.`
        : given.invite === true
          ? `${email} is pending, and an invitation is on its way.`
          : `${email} is pending: without a password or an invitation nobody signs in.`,
    )
    out.answer({ userId, status: passwordHash === null ? 'user_pending' : 'user_active' })
    return true
  },
}
