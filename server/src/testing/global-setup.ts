import type { TestProject } from 'vitest/node'
import { migrate } from '../migrate.ts'
import { startThrowaway } from './cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    adminUrl: string
    templateUrl: string
  }
}

/**
 * One PostgreSQL for the whole run. Its database `trellis`, migrated and empty, is the template of each test's
 * database. The template with the network of companies is made by the first test that wants it (database.ts).
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startThrowaway({ inMemory: true })
  try {
    await migrate(cluster.url)
  } catch (error) {
    await cluster.stop()
    throw error
  }
  project.provide('adminUrl', cluster.adminUrl)
  project.provide('templateUrl', cluster.url)
  return cluster.stop
}
