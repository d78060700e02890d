import type pg from 'pg'
import type { Config } from '../../platform/config.ts'
import { Connection } from '../../platform/database/connection.ts'
import { isEmbeddedIn } from '../../platform/database/embedded.ts'
import { refusePoolers } from '../../platform/database/pooler.ts'
import { waitForDatabases } from '../../platform/database/wait.ts'
import { OperatorError, sentenceOf } from '../../platform/operator-error.ts'
import { type Call, type Command, maybeText } from '../command.ts'
import { lookAtDatabase } from './database.ts'
import { type Finding, findingsAbout } from './finding.ts'
import { lookAtAddress, lookAtBackups, lookAtMailServer, lookAtStorage } from './outside.ts'
import { lookAtFolders, lookAtSettings } from './settings.ts'
import { lookAtJobs, lookAtMails, lookAtMaintenance, lookAtReplica } from './work.ts'

const signs = { good: '✓', warning: '!', bad: '✗' }

export const doctor: Command = {
  name: 'doctor',
  positionals: [],
  summary: 'Whether this installation is ready for its work, and what to do where it is not; changes nothing',
  options: {
    backups: { type: 'string', help: 'DIR folder of the backups, whose age is looked at' },
    strict: { type: 'boolean', help: 'fail on warnings too' },
  },
  async run(call) {
    const { given, out } = call
    const findings = await examine(call)
    const width = Math.max(...findings.map(({ about }) => about.length))
    for (const { about, state, says, advice } of findings) {
      out.say(`${signs[state]} ${about.padEnd(width)}  ${says}`)
      if (advice !== null) out.say(`  ${' '.repeat(width)}  → ${advice}`)
    }
    const count = (wanted: Finding['state']) => findings.filter(({ state }) => state === wanted).length
    const [faults, warnings] = [count('bad'), count('warning')]
    out.say('')
    out.say(
      faults + warnings === 0
        ? 'All is well.'
        : `${faults} ${faults === 1 ? 'fault' : 'faults'}, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}.`,
    )
    const ok = faults === 0 && (given.strict !== true || warnings === 0)
    out.answer({ ok, findings })
    return ok
  },
}

/** Faulty settings are refused before anything else is looked at, because everything else depends on them. */
async function examine(call: Call): Promise<Finding[]> {
  const config = call.config()
  const outside = [
    () => lookAtMailServer(config),
    () => lookAtStorage(config),
    () => lookAtAddress(config),
    () => lookAtBackups(maybeText(call.given, 'backups'), config),
  ]
  return [
    ...lookAtSettings(config),
    ...(await lookAtFolders(config)),
    ...(await examineDatabase(call)),
    ...(await examineFurther(config)),
    ...(config.databaseReplicaUrl === undefined
      ? []
      : await connected('replica', config.databaseReplicaUrl, lookAtReplica)),
    ...(await Promise.all(outside.map((look) => look()))).flat(),
  ]
}

async function examineDatabase(call: Call): Promise<Finding[]> {
  const config = call.config()
  if (config.databaseUrl === undefined && !isEmbeddedIn(config.dataDir))
    return [
      findingsAbout('database').warning(
        `There is none in ${config.dataDir} yet.`,
        'The first start makes it. If there was one, name its folder in DATA_DIR.',
      ),
    ]
  let url: string
  try {
    await waitForDatabases(config, { patience: 5_000 })
    await refusePoolers(config)
    url = await call.directUrl()
  } catch (error) {
    return [refused('database', error)]
  }
  return connected('database', url, (client) => lookInto(client, config))
}

async function lookInto(client: pg.Client, config: Config): Promise<Finding[]> {
  const findings = await lookAtDatabase(client, config)
  const { rows } = await client.query<{ is: boolean }>(`select to_regclass('public.schema_files') is not null as is`)
  return rows[0]?.is === true
    ? [...findings, ...(await lookAtMaintenance(client)), ...(await lookAtJobs(client)), ...(await lookAtMails(client))]
    : findings
}

/** The same of each further primary. What `main` says of it is its own: each line names its primary. */
async function examineFurther(config: Config): Promise<Finding[]> {
  const findings = config.databasePrimaries.map(async ({ name, url }) => {
    const about = `primary ${name}`
    const found = await connected(about, url, (client) => lookInto(client, config))
    return found.map((finding) => ({ ...finding, about }))
  })
  return (await Promise.all(findings)).flat()
}

async function connected(
  about: string,
  url: string,
  look: (client: pg.Client) => Promise<Finding[]>,
): Promise<Finding[]> {
  const client = new Connection({
    connectionString: url,
    application_name: 'trellis doctor',
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
  })
  try {
    await client.connect()
    return await look(client)
  } catch (error) {
    return [refused(about, error)]
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** What the database itself says is for the operator, who runs the command. */
const refused = (about: string, error: unknown): Finding =>
  findingsAbout(about).bad(
    (sentenceOf(error) ?? (error as Error).message).replace(/\.?$/, '.'),
    error instanceof OperatorError
      ? 'See docs/operations.md, Database.'
      : 'Compare the address with that of the server, and look whether it lets this machine in.',
  )
