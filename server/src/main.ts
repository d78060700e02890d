import pino, { type Logger } from 'pino'
import { openApp } from './app.ts'
import { demoPassword, demoSignIns, demoTenantCode, fillDemoOnFirstRun } from './demo/index.ts'
import { findTenantByCode } from './modules/tenants/index.ts'
import { type Config, readConfig } from './platform/config.ts'
import { type Database, openDatabase } from './platform/database/database.ts'
import { startEmbedded } from './platform/database/embedded.ts'
import { migrate } from './platform/database/migrate.ts'
import { waitForDatabase } from './platform/database/wait.ts'
import { prepareInstallation } from './platform/installation.ts'
import { startWorker } from './platform/jobs.ts'
import { OperatorError } from './platform/operator-error.ts'
import { openSecrets } from './platform/secrets.ts'

/** Requests and jobs under way when the process is told to stop get this long. */
const graceMilliseconds = 10_000

/** A write for each line took 7 % of a short request. What waits is written at the end too, however the process comes to it. */
const logWriting = { sync: false, minLength: 4096, periodicFlush: 200 }

/** What has been started, in that order; ended in the other. */
const started: (() => Promise<unknown>)[] = []

async function endAll(): Promise<void> {
  for (const end of started.splice(0).reverse()) await end()
}

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const logger = pino({ level: config.logLevel, base: null }, pino.destination(logWriting))
  stopWhenTold(logger)
  // In production whatever is written to standard output is a line of JSON.
  const say = (line: string) => {
    if (config.environment === 'production') logger.info(line)
    else process.stdout.write(`${line}\n`)
  }

  const { databaseUrl, directUrl } = await addressesOf(config, say)
  for (const url of new Set([directUrl, databaseUrl])) await waitForDatabase(url, { log: say })
  await migrate(directUrl, { log: say })
  const secrets = openSecrets(config)
  await prepareInstallation(directUrl, secrets, config, say)
  const db = await openDatabase(databaseUrl, {
    directUrl,
    secrets,
    size: config.databaseConnections,
    onError: (err) => logger.error({ err }, 'an idle database connection failed'),
  })
  started.push(() => db.close())
  if (db.weakness !== null) logger.warn(`A statement could make the server the owner of its database: ${db.weakness}.`)
  if (config.demo && (await fillDemoOnFirstRun(db))) say('Made the demo tenant.')

  const app = await openApp({ config, db, directUrl, secrets, logger })
  started.push(() => app.close())
  const worker = await startWorker(directUrl, app.jobs, logger, app.metrics.jobs)
  started.push(() => worker.stop())
  await app.http.listen({ port: config.port, host: config.host })
  started.push(() => app.drain())
  if (config.environment === 'production') say(`Trellis is ready at ${config.publicUrl}`)
  else say(await greeting(config, db))
}

/** Where requests go, and the owner's direct address: the configured ones, or the embedded database's. */
async function addressesOf(
  config: Config,
  say: (line: string) => void,
): Promise<{ databaseUrl: string; directUrl: string }> {
  const { databaseUrl, databaseDirectUrl } = config
  if (databaseUrl !== undefined) return { databaseUrl, directUrl: databaseDirectUrl ?? databaseUrl }
  const embedded = await startEmbedded({
    dataDir: config.dataDir,
    log: say,
  })
  started.push(() => embedded.stop())
  return { databaseUrl: embedded.url, directUrl: embedded.url }
}

function stopWhenTold(logger: Logger): void {
  const stop = () => {
    setTimeout(() => process.exit(1), graceMilliseconds).unref()
    endAll().then(
      () => process.exit(0),
      (err) => {
        logger.error({ err }, 'could not stop cleanly')
        process.exit(1)
      },
    )
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  // There is no handler of uncaught exceptions: after one, nobody knows what state the process is in, so it ends with the
  // stack on standard error and the process manager starts it anew; PostgreSQL rolls back what was open. What can be foreseen
  // must not get that far: a connection that ends is an answer to whoever waits on it (database/connection.ts).
  process.on('unhandledRejection', (err) => logger.error({ err }, 'unhandled rejection'))
}

/** The address, and who can be signed in as while there is a demo. */
async function greeting(config: Config, db: Database): Promise<string> {
  const lines = ['', `  Trellis is ready at ${config.publicUrl}`, '']
  if (config.demo && (await findTenantByCode(db.shared, demoTenantCode))) {
    const width = Math.max(...demoSignIns.map(({ email }) => email.length))
    lines.push(`  Sign in with the password ${demoPassword} as`)
    for (const { email, can } of demoSignIns) lines.push(`    ${email.padEnd(width)}  ${can}`)
    lines.push('')
  }
  return lines.join('\n')
}

main().catch(async (error: unknown) => {
  const known = error instanceof OperatorError || (error as { code?: string }).code === 'EADDRINUSE'
  process.stderr.write(`${known ? (error as Error).message : `Trellis could not start: ${(error as Error).stack}`}\n`)
  await endAll().catch(() => {})
  process.exit(1)
})
