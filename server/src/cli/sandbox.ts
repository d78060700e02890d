import { randomBytes } from 'node:crypto'
import { actAs, type DemoMeans, demoSignIns, tellStory } from '../demo/index.ts'
import { findRootAccount } from '../modules/accounts/index.ts'
import { anchorEnd, openAnchorFile, sealAudit } from '../modules/audit/index.ts'
import type { FurnishedTenant } from '../modules/installation/index.ts'
import { createUser, hashPassword, openSessions } from '../modules/people/index.ts'
import { findTenantSettings, setSuspended, tenantsChannel } from '../modules/tenants/index.ts'
import { type Database, isCollision } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import type { Tx } from '../platform/database/tx.ts'
import { newId } from '../platform/ids.ts'
import { openSecrets } from '../platform/secrets.ts'
import { openSigner } from '../platform/signing/signer.ts'
import { openStorage } from '../platform/storage/storage.ts'
import { type Call, type Command, CommandError, tenantOf } from './command.ts'
import { checkNew, inWords, type NewTenant } from './create-tenant.ts'
import { emptyTenant } from './empty-tenant.ts'
import { readKeys, writeKeys } from './kept-keys.ts'

/* Sandboxes: tenants to try everything in (decision 147). */

/** A sandbox holds some 20 MB, and its jobs run like those of every tenant. */
const mostSandboxes = 20

const asTenant = (tenantId: string) => ({ tenantId, userId: null, reach: null, clock: null, requestId: null })

type Ours = Pick<Call, 'config' | 'database'>

/** Does work with what the network needs beside the database: the store of files and the signing keys. */
async function withMeans<T>({ config }: Ours, db: Database, work: (means: DemoMeans) => Promise<T>): Promise<T> {
  const storage = await openStorage(config())
  try {
    const secrets = openSecrets(config())
    return await work({ storage, signer: openSigner(db, secrets), secrets })
  } finally {
    storage.close()
  }
}

/** Creates a sandbox with the demo's network, whose people have the first super admin's password, and that super admin. */
export async function createSandbox(
  call: Ours,
  draft: Omit<NewTenant, 'currencyCode'>,
  at?: Database,
): Promise<FurnishedTenant> {
  const db = await call.database()
  const { passwordHash, ...names } = await checkNew(db, draft)
  const tenantId = newId()
  const everybodys = passwordHash ?? (await hashPassword(randomBytes(32).toString('base64')))
  const { code, name, hosts = [] } = draft
  const portal = { code, name, hosts, isSandbox: true }
  try {
    return await withMeans(call, db, (means) =>
      (at ?? db).administer(asTenant(tenantId), async (tx) => {
        await mayHaveOneMore(tx)
        await tellStory(tx, means, { tenantId, passwordHash: everybodys, portal }, new Date())
        await actAs(tx, null, new Date())
        const { rootAccountId, rootAccountCode } = await rootOf(tx)
        const admin = { email: draft.adminEmail, ...names, languageCode: draft.languageCode ?? 'en' }
        const userId = await createUser(tx, {
          ...admin,
          accountId: rootAccountId,
          roles: ['SuperAdmin'],
          status: passwordHash === null ? 'user_pending' : 'user_active',
          passwordHash,
        })
        await draft.inviteAdmin?.(tx, { ...admin, userId, accountName: name })
        return { tenantId, rootAccountId, rootAccountCode, userId }
      }),
    )
  } catch (error) {
    throw inWords(error, draft)
  }
}

async function mayHaveOneMore(tx: Tx): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('sandboxes', 0))`)
  const row = await tx.row<{ count: number }>(sql`select count(*)::int as count from tenants where is_sandbox`)
  if ((row?.count ?? 0) >= mostSandboxes)
    throw new CommandError(
      `There are ${mostSandboxes} sandboxes already. Use one of them: \`portal tenant reset CODE\`.`,
    )
}

async function rootOf(tx: Tx) {
  const root = await findRootAccount(tx)
  if (!root) throw new Error('The network has no root account')
  return { rootAccountId: root.accountId, rootAccountCode: root.code }
}

/** Why a sandbox is suspended meanwhile. */
const resetReason = 'is being reset'

export const tenantReset: Command = {
  name: 'tenant reset',
  positionals: ['CODE'],
  summary: 'Empties a sandbox and fills it again; its name, host names, own super admins and API keys stay',
  options: {},
  async run(call) {
    const { positionals, out } = call
    const [code = ''] = positionals
    const db = await call.database()
    const tenant = await tenantOf(db, code)
    if (!tenant.isSandbox) throw new CommandError(`${tenant.code} is no sandbox: a real tenant is never emptied.`)
    // One that a reset left behind, which was ended in the middle, is begun again.
    const { suspensionReason } = (await findTenantSettings(db, tenant.tenantId)) ?? {}
    if (tenant.isSuspended && suspensionReason !== resetReason)
      throw new CommandError(`Tenant ${tenant.code} is suspended. \`portal tenant resume ${tenant.code}\` first.`)
    const as = asTenant(tenant.tenantId)
    // Nobody writes meanwhile.
    await db.administer(as, async (tx) => {
      await setSuspended(tx, { reason: resetReason })
      await openSessions().endEvery(tx, 'tenant suspended')
    })
    try {
      const anchors = openAnchorFile(call.config().auditAnchors, (error) => out.complain(error.message))
      const keys = await withMeans(call, db, (means) =>
        again(() =>
          db.administer(as, async (tx) => {
            const kept = await refill(tx, means, tenant)
            // The anchors outside are of the log that went.
            while ((await sealAudit(tx)) > 0);
            await anchorEnd(tx, anchors, true)
            return kept
          }),
        ),
      )
      out.say(`Sandbox ${tenant.code} is as new. ${keys} API keys work as before.`)
      out.answer({ tenantCode: tenant.code, keys })
      return true
    } catch (error) {
      await db.administer(as, (tx) => setSuspended(tx, null))
      throw error
    }
  },
}

/** A job of the tenant that was under way may collide with it, and loses nothing by that. */
async function again<T>(work: () => Promise<T>, tries = 3): Promise<T> {
  return work().catch((error: unknown) => {
    if (tries > 1 && isCollision(error)) return again(work, tries - 1)
    throw error
  })
}

interface Refilled {
  tenantId: string
  code: string
  name: string
}

async function refill(tx: Tx, means: DemoMeans, { tenantId, code, name }: Refilled): Promise<number> {
  const admins = await ownAdmins(tx)
  const keys = await readKeys(tx)
  const hosts = await tx.rows<{ host: string }>(sql`
    select host::text from tenant_hosts where tenant_id = ${tenantId} and proved_at is not null`)
  const files = await tx.rows<{ id: string }>(sql`select file_id as id from files where tenant_id = ${tenantId}`)
  const passwordHash = admins[0]?.passwordHash ?? (await hashPassword(randomBytes(32).toString('base64')))
  await emptyTenant(tx)
  const portal = { code, name, hosts: hosts.map(({ host }) => host), isSandbox: true }
  await tellStory(tx, means, { tenantId, passwordHash, portal }, new Date())
  await actAs(tx, null, new Date())
  const { rootAccountId } = await rootOf(tx)
  for (const admin of admins) await createUser(tx, { ...admin, accountId: rootAccountId, roles: ['SuperAdmin'] })
  await tx.run(sql`
    insert into file_removals (file_id) select id from unnest(${files.map(({ id }) => id)}::uuid[]) as id`)
  await tx.run(sql`select pg_notify(${tenantsChannel}, ${code})`)
  return writeKeys(tx, keys)
}

/** The super admins that are not of the demo's network, the first one first. */
const ownAdmins = (tx: Tx) =>
  tx.rows<{
    email: string
    firstName: string
    lastName: string
    timeZone: string
    languageCode: string
    status: 'user_active'
    passwordHash: string
  }>(sql`
    select u.email::text, u.first_name as "firstName", u.last_name as "lastName", u.time_zone as "timeZone",
           u.language_code as "languageCode", u.status, u.password_hash as "passwordHash"
    from users u
    where u.tenant_id = (select current_tenant()) and u.deleted_at is null and u.status = 'user_active'
      and u.password_hash is not null and u.email <> all(${demoSignIns.map(({ email }) => email)}::citext[])
      and exists (
        select from user_roles ur join roles r using (tenant_id, role_id)
        where ur.tenant_id = u.tenant_id and ur.user_id = u.user_id and r.is_super_admin)
    order by u.created_at, u.user_id`)
