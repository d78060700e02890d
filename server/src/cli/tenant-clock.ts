import { advanceClock, readClock } from '../modules/settings/index.ts'
import { Refusal } from '../platform/refusal.ts'
import { type Command, CommandError, issuesIn, maybeText, tenantOf } from './command.ts'

export const tenantClock: Command = {
  name: 'tenant clock',
  positionals: ['CODE'],
  summary: 'The business time of a sandbox; with --to it is moved forward, and what is due by then happens at once',
  options: {
    to: { type: 'string', help: 'DATE such as 2027-03-01 (the beginning of that day in UTC) or 2027-03-01T09:00:00Z' },
  },
  async run({ given, positionals: [code = ''], out, database }) {
    const to = maybeText(given, 'to')
    const date = to === undefined ? undefined : instantOf(to)
    const db = await database()
    const tenant = await tenantOf(db, code)
    if (!tenant.isSandbox)
      throw new CommandError(`${tenant.code} is no sandbox: the time of a real tenant is that of the machine.`)
    const as = { tenantId: tenant.tenantId, userId: null, reach: null, clock: null, requestId: null }
    const clock =
      date === undefined
        ? await readClock(db.read(as))
        : await db
            .write(as, (tx) => advanceClock(tx, tenant, date))
            .catch((error: unknown) => {
              throw error instanceof Refusal ? new CommandError(`--to: ${reasonOf(error)}.`) : error
            })
    out.say(`Business time of ${tenant.code}: ${clock.date}; the machine's: ${clock.machineDate}.`)
    out.answer({ tenantCode: tenant.code, ...clock })
    return true
  },
}

function instantOf(text: string): string {
  const at = /^\d{4}-\d{2}-\d{2}(T.+(Z|[+-]\d{2}:\d{2}))?$/.test(text) ? new Date(text) : undefined
  if (at === undefined || Number.isNaN(at.getTime()))
    throw new CommandError('--to is a date such as 2027-03-01, or an instant such as 2027-03-01T09:00:00Z.')
  return at.toISOString()
}

const reasonOf = (refusal: Refusal): string => issuesIn(refusal)[0]?.message ?? refusal.message
