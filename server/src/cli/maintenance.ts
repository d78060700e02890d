import { record } from '../modules/audit/index.ts'
import { beginMaintenance, endMaintenance, listMaintenances, type Maintenance } from '../modules/tenants/index.ts'
import type { Database } from '../platform/database/database.ts'
import type { Context, Tx } from '../platform/database/tx.ts'
import { type Call, type Command, CommandError, type Given, maybeText, tenantOf } from './command.ts'

/** Characters of the message, which the page shows. */
const longestMessage = 255
const tenantOption = { type: 'string', help: 'CODE only this tenant; without it, the whole installation' } as const

export const maintenanceOn: Command = {
  name: 'maintenance on',
  positionals: [],
  summary:
    'Answers every call with 503 and the browser with a page that says so, until `maintenance off`; again, it changes time and message',
  options: {
    tenant: tenantOption,
    until: {
      type: 'string',
      help: 'TIME when it is expected to be over: 45m or 2h from now, or 2027-03-01T09:00:00+01:00; it does not end by itself',
    },
    message: { type: 'string', help: 'TEXT shown on the page as it is, in whatever language its readers know' },
  },
  async run(call) {
    const { given, out } = call
    const until = untilOf(maybeText(given, 'until'), new Date())
    const message = maybeText(given, 'message')?.trim() || null
    if (message !== null && message.length > longestMessage)
      throw new CommandError(`--message has at most ${longestMessage} characters.`)
    const { db, tenant, as } = await scopeOf(call)
    const begun = await inEach(db, as, async (tx) => {
      const isNew = await beginMaintenance(tx, { tenantId: tenant?.tenantId ?? null, until, message })
      if (tenant)
        await record(tx, 'tenant.maintenance_began', 'tenant', tenant.tenantId, {
          after: { until: until?.toISOString() ?? null, message },
        })
      return isNew
    })
    const isNew = begun.every(Boolean)
    const who = nameOf(tenant)
    out.say(
      `${who} is in maintenance${isNew ? '' : ' as before'}${until ? `, expected until ${until.toISOString()}` : ''}. Calls that have begun are finished.`,
    )
    out.answer({ tenantCode: tenant?.code ?? null, until, message })
    return true
  },
}

export const maintenanceOff: Command = {
  name: 'maintenance off',
  positionals: [],
  summary: 'Ends the maintenance: calls are answered again, and open browsers come back by themselves',
  options: { tenant: tenantOption },
  async run(call) {
    const { db, tenant, as } = await scopeOf(call)
    const ended = await inEach(db, as, async (tx) => {
      const isEnded = await endMaintenance(tx, tenant?.tenantId ?? null)
      if (isEnded && tenant) await record(tx, 'tenant.maintenance_ended', 'tenant', tenant.tenantId, {})
      return isEnded
    })
    const isChanged = ended.includes(true)
    call.out.say(`${nameOf(tenant)} ${isChanged ? 'is back in service' : 'was not in maintenance'}.`)
    call.out.answer({ tenantCode: tenant?.code ?? null, changed: isChanged })
    return true
  },
}

export const maintenanceShow: Command = {
  name: 'maintenance show',
  positionals: [],
  summary: 'What is in maintenance, since when, until when, and what its page says',
  options: {},
  async run({ out, database }) {
    const db = await database()
    const items = await listMaintenances(db)
    for (const each of items) out.say(`${each.tenantCode ?? 'The installation'}: ${inMaintenance(each)}`)
    if (items.length === 0) out.say('Nothing is in maintenance.')
    out.answer({ items: items.map(({ tenantId: _, ...item }) => item) })
    return true
  },
}

export const inMaintenance = ({ beganAt, until, message }: Maintenance): string =>
  `in maintenance since ${beganAt.toISOString()}${until ? `, expected until ${until.toISOString()}` : ''}${message ? `: ${message}` : ''}`

const nameOf = (tenant: { code: string } | null): string => (tenant ? `Tenant ${tenant.code}` : 'The installation')

/** The tenant that `--tenant` names, or null for the installation. */
async function scopeOf({ given, database }: Pick<Call, 'database'> & { given: Given }) {
  const db = await database()
  const code = maybeText(given, 'tenant')
  const tenant = code === undefined ? null : await tenantOf(db, code)
  // No tenant is that of the transaction when it is about all of them.
  const as = { tenantId: tenant?.tenantId ?? '', userId: null, reach: null, clock: null, requestId: null }
  return { db, tenant, as }
}

/** That of a tenant stands in its primary, that of the installation in each of them. */
async function inEach<T>(db: Database, as: Context, work: (tx: Tx) => Promise<T>): Promise<T[]> {
  if (as.tenantId !== '') return [await db.administer(as, work)]
  const answers: T[] = []
  for (const primary of db.primaries) answers.push(await primary.db.administer(as, work))
  return answers
}

const units = { m: 60_000, h: 3_600_000 }

/** A time to come: a while from now, or an instant with its zone. */
function untilOf(text: string | undefined, now: Date): Date | null {
  if (text === undefined) return null
  const [, count, unit] = /^(\d{1,4})([mh])$/.exec(text) ?? []
  const at =
    count !== undefined
      ? new Date(now.getTime() + Number(count) * units[unit as keyof typeof units])
      : /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(text)
        ? new Date(text)
        : undefined
  if (at === undefined || Number.isNaN(at.getTime()))
    throw new CommandError(
      '--until is a while such as 45m or 2h, or an instant with its zone such as 2027-03-01T09:00:00+01:00.',
    )
  if (at <= now) throw new CommandError('--until lies in the past.')
  return at
}
