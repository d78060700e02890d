import Fastify from 'fastify'
import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { openDatabase } from '../database/database.ts'
import { openNotifications } from '../database/notifications.ts'
import { sql } from '../database/sql.ts'
import { newId } from '../ids.ts'
import { startWorker } from '../jobs.ts'
import { mountDevIdle } from './dev-idle.ts'

const database = await testDatabase()
const db = await openDatabase(database.url)
const notifications = openNotifications(database.url)
const http = Fastify()
const told: string[] = []
let asked = 0
/** Ends the slow request. */
let end = (): void => undefined
const notTold: string[] = []
notifications.subscribe('test_changes', { heard: (payload) => void notTold.push(payload), lost: () => undefined })
mountDevIdle(http, {
  directUrl: database.url,
  notifications,
  // Each time it is asked, one more of the changes that were heard has been told.
  isQuiet() {
    asked += 1
    // A request that is still under way is asked for again.
    if (asked === 2) end()
    const isQuiet = notTold.length === 0
    told.push(...notTold.splice(0, 1))
    return isQuiet
  },
})
const done: string[] = []
let begin = (): void => undefined
const begun = new Promise<void>((resolve) => (begin = resolve))
http.get('/slow', async () => {
  await new Promise<void>((resolve) => {
    end = resolve
    begin()
  })
  done.push('request')
  return ''
})
await notifications.start()
const context = { tenantId: newId(), userId: null, reach: null, clock: null, requestId: null }
const enqueue = (task: string) => db.write(context, (tx) => tx.run(sql`select enqueue(${task}, '{}'::jsonb)`))
const worker = await startWorker(
  database.url,
  [
    { name: 'test:first', run: () => enqueue('test:second') },
    {
      name: 'test:second',
      run: async () => {
        await db.shared.run(sql`select pg_notify('test_changes', 'one'), pg_notify('test_changes', 'two')`)
        done.push('job')
      },
    },
  ],
  pino({ level: 'silent' }),
)
afterAll(async () => {
  await worker.stop()
  await http.close()
  await notifications.close()
  await db.close()
  await database.drop()
})

const idle = async () => (await http.inject({ url: '/dev/idle' })).statusCode

test('idle answers after the jobs, those that they enqueue, and the changes that they make', async () => {
  await enqueue('test:first')
  expect(await idle()).toBe(204)
  expect(done.splice(0)).toEqual(['job'])
  expect(told).toEqual(['one', 'two'])
})

test('idle answers after the requests that were under way', async () => {
  const slow = http.inject({ url: '/slow' })
  await begun
  asked = 0
  expect(await idle()).toBe(204)
  done.push('idle')
  await slow
  expect(done.splice(0)).toEqual(['request', 'idle'])
})
