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
      if (!(await setSuspended(tx, { reason }))) return null
      const ended = await openSessions().endEvery(tx, 'tenant suspended')
      await record(tx, 'tenant.suspended', 'tenant', tenant.tenantId, { after: { reason, sessions: ended } })
      return ended
    })
    out.say(
      sessions === null
        ? `Tenant ${tenant.code} is suspended already; its reason stays. See \`portal tenant show ${tenant.code}\`.`
        : `Tenant ${tenant.code} is suspended; ${sessions} sessions have ended. Its devices keep their seats.`,
    )
    out.answer({ tenantCode: tenant.code, suspended: true, changed: sessions !== null, sessions: sessions ?? 0 })
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
    const isChanged = await db.administer(asTenant(tenant), async (tx) => {
      const isResumed = await setSuspended(tx, null)
      if (isResumed) await record(tx, 'tenant.resumed', 'tenant', tenant.tenantId, {})
      return isResumed
    })
    out.say(`Tenant ${tenant.code} ${isChanged ? 'is resumed. Its users sign in again' : 'was not suspended'}.`)
    out.answer({ tenantCode: tenant.code, suspended: false, changed: isChanged })
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
