import { openSessions, resetPasskeys, resetSecondFactors } from '../modules/people/index.ts'
import { sql } from '../platform/database/sql.ts'
import { type Command, CommandError, tenantOf, textOf } from './command.ts'

export const userResetMfa: Command = {
  name: 'user reset-mfa',
  positionals: [],
  summary: 'Removes the second factors and passkeys of a user who lost them all; the password stays',
  options: {
    tenant: { type: 'string', help: 'C code of the tenant', required: true },
    email: { type: 'string', help: 'E address of the user', required: true },
  },
  async run({ given, out, database, mailer }) {
    const email = textOf(given, 'email')
    const db = await database()
    const tenant = await tenantOf(db, textOf(given, 'tenant'))
    const context = { tenantId: tenant.tenantId, userId: null, reach: null, clock: null, requestId: null }
    const removed = await db.write(context, async (tx) => {
      const user = await tx.row<{ id: string }>(sql`
        select user_id as id from users
        where tenant_id = (select current_tenant()) and email = ${email} and deleted_at is null and sign_in_user_id is null`)
      if (!user) throw new CommandError(`There is no user ${email} in ${tenant.code}.`)
      const hearing = { sessions: openSessions(), mailer: mailer() }
      return (await resetSecondFactors(tx, user.id, hearing)) + (await resetPasskeys(tx, user.id, hearing))
    })
    if (removed === 0) throw new CommandError(`${email} has no second factor.`)
    out.say(`${email} signs in with the password alone; every session has ended, and a mail says so.`)
    out.answer({ removed })
    return true
  },
}
