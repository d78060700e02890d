import { setTimeout as sleep } from 'node:timers/promises'
import { faultsOf, judge } from '../judge.ts'
import { openStage, type Stage, type StageOptions } from '../stage.ts'
import { startWriters } from '../writers.ts'
import { type Fault, figuresOf, type Outcome, onStage, times } from './fault.ts'

/** Runs a fault repeatedly while clients write, and compares the result with what the clients were told. */
async function underLoad(
  options: StageOptions,
  rounds: number,
  once: (stage: Stage, round: number) => Promise<unknown>,
): Promise<Outcome> {
  return onStage(openStage, options, async (stage) => {
    const writing = await startWriters(stage)
    await writing.atLeast(50)
    for (let round = 0; round < rounds; round++) {
      await sleep(50 + Math.random() * 450)
      await once(stage, round)
      await writing.atLeast(20)
    }
    const journal = await writing.stop()
    const verdict = await judge(stage, journal)
    return {
      figures: [`${rounds} times`, ...figuresOf(journal, verdict.acknowledged)],
      faults: faultsOf(verdict, journal, stage.deaths()),
    }
  })
}

export const serverKills: Fault = {
  name: 'server-kills',
  what: 'SIGKILL of one of two server processes while orders are created and approved',
  run: (extent) =>
    underLoad({}, times(extent, [3, 20, 50]), (stage, round) => stage.killServer(round % stage.servers.length)),
  control: () =>
    onStage(openStage, { servers: 1 }, async (stage) => {
      const writing = await startWriters(stage, { writers: 1 })
      await writing.atLeast(5)
      const journal = await writing.stop()
      await stage.sql(`
        update orders set ref_code = (select max(ref_code) from orders)
        where order_id = (select order_id from orders where ref_code is not null order by ref_code limit 1)`)
      const { lost, doubled } = await judge(stage, journal)
      return {
        what: 'the reference of one order is given to another',
        found: [lost > 0 && 'a lost order', doubled > 0 && 'a doubled order'].filter((x) => typeof x === 'string'),
      }
    }),
}

export const postgresKills: Fault = {
  name: 'postgres-kills',
  what: 'SIGKILL of PostgreSQL with all its processes while orders are created and approved',
  run: (extent) => underLoad({}, times(extent, [2, 10, 30]), (stage) => stage.killPostgres()),
  control: () =>
    onStage(
      openStage,
      { settings: ['synchronous_commit = off', "wal_writer_delay = '10s'", "wal_writer_flush_after = '1GB'"] },
      async (stage) => {
        // What is to be lost are orders, not the tables, which were made a moment ago.
        await stage.sql('checkpoint')
        const writing = await startWriters(stage)
        await writing.atLeast(100)
        await stage.killPostgres()
        const journal = await writing.stop().catch(() => writing.journal)
        const { lost } = await judge(stage, journal)
        return {
          what: 'PostgreSQL that acknowledges before it has written (synchronous_commit = off)',
          found: lost > 0 ? [`${lost} lost orders`] : [],
        }
      },
    ),
}

const terminate = `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'trellis%' and pid <> pg_backend_pid()`

export const terminations: Fault = {
  name: 'terminations',
  what: 'every connection of two server processes ended by PostgreSQL while orders are created and approved',
  run: (extent) => underLoad({}, times(extent, [5, 30, 100]), (stage) => stage.sql(terminate)),
  control: () =>
    onStage(openStage, { servers: 1 }, async (stage) => {
      const writing = await startWriters(stage, { writers: 1 })
      await writing.atLeast(5)
      const journal = await writing.stop()
      await stage.sql(`alter table stock_movements disable trigger all`)
      await stage.sql(`delete from stock_movements where order_id = (select order_id from orders
        where status = 'approved' and ref_code is not null limit 1)`)
      const verdict = await judge(stage, journal)
      return {
        what: 'the movements of one approved order are deleted',
        found: [...(verdict.wronglyMoved > 0 ? ['an approval without its movement'] : []), ...verdict.broken],
      }
    }),
}
