import { fork } from 'node:child_process'
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { availableParallelism } from 'node:os'
import Fastify from 'fastify'
import pg from 'pg'

const seen = `
  with found as (
    select l.serial_key, l.seats, l.expires_at, p.sku, p.name, s.license_seat_id, s.last_seen_at
    from licenses l
    join products p on p.tenant_id = l.tenant_id and p.product_id = l.product_id
    join license_seats s on s.tenant_id = l.tenant_id and s.license_id = l.license_id and s.device_uuid = $3 and s.revoked_at is null
    where l.tenant_id = $1 and l.serial_key = $2 and l.expires_at > now() and l.exported_at is null and not s.suspended),
  noted as (
    update license_seats s set last_seen_at = now(), last_lease = floor(extract(epoch from now()) * 1000)
    from found f where s.tenant_id = $1 and s.license_seat_id = f.license_seat_id
      and date_trunc('minute', f.last_seen_at) < date_trunc('minute', now()))
  select * from found`

const started = `
  with occupied as (
    update licenses l set seats_occupied = l.seats_occupied + 1, activated_at = now(), starts_at = now(), expires_at = now() + interval '1 year',
      maintenance_expires_at = now() + interval '1 year'
    where l.tenant_id = $1 and l.serial_key = $2 and l.seats_occupied < l.seats and l.exported_at is null
    returning l.license_id, l.product_id, l.serial_key, l.seats, l.expires_at),
  seat as (
    insert into license_seats (tenant_id, license_seat_id, license_id, device_uuid, device_name, installed_product, installed_version, os_name,
                               os_version, last_lease)
    select $1, $4, o.license_id, $3, 'bench', 'Bench', '1.0', 'Linux', '6.1', floor(extract(epoch from now()) * 1000) from occupied o
    returning license_seat_id),
  noted as (
    insert into audit_log (audit_id, action, entity, entity_id, before, after)
    select a.audit_id, a.action, 'license', o.license_id::text, null, jsonb_build_object('deviceUuid', $3::text)
    from occupied o, (values ($5::uuid, 'license.activated'), ($6::uuid, 'license.seat_taken')) a (audit_id, action))
  select o.*, p.sku, p.name, s.license_seat_id
  from occupied o cross join seat s join products p on p.tenant_id = $1 and p.product_id = o.product_id`

/**
 * The limit: one statement of its own on the same tables with their triggers, and a signature; no tenancy, throttle,
 * validation or log.
 */
async function serve(databaseUrl: string, tenantId: string): Promise<void> {
  const options = `-c jit=off -c app.tenant=${tenantId}`
  const pool = new pg.Pool({ connectionString: databaseUrl, max: availableParallelism() + 2, options })
  const { privateKey } = generateKeyPairSync('ed25519')
  const head = Buffer.from('{"alg":"EdDSA","kid":"bench","typ":"trellis-lease+jwt"}').toString('base64url')
  const app = Fastify()
  const post = (path: string, name: string, text: string, more: () => unknown[]) =>
    app.post(`/api/v1/devices/${path}`, async (request, reply) => {
      const { serialKey, deviceUuid } = request.body as Record<string, string>
      const { rows } = await pool.query({ name, text, values: [tenantId, serialKey, deviceUuid, ...more()] })
      if (rows[0] === undefined) return reply.code(404).send({})
      const claims = Buffer.from(JSON.stringify({ ...rows[0], deviceUuid, issuedAt: new Date() })).toString('base64url')
      const signed = `${head}.${claims}`
      return { lease: `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}` }
    })
  post('heartbeat', 'seen', seen, () => [])
  post('activate', 'started', started, () => [randomUUID(), randomUUID(), randomUUID()])
  await app.listen({ port: 0, host: '127.0.0.1' })
  process.send?.({ port: (app.server.address() as { port: number }).port })
  process.on('disconnect', () => process.exit(0))
}

export async function startBareDevices(databaseUrl: string, tenantId: string) {
  const child = fork(new URL(import.meta.url).pathname, [databaseUrl, tenantId], {
    env: { ...process.env, NODE_ENV: 'production', BENCH_BARE: 'devices' },
  })
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve((message as { port: number }).port))
    child.once('exit', (code) => reject(new Error(`The bare server ended with ${code}`)))
  })
  return { url: `http://127.0.0.1:${port}`, pid: child.pid as number, stop: () => child.disconnect() }
}

if (process.env.BENCH_BARE === 'devices') await serve(process.argv[2] as string, process.argv[3] as string)
