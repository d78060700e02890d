import { openAnchorFile } from '../modules/audit/index.ts'
import { listTenants } from '../modules/tenants/index.ts'
import { checkTenant } from './check/run.ts'
import { type Command, maybeText, tenantOf } from './command.ts'

export const check: Command = {
  name: 'check',
  positionals: [],
  summary: 'Whether all that must hold does hold, looked for in the raw rows',
  options: { tenant: { type: 'string', help: 'C code of the tenant (all of them)' } },
  async run({ given, out, config, database }) {
    const db = await database()
    const anchors = openAnchorFile(config().auditAnchors)
    const code = maybeText(given, 'tenant')
    const one = code === undefined ? undefined : await tenantOf(db, code)
    const tenants = one ? [{ tenantId: one.tenantId, tenantCode: one.code }] : await listTenants(db.shared)
    const answers = []
    for (const { tenantId, tenantCode } of tenants) {
      const { invariants, findings } = await checkTenant(db, tenantId, anchors)
      answers.push({ tenantCode, invariants, findings })
      out.say(
        `${tenantCode}: ${invariants} invariants, ${findings.length === 0 ? 'all of them hold' : `${findings.length} of them broken`}`,
      )
      for (const { invariant, count, examples } of findings) {
        out.say(`  It does not hold that ${invariant}:`)
        for (const example of examples) out.say(`    ${example}`)
        if (count > examples.length) out.say(`    … and ${count - examples.length} more`)
      }
    }
    if (db.weakness !== null) out.say(`A statement could make the server the owner of its database: ${db.weakness}.`)
    const good = answers.every(({ findings }) => findings.length === 0)
    out.answer({ ok: good, tenants: answers, weakness: db.weakness })
    return good
  },
}
