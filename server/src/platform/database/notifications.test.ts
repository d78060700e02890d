import { connect, createServer, type Socket } from 'node:net'
import pg from 'pg'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { beat, openNotifications } from './notifications.ts'

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

/** The heartbeats are turned by hand: on a busy machine, none may be late by itself. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())
const beats = () => vi.advanceTimersByTime(beat)

test('a connection that only seems to be there is told as lost and replaced, and what is announced then is heard (threats X15)', async () => {
  const notifications = openNotifications(address.href)
  const told: string[] = []
  notifications.subscribe('test_news', { heard: (news) => told.push(news), lost: () => told.push('lost') })
  await notifications.start()
  await admin.query(`notify test_news, 'before'`)
  await expect.poll(() => told).toEqual(['before'])

  freeze()
  beats()
  expect(told).toEqual(['before'])
  beats()
  await expect.poll(() => told).toEqual(['before', 'lost'])
  await expect.poll(() => notifications.isListening()).toBe(true)
  await admin.query(`notify test_news, 'after'`)
  await expect.poll(() => told).toEqual(['before', 'lost', 'after'])
  await notifications.close()
})

test('heartbeats are heard by their own process only, and keep a sound connection', async () => {
  const told: string[] = []
  const both = ['one', 'other'].map((name) => {
    const notifications = openNotifications(database.url)
    notifications.subscribe('test_news', {
      heard: (news) => told.push(`${name} ${news}`),
      lost: () => told.push(`${name} lost`),
    })
    return notifications
  })
  for (const each of both) await each.start()
  for (const turn of [1, 2, 3]) {
    const { rows } = await admin.query<{ now: string }>('select clock_timestamp()::text as now')
    beats()
    const sent = async () => {
      const { rowCount } = await admin.query(
        `select distinct query from pg_stat_activity where application_name like 'trellis listener %' and state = 'idle'
         and datname = current_database() and query ~ '^notify trellis_pulse_[0-9a-f]{16}$' and query_start > $1`,
        [rows[0]?.now],
      )
      return rowCount
    }
    await expect.poll(sent).toBe(2)
    // What is announced later is heard later: both have heard their heartbeats then.
    await admin.query(`notify test_news, '${turn}'`)
    await expect.poll(() => told.toSorted()).toEqual([`one ${turn}`, `other ${turn}`])
    told.length = 0
  }
  for (const each of both) await each.close()
})
