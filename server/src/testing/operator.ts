import { installation } from '@trellis/contract/installation'
import { expect, vi } from 'vitest'
import { runPortal } from '../cli/run.ts'
import type { Person, World } from './network.ts'

/** What a command of the operator said, and whether everything was done. */
export interface Said {
  isDone: boolean
  stdout: string
  stderr: string
}

/** Runs commands of the operator as typed, beside the running portal of a test. */
export const operatorOf =
  ({ adminUrl, dataDir }: { adminUrl: string; dataDir: string }, settings: NodeJS.ProcessEnv = {}) =>
  async (...args: string[]): Promise<Said> => {
    const said = { stdout: '', stderr: '' }
    const stream = (name: keyof typeof said) => ({
      write: (text: string) => {
        said[name] += text
      },
    })
    const env = { DATABASE_URL: adminUrl, DATA_DIR: dataDir, NODE_ENV: 'test', ...settings }
    const isDone = await runPortal(args, env, { stdout: stream('stdout'), stderr: stream('stderr') })
    return { isDone, ...said }
  }

/** Names a person of a tenant an operator, and waits until the running portal, another process to the command, has heard of it. */
export async function nameOperator(world: World, person: Person, tenantCode: string): Promise<void> {
  const named = await operatorOf(world)('operator', 'add', '--tenant', tenantCode, '--email', person.email)
  expect(named).toMatchObject({ isDone: true })
  const isHeard = async () => {
    const { status } = await person.raw(installation.read, { params: { code: tenantCode } })
    expect(status).toBe(200)
  }
  await vi.waitFor(isHeard, 60_000)
}
