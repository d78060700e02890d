import { runPortal } from '../cli/run.ts'

type Streams = Parameters<typeof runPortal>[2]

/** Runs the operator's command as typed, and returns whether it succeeded, with its output. */
export async function commandOutput(
  args: string[],
  env: NodeJS.ProcessEnv,
  stdin?: Streams['stdin'],
): Promise<{ isDone: boolean; stdout: string; stderr: string }> {
  const output = { stdout: '', stderr: '' }
  const to = (name: keyof typeof output) => ({
    write: (text: string) => {
      output[name] += text
    },
  })
  const streams = { stdout: to('stdout'), stderr: to('stderr'), ...(stdin && { stdin }) }
  const isDone = await runPortal(args, { NODE_ENV: 'test', ...env }, streams)
  return { isDone, ...output }
}
