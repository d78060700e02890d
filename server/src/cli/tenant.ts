import { languageCodes, TimeZone } from '@trellis/contract/users'
import { type Invited, invite } from '../modules/people/index.ts'
import { type DeletedTenant, listDeleted, listTenants, sandboxName } from '../modules/tenants/index.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tx } from '../platform/database/tx.ts'
import { type Command, CommandError, maybeText, type Output, primaryOf, textOf } from './command.ts'
import { createTenant, invitationSays } from './create-tenant.ts'
import { createSandbox } from './sandbox.ts'

export const tenantCreate: Command = {
  name: 'tenant create',
  isFirst: true,
  positionals: [],
  summary: 'A branded portal with its groups, roles and root account, and a first super admin',
  options: {
    code: { type: 'string', help: 'C short name, as in C.localhost', required: true },
    name: { type: 'string', help: 'N name of the vendor', required: true },
    'admin-email': { type: 'string', help: 'E of the super admin', required: true },
    'admin-password': {
      type: 'string',
      help: 'P of the super admin; - reads a line of standard input; or the variable ADMIN_PASSWORD',
    },
    invite: { type: 'boolean', help: 'send the super admin an invitation, with which they set their own password' },
    'admin-first-name': { type: 'string', help: 'F (Super)' },
    'admin-last-name': { type: 'string', help: 'L (Admin)' },
    language: { type: 'string', help: 'LL of the super admin, en or it (en)' },
    currency: { type: 'string', help: 'CCC ISO 4217 (EUR)' },
    'time-zone': {
      type: 'string',
      help: 'Z whose days documents print, such as Europe/Rome (that of the super admin)',
    },
    host: { type: 'string', help: 'H host name that the portal is served on' },
    on: { type: 'string', help: 'P name of the primary that it will live in, of several (main)' },
    sandbox: {
      type: 'boolean',
      help: 'to try everything in: filled with a network and a year of business, mails stay in it',
    },
  },
  async run(call) {
    const { given, out, config, database, password, mailer } = call
    if (given.sandbox === true && (given.currency ?? given['time-zone']) !== undefined)
      throw new CommandError(
        'A sandbox has the currency and the time zone of its network: leave --currency and --time-zone out.',
      )
    const currencyCode = maybeText(given, 'currency') ?? 'EUR'
    if (!/^[a-z]{3}$/i.test(currencyCode)) throw new CommandError('--currency is an ISO 4217 code, such as EUR.')
    const timeZone = maybeText(given, 'time-zone')
    if (timeZone !== undefined && !TimeZone.safeParse(timeZone).success)
      throw new CommandError('--time-zone is the name of a zone, such as Europe/Rome.')
    const languageCode = maybeText(given, 'language')
    if (languageCode !== undefined && !languageCodes.some((code) => code === languageCode))
      throw new CommandError(`--language is one of ${languageCodes.join(', ')}.`)
    const host = maybeText(given, 'host')
    const code = textOf(given, 'code').trim().toLowerCase()
    const name = textOf(given, 'name')
    const isInvited = given.invite === true
    if (isInvited && given['admin-password'] !== undefined)
      throw new CommandError('Whoever is invited sets their own password: give --admin-password or --invite, not both.')
    const adminPassword = isInvited ? undefined : await password('admin-password', 'ADMIN_PASSWORD')
    if (!isInvited && adminPassword === undefined)
      throw new CommandError(
        'The super admin needs a password or an invitation: give --invite, the variable ADMIN_PASSWORD, or --admin-password - and a line on standard input.',
      )
    const draft = {
      code,
      name,
      hosts: host === undefined ? [] : [host.trim().toLowerCase()],
      adminEmail: textOf(given, 'admin-email'),
      ...(adminPassword === undefined
        ? { inviteAdmin: (tx: Tx, admin: Invited) => invite(tx, admin, null, mailer()) }
        : { adminPassword }),
      ...(languageCode === undefined ? {} : { languageCode }),
      ...namesOf(maybeText(given, 'admin-first-name'), maybeText(given, 'admin-last-name')),
    }
    const db = await database()
    const at = primaryOf(db, maybeText(given, 'on'))
    const created =
      given.sandbox === true
        ? await createSandbox(call, draft, at)
        : await createTenant(db, { ...draft, currencyCode, ...(timeZone === undefined ? {} : { timeZone }) }, at)
    const admin = textOf(given, 'admin-email')
    out.say(
      `${given.sandbox === true ? 'Sandbox' : 'Tenant'} ${code} (${name}) is there; the code of its root account is ${created.rootAccountCode}.`,
    )
    out.say(isInvited ? invitationSays(config(), admin) : `${admin} can sign in.`)
    if (given.sandbox === true && !isInvited) out.say('So can the people of its network, with the same password.')
    out.answer({ ...created, tenantCode: code, tenantName: given.sandbox === true ? sandboxName(name) : name })
    return true
  },
}

const namesOf = (first: string | undefined, last: string | undefined) => ({
  ...(first === undefined ? {} : { adminFirstName: first }),
  ...(last === undefined ? {} : { adminLastName: last }),
})

export const tenantList: Command = {
  name: 'tenant list',
  positionals: [],
  summary: 'The tenants of this installation',
  options: { deleted: { type: 'boolean', help: 'instead, those that were deleted, the last one first' } },
  async run({ given, out, database }) {
    if (given.deleted === true) return sayDeleted(await listDeleted(await database()), out)
    const tenants = await listWithPrimaries(await database())
    const width = Math.max(0, ...tenants.map(({ tenantCode }) => tenantCode.length))
    for (const { tenantCode, tenantName, isGoing, primary } of tenants)
      out.say(
        `${tenantCode.padEnd(width)}  ${tenantName}${primary === undefined ? '' : `, in ${primary}`}${isGoing ? ', is being deleted' : ''}`,
      )
    if (tenants.length === 0) out.say('There is none yet. See `portal tenant create --help`.')
    out.answer({ items: tenants })
    return true
  },
}

/** Of several primaries also in which one each lives. */
async function listWithPrimaries(db: Database) {
  if (db.primaries.length === 1) return (await listTenants(db)).map((tenant) => ({ ...tenant, primary: undefined }))
  const all = await Promise.all(
    db.primaries.map(async (primary) =>
      (await listTenants(primary.db)).map((tenant) => ({ ...tenant, primary: primary.name })),
    ),
  )
  return all.flat()
}

function sayDeleted(deleted: DeletedTenant[], out: Output): boolean {
  for (const { tenantCode, tenantName, suspendedAt, deletedAt } of deleted)
    out.say(
      `${deletedAt.toISOString()}  ${tenantCode}  ${tenantName}, suspended on ${suspendedAt.toISOString().slice(0, 10)}`,
    )
  if (deleted.length === 0) out.say('None was deleted.')
  out.answer({ items: deleted })
  return true
}
