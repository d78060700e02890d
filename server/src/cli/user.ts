import { NewUser } from '@trellis/contract/users'
import * as z from 'zod/mini'
import { createUser, hashPassword, invite, listUsersOfTenant } from '../modules/people/index.ts'
import { accountOf } from './apikey.ts'
import { type Command, CommandError, checkedBy, maybeText, tenantOf, textOf } from './command.ts'
import { checkSignIn, checkStrength, invitationSays } from './create-tenant.ts'

const Names = z.pick(NewUser, { firstName: true, lastName: true })

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
    password: {
      type: 'string',
      help: 'P makes the user active; - reads a line of standard input; or the variable USER_PASSWORD',
    },
    invite: { type: 'boolean', help: 'send an invitation, with which they set their own password' },
  },
  async run({ given, out, config, database, password: passwordFrom, mailer }) {
    const email = textOf(given, 'email')
    if (given.password !== undefined && given.invite === true)
      throw new CommandError('Whoever is invited sets their own password: give --password or --invite, not both.')
    const password = given.invite === true ? undefined : await passwordFrom('password', 'USER_PASSWORD')
    checkSignIn(email, password)
    const db = await database()
    const tenant = await tenantOf(db, textOf(given, 'tenant'))
    const { firstName, lastName } = checkedBy(
      Names,
      { firstName: textOf(given, 'first-name'), lastName: textOf(given, 'last-name') },
      { firstName: 'first-name', lastName: 'last-name' },
    )
    const name = `${firstName} ${lastName}`
    if (password !== undefined) await checkStrength(password, { email, name }, [tenant.name, tenant.code])
    const passwordHash = password === undefined ? null : await hashPassword(password)
    const context = { tenantId: tenant.tenantId, userId: null, reach: null, clock: null, requestId: null }
    const code = textOf(given, 'account')
    const userId = await db.write(context, async (tx) => {
      const account = await accountOf(tx, code, tenant.code)
      const person = { email, firstName, lastName }
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
        await invite(tx, { ...person, userId: created, languageCode: 'en', accountName: account.name }, null, mailer())
      return created
    })
    out.say(
      passwordHash !== null
        ? `${email} can sign in.`
        : given.invite === true
          ? `${email} is pending. ${invitationSays(config(), email)}`
          : `${email} is pending: without a password or an invitation nobody signs in.`,
    )
    out.answer({ userId, status: passwordHash === null ? 'user_pending' : 'user_active' })
    return true
  },
}

export const userList: Command = {
  name: 'user list',
  positionals: [],
  summary: 'The users of a tenant, with the codes of their accounts',
  options: {
    tenant: { type: 'string', help: 'C code of the tenant', required: true },
    account: { type: 'string', help: 'CODE of the account (all of them)' },
  },
  async run({ given, out, database }) {
    const db = await database()
    const { tenantId, code } = await tenantOf(db, textOf(given, 'tenant'))
    const read = db.read({ tenantId, userId: null, reach: null, clock: null, requestId: null })
    const account = maybeText(given, 'account')
    if (account !== undefined) await accountOf(read, account, code)
    const users = await listUsersOfTenant(read, account)
    const width = (of: (user: (typeof users)[number]) => string) => Math.max(0, ...users.map((user) => of(user).length))
    const [emails, codes] = [width(({ email }) => email), width(({ accountCode }) => accountCode)]
    for (const { email, accountCode, status, roles, firstName, lastName } of users) {
      const state = status.replace('user_', '').padEnd(9)
      out.say(
        `${email.padEnd(emails)}  ${accountCode.padEnd(codes)}  ${state}  ${roles.join(',')}  ${firstName} ${lastName}`,
      )
    }
    if (users.length === 0) out.say('There is none.')
    out.answer({ items: users })
    return true
  },
}
