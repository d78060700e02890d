import pino from 'pino'
import { openApp } from './app.ts'
import { ConfigurationError, readConfig } from './platform/config.ts'
import { openDatabase } from './platform/database/database.ts'
import { startEmbedded } from './platform/database/embedded.ts'
import { migrate } from './platform/database/migrate.ts'
import { startWorker } from './platform/jobs.ts'
import { openSecrets } from './platform/secrets.ts'

/** Requests that are under way when the process is told to stop get this long. */
const graceMilliseconds = 10_000

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const logger = pino({
    level: config.logLevel,
    base: null,
    redact: ['req.headers.authorization', 'req.headers.cookie'],
  })
  const embedded = config.databaseUrl === undefined ? await startEmbedded({ dataDir: config.dataDir }) : null
  const databaseUrl = config.databaseUrl ?? (embedded as NonNullable<typeof embedded>).url
  await migrate(databaseUrl)
  const db = await openDatabase(databaseUrl, {
    onError: (err) => logger.error({ err }, 'idle database connection failed'),
  })
  const secrets = openSecrets(config)
  const app = await openApp({ config, db, databaseUrl, secrets, logger })
  const worker = await startWorker(databaseUrl, app.jobs, logger)
  await app.http.listen({ port: config.port, host: config.host })

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    const late = setTimeout(() => process.exit(1), graceMilliseconds)
    await app.close()
    await worker.stop()
    await db.close()
    await embedded?.stop()
    clearTimeout(late)
    process.exit(0)
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  process.on('unhandledRejection', (err) => logger.error({ err }, 'unhandled rejection'))

  process.stdout.write(`Trellis is ready at ${config.publicUrl}\n`)
}

main().catch((error: unknown) => {
  process.stderr.write(
    error instanceof ConfigurationError ? `${error.message}\n` : `Trellis could not start: ${(error as Error).stack}\n`,
  )
  process.exit(1)
})
