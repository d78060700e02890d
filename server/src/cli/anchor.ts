import { anchorEnd, openAnchorFile, record, sealAudit } from '../modules/audit/index.ts'
import { type Command, tenantOf, textOf } from './command.ts'

const inTenant = (tenantId: string) => ({ tenantId, userId: null, reach: null, clock: null, requestId: null })

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
