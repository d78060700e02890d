import { anchorEnd, anchorsMigration, openAnchorFile, record, sealAudit } from '../modules/audit/index.ts'
import { listTenants } from '../modules/tenants/index.ts'
import type { Config } from '../platform/config.ts'
import type { Database } from '../platform/database/database.ts'
import { type Command, tenantOf, textOf } from './command.ts'

const inTenant = (tenantId: string) => ({ tenantId, userId: null, reach: null, clock: null, requestId: null })

/** Runs once, right after the migration that adds anchors: anchors the current ends of the chains. */
export async function anchorAfterMigration(db: Database, config: Config, applied: string[]): Promise<void> {
  if (!applied.includes(anchorsMigration)) return
  const anchors = openAnchorFile(config.auditAnchors)
  for (const { tenantId } of await listTenants(db.shared))
    await db.write(inTenant(tenantId), (tx) => anchorEnd(tx, anchors))
}

export const auditAnchor: Command = {
  name: 'audit anchor',
  positionals: [],
  summary: 'Declares the current end of the audit log the right one: after a restore, and once you know why it differs',
  options: { tenant: { type: 'string', help: 'C code of the tenant', required: true } },
  async run({ given, out, config, database }) {
    const db = await database()
    const { tenantId } = await tenantOf(db, textOf(given, 'tenant'))
    const anchors = openAnchorFile(config().auditAnchors, (error) => out.complain(error.message))
    const seq = await db.write(inTenant(tenantId), async (tx) => {
      await record(tx, 'audit.anchored', 'tenant', tenantId)
      while ((await sealAudit(tx)) > 0);
      return anchorEnd(tx, anchors, true)
    })
    out.say(`The audit log is anchored at link ${seq}.`)
    out.answer({ seq })
    return true
  },
}
