import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { openApp } from '../app.ts'
import { migrate } from '../migrate.ts'
import { readConfig } from '../platform/config.ts'
import { openDatabase } from '../platform/database/database.ts'
import { prepareInstallation } from '../platform/installation.ts'
import { openSecrets } from '../platform/secrets.ts'
import { startThrowaway } from './cluster.ts'
import { settle } from './companies.ts'

/** Serves the tests' network of companies on a loopback port, in a cluster of its own. For measurements. */
export async function serveNetwork(): Promise<{ url: string; adminUrl: string; stop(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'trellis-served-'))
  const cluster = await startThrowaway()
  await migrate(cluster.url)
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, RATE_LIMIT: '0' })
  const secrets = openSecrets(config)
  await prepareInstallation(cluster.url, secrets, config)
  const db = await openDatabase(cluster.url, { secrets })
  await settle(db)
  const logger = pino({ level: 'silent' })
  const app = await openApp({ config, db, directUrl: cluster.url, secrets, logger })
  return {
    url: await app.http.listen({ port: 0, host: '127.0.0.1' }),
    adminUrl: cluster.adminUrl,
    async stop() {
      await app.close()
      await db.close()
      await cluster.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
