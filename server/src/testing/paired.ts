import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { identity } from '@trellis/contract/identity'
import { priceLists } from '@trellis/contract/price-lists'
import pino from 'pino'
import { afterAll } from 'vitest'
import { openApp } from '../app.ts'
import { migrate } from '../migrate.ts'
import { readConfig } from '../platform/config.ts'
import { openDatabase } from '../platform/database/database.ts'
import { prepareInstallation } from '../platform/installation.ts'
import { openSecrets } from '../platform/secrets.ts'
import { password, settle } from './companies.ts'
import { startPair } from './standby.ts'

/** The small network of companies on a primary and its standby, which end with the test file. `open` starts the portal there. */
export async function pairedNetwork() {
  const dataDir = mkdtempSync(join(tmpdir(), 'trellis-paired-'))
  const settings = { NODE_ENV: 'test', DATA_DIR: dataDir, RATE_LIMIT: '0' }
  const secrets = openSecrets(readConfig(settings))
  let settled: Awaited<ReturnType<typeof settle>> | undefined
  const pair = await startPair(async (url) => {
    await migrate(url)
    await prepareInstallation(url, secrets, readConfig(settings))
    const db = await openDatabase(url, { secrets })
    settled = await settle(db)
    await db.close()
  })
  afterAll(async () => {
    await pair.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  if (settled === undefined) throw new Error('Nothing was settled')
  const { tenantCode, people } = settled

  async function open(url: string, replicaUrl?: string) {
    const config = readConfig({ ...settings, DATABASE_URL: url })
    const db = await openDatabase(url, { secrets, ...(replicaUrl && { replicaUrl }) })
    const app = await openApp({ config, db, directUrl: url, secrets, logger: pino({ level: 'silent' }) })
    afterAll(async () => {
      await app.close()
      await db.close()
    })
    const send = (method: 'GET' | 'POST', path: string, payload?: object, more: object = {}) =>
      app.http.inject({
        method,
        url: `/api/v1${path}`,
        headers: { 'x-tenant-code': tenantCode, 'x-label': 'Trellis', 'x-product': 'portal', ...more },
        ...(payload && { payload }),
      })
    async function signIn({ email }: { email: string }) {
      const body = { grantType: 'password', email, password, deviceUniqueId: email }
      const authorization = `Bearer ${(await send('POST', identity.signIn.path, body)).json().token}`
      return {
        get: (path: string) => send('GET', path, undefined, { authorization }),
        post: (path: string, payload: object) => send('POST', path, payload, { authorization }),
      }
    }
    const vendor = await signIn(people.vendor)
    return {
      ...{ config, db, app, people, signIn, vendor },
      /** Creates a price list; the status of the answer. */
      create: async (name: string) => (await vendor.post(priceLists.create.path, { name, currencyId: 978 })).statusCode,
      lists: (who = vendor) => who.post(priceLists.search.path, { limit: 100 }),
    }
  }
  return { pair, open }
}
