import { ApiKeyDraft } from '@trellis/contract/api-keys'
import { findRootAccount } from '../modules/accounts/index.ts'
import { actorOfUser, createKey, endKey, listKeys, openSessions } from '../modules/people/index.ts'
import type { Database } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import type { Reader } from '../platform/database/tx.ts'
import { Refusal } from '../platform/refusal.ts'
import { type Actor, actingAs } from '../platform/tenancy.ts'
import {
  type Command,
  CommandError,
  checkedBy,
  issuesIn,
  maybeList,
  maybeText,
  optionsOf,
  tenantOf,
  textOf,
} from './command.ts'

const contextOf = (tenantId: string, actor: Pick<Actor, 'userId' | 'accountId'> | null) => ({
  tenantId,
  ...actingAs(actor),
  reach: actor?.accountId ?? null,
  clock: null,
  requestId: null,
})

const tenantOption = { tenant: { type: 'string', help: 'C code of the tenant', required: true } } as const

export const apiKeyCreate: Command = {
  name: 'apikey create',
  positionals: [],
  summary: 'An API key of an account, in the name of a user who may make it; it is printed this once',
  options: {
    ...tenantOption,
    account: { type: 'string', help: 'CODE of the account for which it acts', required: true },
    by: { type: 'string', help: 'E address of its maker: it never has more permissions than they', required: true },
    name: { type: 'string', help: 'N what it is for', required: true },
    permission: {
      type: 'string',
      help: 'MODULE=FLAGS such as Orders=c-r-u; several times, but not with --scim',
      several: true,
    },
    scim: { type: 'boolean', help: 'only for a directory that provisions users by SCIM' },
    expires: { type: 'string', help: 'YYYY-MM-DD last day, in UTC; two years from now at most (one year)' },
    address: {
      type: 'string',
      help: 'CIDR address or network from which it is accepted; several times',
      several: true,
    },
  },
  async run({ given, out, database }) {
    const db = await database()
    const { tenantId, code } = await tenantOf(db, textOf(given, 'tenant'))
    const maker = await makerOf(db, tenantId, textOf(given, 'by'), code)
    const { id: accountId } = await accountOf(db.read(contextOf(tenantId, maker)), textOf(given, 'account'), code)
    const options = { permissions: 'permission', addresses: 'address', expirationDate: 'expires' }
    const draft = {
      name: textOf(given, 'name'),
      parentAccountId: accountId,
      purpose: given.scim === true ? 'scim' : 'calls',
      permissions: (maybeList(given, 'permission') ?? []).map((text) => {
        const [module, flags] = text.split('=')
        return { module, flags: flags ?? '' }
      }),
      expirationDate: dayOf(maybeText(given, 'expires')),
      addresses: maybeList(given, 'address') ?? [],
    }
    if ((given.scim === true) === draft.permissions.length > 0)
      throw new CommandError('Give --permission, or --scim: what a directory may do is what the maker of its key may.')
    const checked = checkedBy(ApiKeyDraft, draft, options)
    const made = await db
      .write(contextOf(tenantId, maker), (tx) => createKey(tx, maker, checked, 'command'))
      .catch((error: unknown) => {
        if (error instanceof Refusal && issuesIn(error).length > 0)
          throw new CommandError(optionsOf(issuesIn(error), options))
        throw error
      })
    out.say(
      `${made.key}\n\nThis is the only time that the key is shown. It acts for ${textOf(given, 'account')} as ${draft.name}.`,
    )
    out.answer(made)
    return true
  },
}

export const apiKeyList: Command = {
  name: 'apikey list',
  positionals: [],
  summary: 'The API keys of a tenant, ended ones too; never the keys themselves',
  options: { ...tenantOption, account: { type: 'string', help: 'CODE of the account (all of them)' } },
  async run({ given, out, database }) {
    const db = await database()
    const { tenantId, code } = await tenantOf(db, textOf(given, 'tenant'))
    const read = db.read(contextOf(tenantId, null))
    const asked = maybeText(given, 'account')
    const rootAccountId = await rootOf(read)
    const accountId = asked === undefined ? rootAccountId : (await accountOf(read, asked, code)).id
    const search = {
      limit: 3000,
      page: 1,
      sortBy: [],
      filterBy: [],
      filterBetweenDate: [],
      includeChildren: asked === undefined,
    }
    const { items } = await listKeys(read, search, accountId, {
      accountId: rootAccountId,
      rootAccountId,
      timeZone: 'UTC',
    })
    for (const key of items) {
      const rights =
        key.purpose === 'scim' ? 'scim' : key.permissions.map(({ module, flags }) => `${module}=${flags}`).join(' ')
      const days = `until ${key.expirationDate.slice(0, 10)}  last used ${key.lastUsedDate?.slice(0, 10) ?? 'never'}`
      out.say(
        `${key.prefix}…${key.lastFour}  ${key.status.padEnd(8)}  ${days}  ${key.accountName}: ${key.name}  ${rights}`,
      )
    }
    if (items.length === 0) out.say('There is none.')
    out.answer({ items })
    return true
  },
}

export const apiKeyEnd: Command = {
  name: 'apikey end',
  positionals: ['PREFIX'],
  summary: 'Ends an API key, which is named by its beginning: its next call is refused',
  options: tenantOption,
  async run({ given, positionals: [prefix = ''], out, database }) {
    const db = await database()
    const { tenantId, code } = await tenantOf(db, textOf(given, 'tenant'))
    const accountId = await rootOf(db.read(contextOf(tenantId, null)))
    const context = { ...contextOf(tenantId, null), reach: accountId }
    await db.write(context, async (tx) => {
      const key = await tx.row<{ id: string }>(sql`
        select key_id as id from api_keys where tenant_id = (select current_tenant()) and prefix = ${prefix.toLowerCase()}`)
      if (!key) throw new CommandError(`There is no API key ${prefix} in ${code}. See \`portal apikey list\`.`)
      await endKey(tx, key.id, openSessions(), 'ended by the operator')
    })
    out.say(`The API key ${prefix} has ended.`)
    out.answer({ prefix, ended: true })
    return true
  },
}

async function makerOf(db: Database, tenantId: string, email: string, code: string): Promise<Actor> {
  const read = db.read(contextOf(tenantId, null))
  const user = await read.row<Pick<Actor, 'userId' | 'accountId'>>(sql`
    select user_id as "userId", account_id as "accountId" from users
    where tenant_id = (select current_tenant()) and email = ${email} and deleted_at is null and sign_in_user_id is null`)
  const actor = user ? await actorOfUser(read, tenantId, user) : null
  if (actor === null) throw new CommandError(`There is no active user ${email} in ${code}.`)
  if (!actor.permissions.some(({ module, flags }) => module === 'Users' && flags.split('-').includes('c')))
    throw new CommandError(`${email} may not make API keys: that needs the permission Users c.`)
  return actor
}

/** The account of this code. */
export async function accountOf(read: Reader, asked: string, code: string): Promise<{ id: string; name: string }> {
  const account = await read.row<{ id: string; name: string }>(sql`
    select account_id as id, name from accounts
    where tenant_id = (select current_tenant()) and key_of(code) = key_of(${asked}) and deleted_at is null`)
  if (!account) throw new CommandError(`There is no account ${asked} in ${code}.`)
  return account
}

async function rootOf(read: Reader): Promise<string> {
  const root = await findRootAccount(read)
  if (!root) throw new CommandError('The tenant has no root account.')
  return root.accountId
}

function dayOf(text: string | undefined): string | null {
  if (text === undefined) return null
  const day = new Date(`${text}T23:59:59.999Z`)
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(day.getTime()) || !day.toISOString().startsWith(text))
    throw new CommandError(`--expires ${text} is not a day such as 2027-06-30.`)
  return day.toISOString()
}
