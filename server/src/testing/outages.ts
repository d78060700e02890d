import { type Endpoint, pathOf } from '@trellis/contract/endpoint'
import pino from 'pino'
import { type App, openApp } from '../app.ts'
import { readConfig } from '../platform/config.ts'
import { type Database, type DatabaseOptions, openDatabase } from '../platform/database/database.ts'
import { openSecrets } from '../platform/secrets.ts'
import type { Person, Raw, World } from './network.ts'

export interface Second {
  app: App
  db: Database
  /** Makes a call to this server as the user. */
  call(who: Person, endpoint: Endpoint, request?: Raw): Promise<Answered>
  close(): Promise<void>
}

/** A second server on the same database, with pools of its own and, by default, the timeouts of production. */
export async function openSecond(
  world: Pick<World, 'dataDir' | 'databaseUrl'>,
  options: DatabaseOptions = {},
  environment: Record<string, string> = {},
  logger = pino({ level: 'silent' }),
): Promise<Second> {
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: world.dataDir, RATE_LIMIT: '0', ...environment })
  const secrets = openSecrets(config)
  const db = await openDatabase(world.databaseUrl, { secrets, ...options })
  const app = await openApp({
    config,
    db,
    directUrl: world.databaseUrl,
    secrets,
    logger,
  })
  return {
    app,
    db,
    async call(who, endpoint, { params, query, body, headers } = {}) {
      const answer = await app.http.inject({
        method: endpoint.method,
        url: `/api/v1${pathOf(endpoint, params, query)}`,
        headers: {
          'x-tenant-code': who.tenantCode,
          authorization: `Bearer ${await who.token()}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      })
      const isJson = String(answer.headers['content-type'] ?? '').includes('json')
      return { status: answer.statusCode, body: isJson ? answer.json() : answer.payload, headers: answer.headers }
    },
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

/** An order, and the Idempotency-Key of its request. */
export interface Placed {
  key: string
  id: string
}

/** Compares what clients were told with the database: each missing, doubled or unconfirmed order, in words. */
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
