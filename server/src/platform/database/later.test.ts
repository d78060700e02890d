import { orders } from '@trellis/contract/orders'
import { afterAll, expect, test } from 'vitest'
import { network } from '../../testing/network.ts'
import { raw, selling } from '../../testing/selling.ts'
import { newId } from '../ids.ts'
import { codeOf } from './connection.ts'
import { inDryRun } from './dry-run.ts'
import { openSession } from './session.ts'
import { sql } from './sql.ts'
import type { Context, Tx } from './tx.ts'

/* Statements of a transaction that are sent without waiting for each other (decision 080). */

const world = await network()
const { db, tenantId } = world
const context: Context = { tenantId, userId: null, reach: null, clock: null, requestId: null }
const session = await openSession(db, tenantId, { mode: 'commit' })
afterAll(() => session.close())

const ways = [
  ['a request', (work: (tx: Tx) => Promise<unknown>) => db.write(context, work)],
  ['a job', (work: (tx: Tx) => Promise<unknown>) => session.transaction(work)],
  ['the owner', (work: (tx: Tx) => Promise<unknown>) => db.administer(context, work)],
] as const

const write = (name: string) => sql`
  insert into audit_log (audit_id, action, entity, entity_id) values (${newId()}, 'order.created', 'order', ${name})`
const written = async (name: string) => (await raw(world, 'select from audit_log where entity_id = $1', [name])).length
/** Division by zero, after the statements before it. */
const fails = sql`select 1 / (select count(*) from orders where false)`
const division = '22012'
const failureOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'none',
    (error: unknown) => codeOf(error),
  )

test.each(ways)('%s: what is sent without waiting is committed with the rest, in its order', async (way, run) => {
  await run(async (tx) => {
    tx.later(write(`first of ${way}`))
    const seen = await tx.rows(sql`select from audit_log where entity_id = ${`first of ${way}`}`)
    expect(seen).toHaveLength(1)
    tx.later(write(`last of ${way}`))
  })
  expect([await written(`first of ${way}`), await written(`last of ${way}`)]).toEqual([1, 1])
})

test.each(ways)(
  '%s: a failure that nobody waited for rolls everything back, and is the one that is reported',
  async (way, run) => {
    const name = `never of ${way}`
    const atTheEnd = run(async (tx) => {
      await tx.run(write(name))
      tx.later(fails)
    })
    expect(await failureOf(atTheEnd)).toBe(division)
    const before = run(async (tx) => {
      tx.later(fails)
      await tx.run(write(name))
    })
    expect(await failureOf(before)).toBe(division)
    expect(await written(name)).toBe(0)
  },
)

test.each(ways)(
  '%s: of statements sent at once the one that failed is reported, however late its handler hears of it',
  async (_way, run) => {
    const slowly = async (tx: Tx) => {
      try {
        return await tx.run(fails)
      } finally {
        for (let tick = 0; tick < 20; tick++) await null
      }
    }
    expect(await failureOf(run((tx) => Promise.all([slowly(tx), tx.run(sql`select 1`)])))).toBe(division)
  },
)

test('a dry run takes back what failed without anybody waiting, tells it, and the transaction goes on', async () => {
  await db.write(context, async (tx) => {
    const attempt = inDryRun(tx, async (trying) => {
      trying.later(write('tried'))
      trying.later(fails)
    })
    expect(await failureOf(attempt)).toBe(division)
    await tx.run(write('after the dry run'))
  })
  expect([await written('tried'), await written('after the dry run')]).toEqual([0, 1])
})

test('the answer that is asked with the COMMIT sees what was written, and fails with it', async () => {
  const count = sql`select count(*)::text from audit_log where entity_id = 'answered'`
  const { told } = await db.write(context, async (tx) => {
    tx.later(write('answered'))
    return { told: tx.last(count) }
  })
  expect((await told)?.text).toBe('1')
  let last: Promise<unknown> | undefined
  const failing = db.write(context, async (tx) => {
    tx.later(write('answered'))
    tx.later(fails)
    last = tx.last(count)
  })
  expect(await failureOf(failing)).toBe(division)
  expect(await failureOf(last as Promise<unknown>)).not.toBe('none')
  expect(await written('answered')).toBe(1)
})

test('an approval that fails in what nobody waited for is made again, or told, and leaves no failure that nobody hears', async () => {
  const { issue, request } = selling(world)
  await issue({ BOX: 10 })
  const { id } = await request(world.nordico, { BOX: 1 })
  const approve = () =>
    world.vendor.raw(orders.changeStatus, { params: { id }, body: { source: 'test', status: 'approved' } })
  const failWith = (code: string, times: number) =>
    raw(
      world,
      `drop sequence if exists failures; create sequence failures; grant usage on failures to public;
       create or replace function fail_some() returns trigger language plpgsql as $$
       begin
         if nextval('failures') <= ${times} then raise exception 'planted' using errcode = '${code}'; end if;
         return new;
       end $$;
       create or replace trigger fail_some before update on orders for each row execute function fail_some()`,
    )
  const unheard: unknown[] = []
  const hear = (error: unknown) => unheard.push(error)
  process.on('unhandledRejection', hear)
  try {
    await failWith('23514', 100)
    expect((await approve()).status).toBe(500)
    await failWith('40001', 1)
    expect((await approve()).status).toBe(200)
    await new Promise((resolve) => setImmediate(resolve))
    expect(unheard).toEqual([])
  } finally {
    process.off('unhandledRejection', hear)
    await raw(world, 'drop trigger if exists fail_some on orders')
  }
})

test('a transaction is retried after a collision in a statement that nobody waited for', async () => {
  let tries = 0
  await db.write(context, async (tx) => {
    tries += 1
    if (tries === 1) tx.later(sql`do $$ begin raise exception sqlstate '40P01'; end $$`)
    await tx.run(write('tried again'))
  })
  expect([tries, await written('tried again')]).toEqual([2, 1])
})

test('code that continues after a concurrent statement has failed writes nothing', async () => {
  let goneOn: Promise<string> = Promise.resolve('none')
  let end: () => void = () => undefined
  const over = new Promise<void>((resolve) => {
    end = resolve
  })
  const refused = db.write(context, async (tx) => {
    const first = tx.run(sql`select 1`)
    const slow = first.then(async () => {
      await over
      return tx.run(write('after the end'))
    })
    goneOn = slow.then(() => 'written').catch((error: Error) => error.message)
    await Promise.all([slow, first.then(() => Promise.reject(new Error('refused')))])
  })
  await expect(refused).rejects.toThrow('refused')
  end()
  expect(await goneOn).toBe('The transaction is over')
  expect(await written('after the end')).toBe(0)
})

test.each(ways)('%s: code that goes on after the work is done writes nothing', async (_way, run) => {
  let kept: Tx | undefined
  await run(async (tx) => {
    kept = tx
    await tx.run(sql`select 1`)
  })
  await expect(kept?.run(write('after the work'))).rejects.toThrow('The transaction is over')
  kept?.later(write('after the work'))
  await db.write(context, (tx) => tx.run(sql`select 1`))
  expect(await written('after the work')).toBe(0)
})

test('a value that has no form on the wire fails its transaction with what was sent beside it, and not the next one', async () => {
  const ring: { itself?: unknown } = {}
  ring.itself = ring
  const attempt = db.write(context, async (tx) => {
    tx.later(write('beside a ring'))
    await tx.run(sql`select ${ring}::jsonb`)
  })
  await expect(attempt).rejects.toThrow(/circular/)
  await db.write(context, (tx) => tx.run(write('after a ring')))
  expect([await written('beside a ring'), await written('after a ring')]).toEqual([0, 1])
})

test('what is still going on in a dry run after it has failed writes nothing into what follows', async () => {
  let goOn: () => void = () => undefined
  const over = new Promise<void>((resolve) => {
    goOn = resolve
  })
  let goneOn: Promise<string> = Promise.resolve('none')
  await db.write(context, async (tx) => {
    const attempt = inDryRun(tx, (trying) => {
      goneOn = over
        .then(() => {
          trying.later(write('after the dry run of one'))
          return trying.run(write('after the dry run of one'))
        })
        .then(
          () => 'written',
          (error: Error) => error.message,
        )
      return Promise.all([goneOn, Promise.reject(new Error('refused'))])
    })
    await expect(attempt).rejects.toThrow('refused')
    goOn()
    await goneOn
    await tx.run(write('beside a dry run'))
  })
  expect(await goneOn).toBe('The transaction is over')
  expect([await written('after the dry run of one'), await written('beside a dry run')]).toEqual([0, 1])
})

test('a dry run that refuses tells so, whatever had failed without anybody waiting; nothing of it happens after the commit', async () => {
  const done: string[] = []
  await db.write(context, async (tx) => {
    tx.afterCommit(() => done.push('the deed'))
    const attempt = inDryRun(tx, async (trying) => {
      trying.afterCommit(() => done.push('the dry run'))
      trying.later(fails)
      throw new Error('refused')
    })
    await expect(attempt).rejects.toThrow('refused')
    await tx.run(write('after a refusal'))
  })
  expect([done, await written('after a refusal')]).toEqual([['the deed'], 1])
})

test('what is still going on in a piece of a job that has failed writes nothing into the next piece', async () => {
  let goOn: () => void = () => undefined
  const over = new Promise<void>((resolve) => {
    goOn = resolve
  })
  let goneOn: Promise<string> = Promise.resolve('none')
  const first = session.transaction((tx) => {
    goneOn = over
      .then(() => tx.run(write('of the first piece')))
      .then(
        () => 'written',
        (error: Error) => error.message,
      )
    return Promise.all([goneOn, Promise.reject(new Error('refused'))])
  })
  await expect(first).rejects.toThrow('refused')
  await session.transaction(async (tx) => {
    goOn()
    await goneOn
    await tx.run(write('of the second piece'))
  })
  expect([await goneOn, await written('of the first piece'), await written('of the second piece')]).toEqual([
    'The transaction is over',
    0,
    1,
  ])
})

test.each(ways)(
  '%s: a statement that nobody waits for any more leaves no failure that nobody hears',
  async (_way, run) => {
    const unheard: unknown[] = []
    const hear = (error: unknown) => unheard.push(error)
    process.on('unhandledRejection', hear)
    try {
      const refusing = run(async (tx) => {
        void [tx.run(fails), tx.row(sql`select 1`), tx.json(sql`select '1'`), tx.last(sql`select '1'`)]
        throw new Error('refused')
      })
      await expect(refusing).rejects.toThrow('refused')
      // Node.js tells of it at the end of this turn.
      await new Promise((resolve) => setImmediate(resolve))
      expect(unheard).toEqual([])
    } finally {
      process.off('unhandledRejection', hear)
    }
  },
)

test('a refusal or a defect costs no connection; one whose ROLLBACK failed is closed', async () => {
  const pidOf = (tx: Tx) => tx.row<{ pid: number }>(sql`select pg_backend_pid() as pid`)
  const pids = new Set<number | undefined>()
  for (let times = 0; times < 3; times++) {
    const refused = db.write(context, async (tx) => {
      pids.add((await pidOf(tx))?.pid)
      throw new TypeError('a defect')
    })
    await expect(refused).rejects.toThrow('a defect')
  }
  expect(pids.size).toBe(1)

  const { client, release } = await db.pool.borrow('whose ROLLBACK failed', true)
  await client.query('begin')
  release(Object.assign(new Error('canceled'), { code: '57014' }))
  expect(db.pool.driver.idleCount).toBe(db.pool.driver.totalCount)
  const all = await Promise.all(Array.from({ length: 6 }, (_, n) => db.pool.borrow(`all ${n}`, false)))
  for (const one of all) one.release()
  expect(all.map((one) => one.client === client)).not.toContain(true)
})

test('of statements sent one after the other the one that failed is reported, also where a later one was to be prepared with it', async () => {
  const another = sql`select 'prepared with what fails'`
  const slowly = async (tx: Tx) => {
    try {
      return await Promise.all([tx.run(fails), tx.run(another)])
    } finally {
      for (let tick = 0; tick < 20; tick++) await null
    }
  }
  const attempt = db.write(context, async (tx) => {
    await tx.run(sql`select 1`)
    return Promise.all([slowly(tx), new Promise(setImmediate).then(() => tx.run(another))])
  })
  expect(await failureOf(attempt)).toBe(division)
})
