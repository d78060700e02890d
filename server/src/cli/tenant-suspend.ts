import { record } from '../modules/audit/index.ts'
import { openSessions } from '../modules/people/index.ts'
import { setSuspended } from '../modules/tenants/index.ts'
import { type Command, CommandError, maybeText, tenantOf } from './command.ts'

/** Characters of the reason, which is kept in the audit log. */
const longestReason = 255

export const tenantSuspend: Command = {
  name: 'tenant suspend',
  positionals: ['CODE'],
  summary:
    'Ends every session of a tenant and refuses its calls, jobs and mails until it is resumed; its data and its devices stay',
  options: { reason: { type: 'string', help: 'TEXT for the audit log and `portal tenant show`; users do not see it' } },
  async run({ given, positionals: [code = ''], out, database }) {
    const reason = maybeText(given, 'reason')?.trim() || null
    if (reason !== null && reason.length > longestReason)
      throw new CommandError(`--reason has at most ${longestReason} characters.`)
    const db = await database()
    const tenant = await tenantOf(db, code)
    const sessions = await db.administer(asTenant(tenant), async (tx) => {
      if (!(await setSuspended(tx, { reason })))
        throw new CommandError(`Tenant ${tenant.code} is suspended already. See \`portal tenant show ${tenant.code}\`.`)
      const ended = await openSessions().endEvery(tx, 'tenant suspended')
      await record(tx, 'tenant.suspended', 'tenant', tenant.tenantId, { after: { reason, sessions: ended } })
      return ended
    })
    out.say(`Tenant ${tenant.code} is suspended; ${sessions} sessions have ended. Its devices keep their seats.`)
    out.answer({ tenantCode: tenant.code, suspended: true, sessions })
    return true
  },
}

export const tenantResume: Command = {
  name: 'tenant resume',
  positionals: ['CODE'],
  summary: 'Lets the users of a suspended tenant sign in again, and sends the mails that waited and have not expired',
  options: {},
  async run({ positionals: [code = ''], out, database }) {
    const db = await database()
    const tenant = await tenantOf(db, code)
    await db.administer(asTenant(tenant), async (tx) => {
      if (!(await setSuspended(tx, null))) throw new CommandError(`Tenant ${tenant.code} is not suspended.`)
      await record(tx, 'tenant.resumed', 'tenant', tenant.tenantId, {})
    })
    out.say(`Tenant ${tenant.code} is resumed. Its users sign in again.`)
    out.answer({ tenantCode: tenant.code, suspended: false })
    return true
  },
}

const asTenant = ({ tenantId }: { tenantId: string }) => ({
  tenantId,
  userId: null,
  reach: null,
  clock: null,
  requestId: null,
})
