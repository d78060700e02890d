import { imports } from '@trellis/contract/imports'
import pino from 'pino'
import { expect, test } from 'vitest'
import { startWorker } from '../../platform/jobs.ts'
import { network, type Person } from '../../testing/network.ts'
import { importTask } from './queries.ts'

const world = await network()
const { vendor, nordico, canary } = world

const bring = async (person: Person) => {
  const csv = 'accountCode,accountName,groupName,parentAccountCode\r\n'
  const body = { kind: 'accounts' as const, fileName: 'a.csv', csv, dryRun: true }
  return (await person.call(imports.create, { body })).id
}

test('many imports of one tenant do not delay the import of another', { tags: ['long'] }, async () => {
  const first = await bring(vendor)
  const others = [await bring(vendor), await bring(vendor), await bring(nordico), await bring(nordico)]
  const foreign = await bring(canary)

  const begun: string[] = []
  const jobs = world.app.jobs.map((job) => {
    if (job.name !== importTask) return job
    const run = (payload: unknown) => {
      begun.push((payload as { importId: string }).importId)
      return job.run(payload)
    }
    return { ...job, run }
  })
  const worker = await startWorker(world.databaseUrl, jobs, pino({ level: 'silent' }))
  await expect.poll(() => new Set(begun).size, { timeout: 30_000 }).toBe(6)
  await worker.stop()
  expect(begun.slice(0, 2).sort()).toEqual([first, foreign].sort())
  expect(begun.filter((id) => others.includes(id))).toEqual(others)
})
