import { hashPassword, openSessions, setByOperator } from '../modules/people/index.ts'
import { type Command, CommandError, tenantOf, textOf } from './command.ts'
import { checkSignIn, checkStrength } from './create-tenant.ts'

export const userSetPassword: Command = {
  name: 'user set-password',
  positionals: [],
  summary: 'A new password for a user whom no mail reaches; every session of theirs ends',
  options: {
    tenant: { type: 'string', help: 'C code of the tenant', required: true },
    email: { type: 'string', help: 'E address of the user', required: true },
    password: {
      type: 'string',
      help: 'P the password; - reads a line of standard input; or the variable USER_PASSWORD',
    },
  },
  async run({ given, out, database, mailer, password: passwordFrom }) {
    const email = textOf(given, 'email')
    const password = await passwordFrom('password', 'USER_PASSWORD')
    if (password === undefined) throw new CommandError('--password is missing: - reads it from standard input.')
    checkSignIn(email, password)
    const db = await database()
    const tenant = await tenantOf(db, textOf(given, 'tenant'))
    await checkStrength(password, { email, name: '' }, [tenant.name, tenant.code])
    const passwordHash = await hashPassword(password)
    const context = { tenantId: tenant.tenantId, userId: null, reach: null, clock: null, requestId: null }
    const done = await db.write(context, (tx) =>
      setByOperator(tx, email, passwordHash, { sessions: openSessions(), mailer: mailer() }),
    )
    if (done === null)
      throw new CommandError(
        `Nobody in ${tenant.code} signs in as ${email}: see \`portal user list\`, and whether they are suspended.`,
      )
    out.say(
      done === 'changed'
        ? `${email} signs in with the new password; every session has ended, and a mail says so.`
        : `${email} was pending, is active now, and signs in with the password.`,
    )
    out.answer({ email, done })
    return true
  },
}
