import { createRequire } from 'node:module'
import { extname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type ResourceLimits, Worker } from 'node:worker_threads'
import type { FromThread, Task, ToThread } from './messages.ts'

/** A thread ended instead of giving its result, or its function threw. */
export class ApartFailure extends Error {
  /** `fault`: an error, also one that nobody caught. */
  readonly reason: 'memory' | 'time' | 'fault'

  constructor(reason: 'memory' | 'time' | 'fault', message: string) {
    super(message)
    this.reason = reason
  }
}

export interface Limits {
  /** Of the heap. Buffers are beside it: whoever unpacks something bounds its size first. */
  megabytes: number
  /** Between two messages of the thread while it has all that it asked for. */
  seconds: number
}

export interface Thread {
  /** Fails with ApartFailure, or as `given` does. Whoever reads it only in part ends the thread. */
  perform(task: Task, given: AsyncIterable<unknown>): AsyncGenerator<unknown, undefined>
  /** False after any failure: what the task has begun could still go on. */
  isSound(): boolean
  end(): void
}

/** This file is compiled or not, and so are the others. */
export const extension = extname(fileURLToPath(import.meta.url))
const program = new URL(`./worker${extension}`, import.meta.url).href

/** Sources need a loader, which a thread does not have from its process. */
function openWorker(limits: ResourceLimits): Worker {
  // Nothing of the server's surroundings, such as addresses and keys, is there.
  const options = { env: {}, resourceLimits: limits }
  if (extension !== '.ts') return new Worker(new URL(program), options)
  const loader = pathToFileURL(
    createRequire(import.meta.url)
      .resolve('tsx/esm/api')
      .replace(/cjs$/, 'mjs'),
  ).href
  const code = `import(${JSON.stringify(loader)}).then(({ register }) => { register(); return import(${JSON.stringify(program)}) })`
  return new Worker(code, { ...options, eval: true, execArgv: ['--conditions=source'] })
}

/** Loading may take as long as a busy machine needs. */
const secondsToStart = 120

export function openThread({ megabytes, seconds }: Limits): Thread {
  const worker = openWorker({ maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 32 })
  const heard: FromThread[] = []
  let failure: ApartFailure | undefined
  let wake: () => void = () => undefined
  const fail = (cause: ApartFailure) => {
    failure ??= cause
    void worker.terminate()
    wake()
  }
  worker.on('message', (message: FromThread) => {
    heard.push(message)
    wake()
  })
  worker.on('error', (error: NodeJS.ErrnoException) =>
    fail(
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? new ApartFailure('memory', `It needs more than ${megabytes} MB of memory`)
        : new ApartFailure('fault', error.message),
    ),
  )
  worker.on('exit', (code) => fail(new ApartFailure('fault', `The thread ended with code ${code}`)))
  worker.unref()

  async function next(within: number): Promise<FromThread> {
    const late = () => fail(new ApartFailure('time', `It takes longer than ${within} seconds`))
    const timer = setTimeout(late, within * 1000)
    try {
      while (true) {
        const message = heard.shift()
        if (message !== undefined) return message
        if (failure !== undefined) throw failure
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    } finally {
      clearTimeout(timer)
    }
  }
  const tell = (message: ToThread) => worker.postMessage(message)
  let isReady = false

  async function* perform(task: Task, given: AsyncIterable<unknown>): AsyncGenerator<unknown, undefined> {
    const source = given[Symbol.asyncIterator]()
    let isDone = false
    worker.ref()
    try {
      if (!isReady) await next(secondsToStart)
      isReady = true
      tell({ kind: 'task', task })
      while (true) {
        const message = await next(seconds)
        if (message.kind === 'result') {
          yield message.value
          tell({ kind: 'more' })
        } else if (message.kind === 'ask') {
          const { done, value } = await source.next()
          tell(done ? { kind: 'end' } : { kind: 'given', value })
        } else if (message.kind === 'failed') throw new ApartFailure('fault', message.message)
        else break
      }
      isDone = true
      return undefined
    } finally {
      worker.unref()
      if (!isDone) fail(new ApartFailure('fault', 'The task was given up'))
      await source.return?.()
    }
  }

  return { perform, isSound: () => failure === undefined, end: () => void worker.terminate() }
}
