import { runPortal } from '../cli/run.ts'

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
