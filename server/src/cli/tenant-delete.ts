import { openSessions } from '../modules/people/index.ts'
import { beginDeletion, holdDays, noteDeletion, setSuspended, tenantsChannel } from '../modules/tenants/index.ts'
import type { Database } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import type { Context, Reader, Tx } from '../platform/database/tx.ts'
import { openStorage, type Storage } from '../platform/storage/storage.ts'
import { type Command, CommandError, maybeText, tenantOf } from './command.ts'
import { emptyInPieces, emptyTenant } from './empty-tenant.ts'
import { type Counts, countAll } from './tenant-show.ts'

/** Objects that are removed at once. */
const objectsAtOnce = 16

export const tenantDelete: Command = {
  name: 'tenant delete',
  positionals: ['CODE'],
  summary: `Deletes a tenant for good, ${holdDays} days after it was suspended; a sandbox at any time. Shows first what would go`,
  options: { confirm: { type: 'string', help: 'CODE once more: without it nothing is deleted' } },
  async run({ given, positionals: [code = ''], out, config, database }) {
    const db = await database()
    const tenant = await tenantOf(db, code, { maybeGoing: true })
    const confirmed = maybeText(given, 'confirm')
    if (confirmed !== undefined && confirmed !== tenant.code)
      throw new CommandError(`--confirm repeats the code of the tenant: ${tenant.code}. Nothing was deleted.`)
    const as = { tenantId: tenant.tenantId, userId: null, reach: null, clock: null, requestId: null }
    const held = tenant.isSandbox ? null : await heldUntil(db, tenant.tenantId)
    const goes = await whatGoes(db.read(as))
    await refuseShared(db.read(as), tenant.code)
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
        tenant.isGoing
          ? `Its deletion has begun and was broken off. Repeat with --confirm ${tenant.code}: it goes on.`
          : `Nothing is deleted yet. Export it first (\`portal tenant export\`), then repeat with --confirm ${tenant.code}. There is no way back but a backup.`,
      )
      out.answer(answer)
      return true
    }
    await db.administer(as, (tx) => begin(tx, tenant.code))
    await emptyInPieces(db, as)
    const storage = await openStorage(config())
    try {
      await removeObjects(storage, `${tenant.tenantId}/`)
    } finally {
      storage.close()
    }
    await end(db, as, tenant.code)
    // It may have lived elsewhere: whoever asks for it there is told that there is none.
    for (const primary of db.primaries)
      await primary.db.administer({ ...as, tenantId: '' }, (tx) =>
        tx.run(sql`delete from moved_tenants where moved_id = ${tenant.tenantId}`),
      )
    out.say(`Tenant ${tenant.code} is deleted. It is still in backups made before. Its code is free.`)
    out.answer(answer)
    return true
  },
}

/** From here on there is no way back, and nobody finds the tenant: what breaks off later is begun again by the same command. */
async function begin(tx: Tx, code: string): Promise<void> {
  await refuseShared(tx, code)
  // A real one is suspended since long; the schema refuses it otherwise.
  if (await setSuspended(tx, { reason: 'is being deleted' })) await openSessions().endEvery(tx, 'tenant suspended')
  await beginDeletion(tx)
}

/** The last rows, and the tenant's own one, which the command needs to be begun again. */
const end = (db: Database, as: Context, code: string): Promise<void> =>
  db.administer(as, async (tx) => {
    if (!(await noteDeletion(tx))) return
    await emptyTenant(tx)
    // Jobs that wait: mails of a suspended tenant, deliveries. Those that run find nothing.
    await tx.run(sql`
      select graphile_worker.complete_jobs(array(
        select id from graphile_worker._private_jobs where payload ->> 'tenantId' = ${as.tenantId} and locked_at is null))`)
    await tx.run(sql`select pg_notify(${tenantsChannel}, ${code})`)
  })

async function removeObjects(storage: Storage, folder: string): Promise<void> {
  const keys: string[] = []
  const removed = () => Promise.all(keys.splice(0).map((key) => storage.remove(key)))
  for await (const { key } of storage.list(folder)) if (keys.push(key) === objectsAtOnce) await removed()
  await removed()
}

/** From when on the tenant may be deleted. Refuses one that is not suspended. */
async function heldUntil(db: Database, tenantId: string): Promise<Date> {
  const row = await db
    .read({ tenantId, userId: null, reach: null, clock: null, requestId: null })
    .row<{ until: Date | null; code: string }>(sql`
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

/** Refuses while products of this tenant are published in others, which may have sold them. */
async function refuseShared(read: Reader, code: string): Promise<void> {
  const others = await read.rows<{ code: string }>(sql`
    select distinct t.code::text as code
    from offered.product_publications p join offered.tenants t on t.tenant_id = p.tenant_id
    where p.owner_tenant_id = (select current_tenant()) and p.tenant_id <> p.owner_tenant_id order by 1`)
  if (others.length > 0)
    throw new CommandError(
      `${code} is not deleted: products of it are published in ${others.map((other) => other.code).join(', ')}. Publish them there no more, or suspend ${code} and let it stay.`,
    )
}

const inWords = (goes: Goes) => {
  const { accounts, users, products, orders, deals, licenses, devices, files, fileBytes } = goes
  const said = { accounts, users, products, orders, deals, licenses, devices }
  return {
    ...Object.fromEntries(Object.entries(said).map(([name, count]) => [name, count.toLocaleString('en')])),
    files: `${files.toLocaleString('en')}, ${fileBytes.toLocaleString('en')} bytes`,
  }
}
