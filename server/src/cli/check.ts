import { openAnchorFile } from '../modules/audit/index.ts'
import { listTenants } from '../modules/tenants/index.ts'
import { openStorage, type Storage } from '../platform/storage/storage.ts'
import { checkAgainst } from './check/against.ts'
import { checkTenant, type Finding } from './check/run.ts'
import { type Call, type Command, CommandError, maybeText, tenantOf } from './command.ts'

export const check: Command = {
  name: 'check',
  positionals: [],
  summary: 'Whether all that must hold does hold, looked for in the raw rows and the stored files',
  options: {
    tenant: { type: 'string', help: 'C code of the tenant (all of them)' },
    against: {
      type: 'string',
      help: 'DIR what `portal tenant export` wrote: its tenant alone, compared with the export, table by table',
    },
    contents: { type: 'boolean', help: 'read every stored file and compare its SHA-256; without, only sizes' },
  },
  async run(call) {
    const storage = await openStorage(call.config())
    try {
      return await checkWith(storage, call)
    } finally {
      storage.close()
    }
  },
}

async function checkWith(storage: Storage, { given, out, config, database }: Call): Promise<boolean> {
  if (given.against !== undefined && given.tenant !== undefined)
    throw new CommandError('The tenant of --against is that of the export: leave out --tenant.')
  const db = await database()
  const anchors = openAnchorFile(config().auditAnchors)
  const contents = given.contents === true
  const against = maybeText(given, 'against')
  const compared = against === undefined ? undefined : await checkAgainst(db, against)
  const code = compared?.tenantCode ?? maybeText(given, 'tenant')
  const one = code === undefined ? undefined : await tenantOf(db, code)
  const all = one ? [{ tenantId: one.tenantId, tenantCode: one.code, isGoing: false }] : await listTenants(db)
  // What has begun to go holds no invariant any more.
  for (const { tenantCode, isGoing } of all) if (isGoing) out.say(`${tenantCode}: is being deleted, not checked`)
  const tenants = all.filter(({ isGoing }) => !isGoing)
  const answers = []
  for (const { tenantId, tenantCode } of tenants) {
    const checked = await checkTenant(db, tenantId, { anchors, storage, contents })
    const invariants = checked.invariants + (compared?.invariants ?? 0)
    const findings = [...checked.findings, ...(compared?.findings ?? [])]
    answers.push({ tenantCode, invariants, findings })
    for (const line of linesOfCheck({ tenantCode, invariants, findings })) out.say(line)
  }
  if (db.weakness !== null) out.say(`A statement could make the server the owner of its database: ${db.weakness}.`)
  const twice = one ? [] : inTwoPrimaries(all)
  for (const code of twice)
    out.say(
      `${code} is in two primaries, perhaps from a backup that is older than its move: nobody knows which one counts.`,
    )
  const good = twice.length === 0 && answers.every(({ findings }) => findings.length === 0)
  out.answer({ ok: good, tenants: answers, weakness: db.weakness })
  return good
}

/** Codes that stand in more than one primary, whether for one tenant or for two (rules G50). */
function inTwoPrimaries(all: { tenantId: string; tenantCode: string }[]): string[] {
  const seen = new Set<string>()
  return all
    .filter(({ tenantId, tenantCode }) => {
      const names = [tenantId, tenantCode.toLowerCase()]
      const isTwice = names.some((name) => seen.has(name))
      for (const name of names) seen.add(name)
      return isTwice
    })
    .map(({ tenantCode }) => tenantCode)
}

/** The result of a check in lines for people. */
export function linesOfCheck({
  tenantCode,
  invariants,
  findings,
}: {
  tenantCode: string
  invariants: number
  findings: Finding[]
}): string[] {
  const result = findings.length === 0 ? 'all of them hold' : `${findings.length} of them broken`
  return [
    `${tenantCode}: ${invariants} invariants, ${result}`,
    ...findings.flatMap(({ invariant, count, examples }) => [
      `  It does not hold that ${invariant}:`,
      ...examples.map((example) => `    ${example}`),
      ...(count > examples.length ? [`    … and ${count - examples.length} more`] : []),
    ]),
  ]
}
