import { faultsOf, judge } from '../judge.ts'
import { openStage, type Stage } from '../stage.ts'
import { startWriters } from '../writers.ts'
import { type Fault, onStage, times } from './fault.ts'

const minute = 60_000
const day = 24 * 60 * minute
const shifts = [30_000, -30_000, 5 * minute, -5 * minute, 2 * 60 * minute, -2 * 60 * minute, day, -day, 90 * day]

const skewed = (shift: number) => ({ DRILL_CLOCK_SHIFT: String(shift) })

/** The difference between a server's clock and ours in milliseconds, from its start time in the metrics. */
async function distance(url: string): Promise<number> {
  const asked = Date.now()
  const metrics = await (await fetch(`${url}/metrics`)).text()
  const started = Number(/^process_start_time_seconds (\S+)/m.exec(metrics)?.[1])
  return started * 1000 - asked
}

const isShifted = (measured: number, shift: number) => Math.abs(measured - shift) < 20_000

/** Tokens of each server process must be valid on both. */
async function refusedTokens(stage: Stage): Promise<number> {
  let refused = 0
  for (const issuer of [0, 1]) {
    const [first, second] = stage.servers
    if (!first || !second) throw new Error('Two servers are needed')
    if (issuer === 1) stage.servers.reverse()
    const headers = await stage.headersOf('vendor')
    if (issuer === 1) stage.servers.reverse()
    for (const { url } of [first, second]) {
      const { status } = await fetch(`${url}/api/v1/users/me`, { headers })
      if (status !== 200) refused += 1
    }
  }
  return refused
}

export const clocks: Fault = {
  name: 'clocks',
  what: 'one of two server processes has a wrong clock, by half a minute up to ninety days',
  async run(extent) {
    const figures: string[] = []
    const faults: string[] = []
    for (const shift of shifts.slice(0, times(extent, [2, 9, 9]))) {
      await onStage(openStage, { servers: 1 }, async (stage) => {
        await stage.startServer(1, skewed(shift), './drill/clock.mjs')
        const name = `${shift > 0 ? '+' : '−'}${Math.abs(shift) / 1000} s`
        const measured = await distance((stage.servers[1] as { url: string }).url)
        if (!isShifted(measured, shift)) faults.push(`${name}: the clock of the process was not shifted`)
        const refused = await refusedTokens(stage)
        const writing = await startWriters(stage, { writers: 2 })
        await writing.atLeast(20)
        const journal = await writing.stop()
        const [dates] = await stage.sql<{ wrong: number }>(
          `select count(*)::int as wrong from orders where abs(extract(epoch from now() - created_at)) > 300`,
        )
        const verdict = await judge(stage, journal)
        figures.push(`${name}: ${verdict.acknowledged} acknowledged writes`)
        if (refused > 0) faults.push(`${name}: ${refused} good tokens were refused`)
        if (dates && dates.wrong > 0) faults.push(`${name}: ${dates.wrong} orders bear the time of the wrong clock`)
        faults.push(...faultsOf(verdict, journal, stage.deaths()).map((fault) => `${name}: ${fault}`))
      })
    }
    return { figures, faults }
  },
  control: () =>
    onStage(openStage, { servers: 1 }, async (stage) => {
      const writing = await startWriters(stage, { writers: 1 })
      await writing.atLeast(3)
      await writing.stop()
      await stage.sql(`update orders set created_at = created_at + interval '2 hours'
        where order_id = (select order_id from orders order by created_at desc limit 1)`)
      const [dates] = await stage.sql<{ wrong: number }>(
        `select count(*)::int as wrong from orders where abs(extract(epoch from now() - created_at)) > 300`,
      )
      const broken = await stage.check()
      return {
        what: 'an order bears the time of a clock that is two hours ahead',
        found: [...(dates && dates.wrong > 0 ? ['an order of another time'] : []), ...broken],
      }
    }),
}
