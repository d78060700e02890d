import pino from 'pino'
import { type App, openApp } from '../app.ts'
import { readConfig } from '../platform/config.ts'
import { openDatabase } from '../platform/database/database.ts'
import { openSecrets } from '../platform/secrets.ts'
import type { World } from './network.ts'

/** Another server on the database of a test, with a pool of its own. */
export async function openSecond(world: World): Promise<{ app: App; close(): Promise<void> }> {
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: world.dataDir, RATE_LIMIT: '0' })
  const db = await openDatabase(world.databaseUrl)
  const app = await openApp({
    config,
    db,
    directUrl: world.databaseUrl,
    secrets: openSecrets(config),
    logger: pino({ level: 'silent' }),
  })
  return {
    app,
    async close() {
      await app.close()
      await db.close()
    },
  }
}

export interface Answered {
  status: number
  body: unknown
  headers: Record<string, unknown>
}

/** An order, and the Idempotency-Key that it was asked for with. */
export interface Placed {
  key: string
  id: string
}

/** What clients were told against what the database holds: each order that is missing, doubled or unheard of, in words. */
export function misplaced(told: Placed[], kept: Placed[]): string[] {
  const idsOf = new Map<string, string[]>()
  for (const { key, id } of kept) idsOf.set(key, [...(idsOf.get(key) ?? []), id])
  const lost = told.flatMap(({ key, id }) => {
    const ids = idsOf.get(key) ?? []
    return ids.length === 1 && ids[0] === id ? [] : [`${key} was answered ${id}, there are ${ids.join(', ') || 'none'}`]
  })
  const heard = new Set(told.map(({ key }) => key))
  return [...lost, ...[...idsOf.keys()].filter((key) => !heard.has(key)).map((key) => `nobody was told of ${key}`)]
}
