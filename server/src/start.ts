import pino from 'pino'
import { type App, openApp } from './app.ts'
import {
  demoPassword,
  demoSignIns,
  demoTenantCode,
  fillDemoOnFirstRun,
  secondSignIns,
  secondTenantCode,
} from './demo/index.ts'
import { migrate } from './migrate.ts'
import { findTenantByCode } from './modules/tenants/index.ts'
import { type Config, readConfig } from './platform/config.ts'
import type { Database } from './platform/database/database.ts'
import { startEmbeddedUntilStop } from './platform/database/embedded.ts'
import { type Installation, openInstallation } from './platform/database/open-primaries.ts'
import { refusePoolers } from './platform/database/pooler.ts'
import { json, sql } from './platform/database/sql.ts'
import { waitForDatabases } from './platform/database/wait.ts'
import { prepareFurther, prepareInstallation } from './platform/installation.ts'
import { type Forward, startWorker, type Worker, workUnlessHeld } from './platform/jobs.ts'
import { openLogOutput } from './platform/log-output.ts'
import { sentenceOf } from './platform/operator-error.ts'
import { openRepeated } from './platform/repeated.ts'
import { openSecrets, type Secrets } from './platform/secrets.ts'
import { openSigner } from './platform/signing/signer.ts'
import { openStopping } from './platform/stopping.ts'
import { openStorage } from './platform/storage/storage.ts'
import { currentSpan, startTracing } from './platform/tracing/tracing.ts'
import { version } from './platform/version.ts'

/** Grace period of running requests and jobs when the process is told to stop. */
const graceMilliseconds = 10_000

let say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}
let ready = false
const stopping = openStopping({ grace: () => (ready ? graceMilliseconds : 0), say: (line) => say(line) })

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const { output, end } = openLogOutput()
  stopping.onStop(end)
  const logger = pino({ level: config.logLevel, base: null, ...inTrace(config) }, output)
  // There is no handler of uncaught exceptions: after one, the state of the process is unknown, so it ends with the
  // stack on standard error and the process manager restarts it; PostgreSQL rolls back open transactions. Expected
  // failures must be handled earlier: the end of a connection rejects the query that waits on it
  // (database/connection.ts).
  process.on('unhandledRejection', (err) => logger.error({ err }, 'unhandled rejection'))
  // In production all output is lines of JSON.
  if (config.environment === 'production') say = (line) => logger.info(line)

  await traceFromHere(config, logger)
  const { databaseUrl, directUrl } = await addressesOf(config)
  await waitForDatabases(config, { log: say })
  await refusePoolers(config)
  await migrate(directUrl, { log: say })
  const secrets = openSecrets(config)
  await prepareInstallation(directUrl, secrets, config)
  const isLostDue = openRepeated()
  const installation = await openInstallation({
    ...{ config, url: databaseUrl, directUrl, secrets, say },
    size: config.databaseConnections,
    replicaUrl: config.databaseReplicaUrl,
    onError: (err) => logger[isLostDue() ? 'error' : 'debug']({ err }, 'a database connection failed'),
    async prepare(further) {
      await migrate(further, { log: say })
      await prepareFurther(directUrl, further, secrets, config)
    },
  })
  const { db } = installation
  stopping.onStop(() => db.close())
  if (db.weakness !== null) logger.warn(`A statement could make the server the owner of its database: ${db.weakness}.`)
  if (config.demo && (await fillDemo(config, db, secrets))) say('Made the demo tenant.')

  const app = await openApp({ config, db, directUrl, installation, secrets, logger })
  const sayMaintenance = () =>
    logger.info({ maintenance: app.maintenance.shown(null) }, 'maintenance of the installation')
  if (app.maintenance.shown(null) !== null) sayMaintenance()
  app.maintenance.onChange(sayMaintenance)
  stopping.onStop(() => app.close())
  await app.http.listen({ port: config.port, host: config.host })
  // People need not wait for the queue of jobs. Everything up to here ends the process when it fails, and so does this.
  const worker = await startWorkers(installation, app, logger)
  stopping.onStop(() => worker.stop())
  stopping.onStop(() => app.drain())
  ready = true
  if (config.environment === 'production') say(`Trellis is ready at ${config.publicUrl}`)
  else say(await greeting(config, db))
}

/** The jobs of each primary, as soon as it can be used; those of `main` from the start. */
async function startWorkers({ db, onOpened }: Installation, app: App, logger: pino.Logger): Promise<Worker> {
  const { maintenance } = app
  const workers: Promise<Worker>[] = []
  const forward: Forward = (tenantId, { task, payload, jobKey, priority, maxAttempts }) =>
    db.background
      .write({ tenantId, userId: null, reach: null, clock: null, requestId: null }, (tx) =>
        tx.run(sql`
          select enqueue(${task}, ${json(payload)}, ${jobKey}, null, ${maxAttempts}, ${priority})`),
      )
      .then(() => undefined)
  onOpened(({ db: { background }, directUrl }) => {
    const worker = workUnlessHeld(
      { isHeld: () => maintenance.shown(null) !== null, onHold: maintenance.onChange },
      () => startWorker(directUrl, app.jobsOf(background), logger, app.metrics.jobs, forward),
      logger,
    )
    worker.catch((err) => logger.error({ err }, 'the jobs of a primary do not run'))
    workers.push(worker)
  })
  await workers[0]
  return {
    async stop() {
      for (const worker of await Promise.allSettled(workers))
        if (worker.status === 'fulfilled') await worker.value.stop()
    },
  }
}

/** Each line of the log names the trace that it belongs to. */
const inTrace = ({ tracing }: Config): pino.LoggerOptions =>
  tracing ? { mixin: () => ({ traceId: currentSpan()?.traceId }) } : {}

/** What is needed for traces is loaded only where they are sent. */
async function traceFromHere({ tracing }: Config, logger: pino.Logger): Promise<void> {
  if (!tracing) return
  const { openTracer } = await import('./platform/tracing/open-telemetry.ts')
  const tracer = openTracer(tracing, { version, say: (problem) => logger.warn({ problem }, 'traces were not sent') })
  startTracing(tracer)
  stopping.onStop(() => tracer.end())
}

/** The URL for requests and the owner's direct URL: the configured ones, or those of the embedded database. */
async function addressesOf(config: Config): Promise<{ databaseUrl: string; directUrl: string }> {
  const { databaseUrl, databaseDirectUrl } = config
  if (databaseUrl !== undefined) return { databaseUrl, directUrl: databaseDirectUrl ?? databaseUrl }
  const { url } = await startEmbeddedUntilStop({ dataDir: config.dataDir, log: say }, stopping)
  return { databaseUrl: url, directUrl: url }
}

async function fillDemo(config: Config, db: Database, secrets: Secrets): Promise<boolean> {
  const storage = await openStorage(config)
  try {
    return await fillDemoOnFirstRun(db, { storage, signer: openSigner(db, secrets), secrets }, say)
  } finally {
    storage.close()
  }
}

/** The portal's address, and the demo's users while there is a demo. */
async function greeting(config: Config, db: Database): Promise<string> {
  const lines = ['', `  Trellis is ready at ${config.publicUrl}`, '']
  if (config.demo && (await findTenantByCode(db, demoTenantCode))) {
    const width = Math.max(...demoSignIns.map(({ email }) => email.length))
    lines.push(`  Sign in with the password ${demoPassword} as`)
    for (const { email, can } of demoSignIns) lines.push(`    ${email.padEnd(width)}  ${can}`)
    lines.push('', ...(await secondGreeting(config, db)))
  }
  return lines.join('\n')
}

/** How to reach the second tenant of the demo, where its code can be a host name. */
async function secondGreeting(config: Config, db: Database): Promise<string[]> {
  const url = new URL(config.publicUrl)
  if (url.hostname !== 'localhost' || !(await findTenantByCode(db, secondTenantCode))) return []
  url.hostname = `${secondTenantCode}.localhost`
  return [
    `  A second portal, with a brand of its own, is at ${url.origin}:`,
    ...secondSignIns.map(({ email, can }) => `    ${email}  ${can}`),
    '',
  ]
}

/** Runs the server until a signal stops it; an error while it starts ends the process. */
export function start(): void {
  main().catch(async (error: unknown) => {
    // Errors after a stop has begun are caused by it.
    if (stopping.begun()) return
    process.stderr.write(`${inWords(error)}\n`)
    await stopping.endAll(0)
    process.exit(1)
  })
}

function inWords(error: unknown): string {
  const sentence = sentenceOf(error)
  if (sentence !== null) return sentence
  return `Trellis could not start: ${error instanceof Error ? error.stack : String(error)}`
}
