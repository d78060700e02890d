import { createHash, randomFillSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import Fastify from 'fastify'
import pg from 'pg'
import type { Recording, Statement } from './recording.ts'

/* The upper limit for comparison: a plain HTTP server with the plain driver that runs the product's own
   statements. No session, permissions, validation, row-level security, security headers or log; the tenant
   is set once per connection. */

export interface BareOptions {
  databaseUrl: string
  tenantId: string
}

interface Named extends Statement {
  name: string
}

export async function serveBare(options: BareOptions, recordingsFile: string): Promise<void> {
  const recordings = JSON.parse(readFileSync(recordingsFile, 'utf8')) as Record<string, Recording>
  const pools = new Map<string, pg.Pool>()
  const poolOf = ({ userId, accountId }: Recording['reader']) => {
    const settings = { tenant: options.tenantId, user: userId, reach: accountId, clock: '' }
    const made = new pg.Pool({
      connectionString: options.databaseUrl,
      max: availableParallelism() + 2,
      options: [
        '-c timezone=UTC -c jit=off',
        ...Object.entries(settings).map(([name, value]) => `-c app.${name}=${value}`),
      ].join(' '),
    })
    pools.set(userId, made)
    return made
  }
  const app = Fastify()
  for (const [name, recording] of Object.entries(recordings)) {
    const pool = pools.get(recording.reader.userId) ?? poolOf(recording.reader)
    const statements = recording.statements.map(named)
    if (recording.kind === 'read') {
      app.post(`/${name}`, async (_request, reply) => {
        let answer: object = {}
        for (const statement of statements) answer = (await pool.query(statement)).rows[0]
        return reply.type('application/json').send(Object.values(answer)[0])
      })
    } else {
      app.post(`/${name}/:subject?`, async (request) => {
        const { subject } = request.params as { subject?: string }
        const own = renewer(recording, subject)
        return inTransaction(pool, async (client) => {
          let last: unknown
          for (const statement of statements)
            last = (await client.query({ ...statement, values: own(statement.values) as unknown[] })).rows[0]
          return last ?? {}
        })
      })
    }
  }
  await app.listen({ port: 0, host: '127.0.0.1' })
  process.send?.({ port: (app.server.address() as { port: number }).port })
  process.on('disconnect', () => process.exit(0))
}

const named = (statement: Statement): Named => ({
  ...statement,
  name: createHash('sha1').update(statement.text).digest('base64url'),
})

async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g

/**
 * Returns a function that replaces recorded ids: the subject by this request's subject, and each generated id
 * by a new one, the same new id for each occurrence.
 */
function renewer(recording: Recording, subject: string | undefined): (value: unknown) => unknown {
  const renewed = new Map<string, string>()
  const renew = (id: string): string => {
    if (id === recording.subject) return subject ?? id
    if (Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) < recording.startedAt) return id
    const known = renewed.get(id) ?? newId()
    renewed.set(id, known)
    return known
  }
  const own = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replace(uuid, renew)
    return Array.isArray(value) ? value.map(own) : value
  }
  return own
}

/** A UUIDv7 (RFC 9562) like those of the product: random ids would be inserted all over the indexes. */
function newId(): string {
  const bytes = randomFillSync(Buffer.alloc(16))
  bytes.writeUIntBE(Date.now(), 0, 6)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
