import { setTimeout as sleep } from 'node:timers/promises'
import { startBalancer } from '../balancer.ts'
import { faultsOf, judge } from '../judge.ts'
import { openStage } from '../stage.ts'
import { startWriters } from '../writers.ts'
import { type Fault, figuresOf, onStage, times } from './fault.ts'

export const balanced: Fault = {
  name: 'balanced',
  what: 'SIGKILL of one of two server processes behind HAProxy while orders are created and approved',
  run: (extent) =>
    onStage(openStage, {}, async (stage) => {
      const balancer = await startBalancer(stage.servers)
      try {
        const rounds = times(extent, [2, 10, 30])
        const writing = await startWriters(stage, { through: balancer.url })
        await writing.atLeast(50)
        const shares = await balancer.shares()
        for (let round = 0; round < rounds; round++) {
          await sleep(50 + Math.random() * 450)
          await stage.killServer(round % stage.servers.length)
          await writing.atLeast(20)
        }
        const journal = await writing.stop()
        const verdict = await judge(stage, journal)
        const idle = shares.filter((share) => share === 0).length
        return {
          figures: [
            `${rounds} times`,
            `requests to each process before the first: ${shares.join(' and ')}`,
            ...figuresOf(journal, verdict.acknowledged),
          ],
          faults: [
            ...(idle > 0 ? [`${idle} processes got no request`] : []),
            ...faultsOf(verdict, journal, stage.deaths()),
          ],
        }
      } finally {
        await balancer.stop()
      }
    }),
  control: () =>
    onStage(openStage, {}, async (stage) => {
      const balancer = await startBalancer(stage.servers.slice(0, 1))
      try {
        const writing = await startWriters(stage, { through: balancer.url })
        await writing.atLeast(5)
        await stage.killServer(0)
        const { refused503, cut } = await writing.stop()
        return {
          what: 'only one of the processes is behind HAProxy',
          found: refused503 + cut > 0 ? [`${refused503} answers 503 and ${cut} calls cut off`] : [],
        }
      } finally {
        await balancer.stop()
      }
    }),
}
