import { holdDays, tenantsChannel } from '../modules/tenants/index.ts'
import type { Database } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import type { Reader } from '../platform/database/tx.ts'
import { openStorage } from '../platform/storage/storage.ts'
import { type Command, CommandError, maybeText, tenantOf } from './command.ts'
import { emptyTenant } from './empty-tenant.ts'
import { type Counts, countAll } from './tenant-show.ts'

export const tenantDelete: Command = {
  name: 'tenant delete',
  positionals: ['CODE'],
  summary: `Deletes a tenant for good, ${holdDays} days after it was suspended; a sandbox at any time. Shows first what would go`,
  options: { confirm: { type: 'string', help: 'CODE once more: without it nothing is deleted' } },
  async run({ given, positionals: [code = ''], out, config, database }) {
    const db = await database()
    const tenant = await tenantOf(db, code)
    const confirmed = maybeText(given, 'confirm')
    if (confirmed !== undefined && confirmed !== tenant.code)
      throw new CommandError(`--confirm repeats the code of the tenant: ${tenant.code}. Nothing was deleted.`)
    const as = { tenantId: tenant.tenantId, userId: null, reach: null, clock: null, requestId: null }
    const held = tenant.isSandbox ? null : await heldUntil(db, tenant.tenantId)
    const goes = await whatGoes(db.read(as))
    const sharing = await sharingWith(db.read(as))
    if (sharing.length > 0)
      throw new CommandError(
        `${tenant.code} is not deleted: products of it are published in ${sharing.join(', ')}. Publish them there no more, or suspend ${tenant.code} and let it stay.`,
      )
    out.say(`Tenant ${tenant.code} (${tenant.name}) holds:`)
    for (const [name, count] of Object.entries(inWords(goes))) out.say(`${`  ${name}:`.padEnd(18)}${count}`)
    if (goes.devices > 0)
      out.say('These devices are refused from then on, and their software stops when its leases run out.')
    if (held !== null && held.getTime() > Date.now())
      throw new CommandError(
        `${tenant.code} can be deleted from ${held.toISOString()} on, ${holdDays} days after it was suspended. Until then \`portal tenant resume ${tenant.code}\` takes everything back.`,
      )
    const answer = { tenantCode: tenant.code, deleted: confirmed !== undefined, ...goes }
    if (confirmed === undefined) {
      out.say(
        `Nothing is deleted yet. Export it first (\`portal tenant export\`), then repeat with --confirm ${tenant.code}. There is no way back but a backup.`,
      )
      out.answer(answer)
      return true
    }
    // The bytes first: what breaks off half-way is repeated, while rows that are gone would leave bytes that nobody finds.
    const storage = await openStorage(config())
    try {
      for await (const { key } of storage.list(`${tenant.tenantId}/`)) await storage.remove(key)
    } finally {
      storage.close()
    }
    await db.administer(as, async (tx) => {
      await emptyTenant(tx)
      await tx.run(sql`select pg_notify(${tenantsChannel}, ${tenant.code})`)
    })
    out.say(`Tenant ${tenant.code} is deleted. It is still in backups made before.`)
    out.answer(answer)
    return true
  },
}

/** From when on the tenant may be deleted. Refuses one that is not suspended. */
async function heldUntil(db: Database, tenantId: string): Promise<Date> {
  const row = await db.shared.row<{ until: Date | null; code: string }>(sql`
    select suspended_at + make_interval(days => ${holdDays}) as until, code::text from tenants where tenant_id = ${tenantId}`)
  if (row?.until) return row.until
  throw new CommandError(
    `${row?.code} is in service. \`portal tenant suspend ${row?.code}\` first; ${holdDays} days later it can be deleted.`,
  )
}

interface Goes extends Counts {
  /** Devices with a seat. */
  devices: number
}

async function whatGoes(read: Reader): Promise<Goes> {
  const row = await read.row<{ devices: number }>(sql`
    select count(*) as devices from offered.license_seats s
    where s.tenant_id = (select current_tenant()) and s.revoked_at is null`)
  return { ...(await countAll(read)), devices: row?.devices ?? 0 }
}

/** Codes of other tenants in which products of this one are published. */
const sharingWith = async (read: Reader): Promise<string[]> =>
  (
    await read.rows<{ code: string }>(sql`
      select distinct t.code::text as code
      from offered.product_publications p join offered.tenants t on t.tenant_id = p.tenant_id
      where p.owner_tenant_id = (select current_tenant()) and p.tenant_id <> p.owner_tenant_id order by 1`)
  ).map(({ code }) => code)

const inWords = (goes: Goes) => {
  const { accounts, users, products, orders, deals, licenses, devices, files, fileBytes } = goes
  const said = { accounts, users, products, orders, deals, licenses, devices }
  return {
    ...Object.fromEntries(Object.entries(said).map(([name, count]) => [name, count.toLocaleString('en')])),
    files: `${files.toLocaleString('en')}, ${fileBytes.toLocaleString('en')} bytes`,
  }
}
