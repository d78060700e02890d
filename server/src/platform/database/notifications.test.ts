import { connect, createServer, type Socket } from 'node:net'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { openNotifications } from './notifications.ts'

const database = await testDatabase({ migrated: false })
const admin = new pg.Client(database.adminUrl)
await admin.connect()

/** Between the listener and PostgreSQL. A frozen connection stays open on both sides and carries nothing any more. */
const target = new URL(database.url)
const pairs: [Socket, Socket][] = []
const between = createServer((near) => {
  const far = connect(Number(target.port), target.hostname)
  near.pipe(far).pipe(near)
  for (const [one, other] of [
    [near, far],
    [far, near],
  ] as const) {
    one.on('error', () => undefined)
    one.on('close', () => other.destroy())
  }
  pairs.push([near, far])
})
await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve))
const address = new URL(database.url)
address.port = String((between.address() as { port: number }).port)
const freeze = () => {
  for (const [near, far] of pairs.splice(0)) {
    near.unpipe(far)
    far.unpipe(near)
    near.resume()
    far.resume()
  }
}
afterAll(async () => {
  await admin.end()
  for (const pair of pairs) for (const socket of pair) socket.destroy()
  between.close()
  await database.drop()
})

test('a connection that only seems to be there is told as lost and replaced, and what is announced then is heard (threats X15)', async () => {
  const notifications = openNotifications(address.href, 50)
  const told: string[] = []
  notifications.subscribe('test_news', { heard: (news) => told.push(news), lost: () => told.push('lost') })
  await notifications.start()
  await admin.query(`notify test_news, 'before'`)
  await expect.poll(() => told).toEqual(['before'])

  freeze()
  await expect.poll(() => told).toContain('lost')
  const heard = async () => {
    await admin.query(`notify test_news, 'after'`)
    return told.includes('after')
  }
  await expect.poll(heard).toBe(true)
  await notifications.close()
})

test('heartbeats are heard by their own process only, and keep a sound connection', async () => {
  const [one, other] = [openNotifications(address.href, 200), openNotifications(address.href, 200)]
  const lost: string[] = []
  for (const [name, each] of Object.entries({ one, other })) {
    each.subscribe('test_news', { heard: () => undefined, lost: () => lost.push(name) })
    await each.start()
  }
  const beats = async () => {
    const { rows } = await admin.query<{ query: string; at: string }>(
      `select query, query_start::text as at from pg_stat_activity
       where application_name = 'trellis listener' and datname = current_database()`,
    )
    return rows.filter(({ query }) => /^notify trellis_pulse_[0-9a-f]{16}$/.test(query))
  }
  await expect.poll(async () => new Set((await beats()).map(({ query }) => query)).size).toBe(2)
  const before = (await beats()).map(({ at }) => at)
  await expect.poll(async () => (await beats()).some(({ at }) => before.includes(at))).toBe(false)
  expect(lost).toEqual([])
  await one.close()
  await other.close()
})
