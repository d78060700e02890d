import { parentPort } from 'node:worker_threads'
import type { FromThread, Task, ToThread } from './messages.ts'

/* Runs in a thread (`thread.ts`): does one task after the other. What nobody catches here ends the thread. */

const port = parentPort
if (port === null) throw new Error('This file is the program of a thread')
const say = (message: FromThread) => port.postMessage(message)

/** Resolves when the other side answers; both kinds of question may be open at once. */
const answers = { given: [] as ((told: ToThread) => void)[], more: [] as (() => void)[] }
port.on('message', (told: ToThread) => {
  if (told.kind === 'task') perform(told.task)
  else if (told.kind === 'more') answers.more.shift()?.()
  else answers.given.shift()?.(told)
})
say({ kind: 'ready' })

async function perform({ file, name, input }: Task): Promise<void> {
  try {
    const { [name]: work } = (await import(file)) as Record<string, (input: unknown, given: unknown) => unknown>
    if (work === undefined) throw new Error(`${file} has no ${name}`)
    const outcome = work(input, given())
    if (isStream(outcome)) for await (const value of outcome) await tell(value)
    else await tell(await outcome)
  } catch (error) {
    say({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
    return
  }
  say({ kind: 'done' })
}

const isStream = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

function tell(value: unknown): Promise<void> {
  const taken = new Promise<void>((resolve) => answers.more.push(resolve))
  say({ kind: 'result', value })
  return taken
}

async function* given(): AsyncGenerator<unknown> {
  while (true) {
    const told = new Promise<ToThread>((resolve) => answers.given.push(resolve))
    say({ kind: 'ask' })
    const answer = await told
    if (answer.kind !== 'given') return
    yield answer.value
  }
}
