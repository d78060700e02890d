import { addOperator, listOperators, openSessions, removeOperator } from '../modules/people/index.ts'
import { listTenants } from '../modules/tenants/index.ts'
import type { Database } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import type { Tx } from '../platform/database/tx.ts'
import { type Call, type Command, CommandError, tenantOf, textOf } from './command.ts'

/* Operators of the installation, who create tenants at a screen (rules P67, decision 163). */

const asTenant = (tenantId: string) => ({ tenantId, userId: null, reach: null, clock: null, requestId: null })

const whom = {
  tenant: { type: 'string', help: 'C code of the tenant in which they sign in', required: true },
  email: { type: 'string', help: 'E address of the user', required: true },
} as const

export const operatorAdd: Command = {
  name: 'operator add',
  positionals: [],
  summary: 'Names a user an operator of the installation: they create tenants at a screen, and have no more in any',
  options: whom,
  async run(call) {
    const { email, tenant, db } = await asked(call)
    if (tenant.isSandbox)
      throw new CommandError(`${tenant.code} is a sandbox, whose people sign in by links that its super admins read.`)
    const { hasSecondFactor, isChanged } = await db.administer(asTenant(tenant.tenantId), async (tx) => {
      const user = await userOf(tx, email, tenant.code)
      if (user.status !== 'user_active')
        throw new CommandError(`${email} is not active: they accept their invitation, or are resumed, first.`)
      return { ...user, isChanged: await addOperator(tx, user.id, openSessions()) }
    })
    call.out.say(
      `${email} of ${tenant.code} is an operator of this installation${isChanged ? '' : ' as before'}, until they are suspended or removed.`,
    )
    if (!hasSecondFactor) call.out.say('They have no second factor. Have them set one up in their profile.')
    call.out.answer({ tenantCode: tenant.code, email, hasSecondFactor, changed: isChanged })
    return true
  },
}

export const operatorRemove: Command = {
  name: 'operator remove',
  positionals: [],
  summary: 'Takes it away again, at once; the user and their sessions stay',
  options: whom,
  async run(call) {
    const { email, tenant, db } = await asked(call)
    const isChanged = await db.administer(asTenant(tenant.tenantId), async (tx) =>
      removeOperator(tx, (await userOf(tx, email, tenant.code)).id, openSessions()),
    )
    call.out.say(`${email} of ${tenant.code} ${isChanged ? 'is no operator any more' : 'was no operator'}.`)
    call.out.answer({ tenantCode: tenant.code, email, changed: isChanged })
    return true
  },
}

export const operatorList: Command = {
  name: 'operator list',
  positionals: [],
  summary: 'The operators of this installation, and whether they have a second factor',
  options: {},
  async run({ out, database }) {
    const db = await database()
    const items = []
    for (const { tenantId, tenantCode } of await listTenants(db))
      for (const operator of await listOperators(db.read(asTenant(tenantId)))) items.push({ tenantCode, ...operator })
    for (const { tenantCode, email, firstName, lastName, hasSecondFactor } of items)
      out.say(`${tenantCode}  ${email}  ${firstName} ${lastName}${hasSecondFactor ? '' : ', no second factor'}`)
    if (items.length === 0) out.say('There is none. See `portal operator add --help`.')
    out.answer({ items })
    return true
  },
}

async function asked({ given, database }: Call) {
  const email = textOf(given, 'email')
  const db: Database = await database()
  return { email, db, tenant: await tenantOf(db, textOf(given, 'tenant')) }
}

/** Who signs in with this address: not a user of a further account, nor the one of an API key. */
async function userOf(tx: Tx, email: string, code: string) {
  const user = await tx.row<{ id: string; status: string; hasSecondFactor: boolean }>(sql`
    select user_id as id, status, has_second_factor(user_id) as "hasSecondFactor" from users
    where tenant_id = (select current_tenant()) and email = ${email} and deleted_at is null and sign_in_user_id is null
    for no key update`)
  if (!user) throw new CommandError(`Nobody in ${code} signs in as ${email}.`)
  return user
}
