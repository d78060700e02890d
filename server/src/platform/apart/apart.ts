import { availableParallelism } from 'node:os'
import { type FairQueue, openFairQueue } from '../fair-queue.ts'
import { extension, type Limits, openThread, type Thread } from './thread.ts'

export { ApartFailure } from './thread.ts'

interface Room extends Limits {
  queue: FairQueue
  /** Threads without a task, and what ends them when none comes. */
  idle: { thread: Thread; timer: NodeJS.Timeout }[]
}

/** Waiting is bounded by the length of each line; this only says when nobody can be there any more. */
const patience = 120_000
/** Milliseconds that a thread without a task is kept: starting one takes a tenth of a second, keeping one some megabytes. */
const kept = 30_000

function roomOf(places: number, limits: Limits): Room {
  // No line has all places, so that what one tenant has printed keeps nobody else waiting.
  const perLine = Math.ceil(places / 2)
  const queue = openFairQueue({ places, perLine, long: places, longest: 200, patience, reason: 'line' })
  return { ...limits, queue, idle: [] }
}

/**
 * Where bytes and texts of users are opened: threads of their own, with limits of memory and time, so that what a library does
 * with a damaged or monstrous file ends the thread and never the server (threats F11, decision 108).
 */
const rooms = {
  /** Images that users send: small and quick, or no images. */
  images: roomOf(Math.max(2, availableParallelism()), { megabytes: 256, seconds: 20 }),
  /** PDFs: thousands of lines take seconds, on a busy machine several times as long. */
  documents: roomOf(Math.max(2, availableParallelism()), { megabytes: 256, seconds: 60 }),
  /** A sheet that is read is held as a whole; one that is written goes through in pieces. */
  workbooks: roomOf(6, { megabytes: 1024, seconds: 120 }),
}
export type RoomName = keyof typeof rooms

/** Calls a function in a thread. The works of one line, such as those of a tenant, wait for one another. */
export type RunApart<F extends (...given: never[]) => Promise<unknown>> = (
  line: string,
  input: Parameters<F>[0],
) => Promise<Awaited<ReturnType<F>>>

/** Runs a generator in a thread, which takes values one by one and gives values one by one. */
export type StreamApart<F> = F extends (input: infer I, given: AsyncIterable<infer G>) => AsyncIterable<infer O>
  ? (line: string, input: I, given: AsyncIterable<G>) => AsyncGenerator<O, undefined>
  : never

/**
 * The exported function `name` of a file, to be run apart. Input and result are copied between the threads, so they are values
 * without functions; a Buffer arrives as a Uint8Array. Throws ApartFailure for whatever goes wrong in the thread, too much
 * memory and time included.
 */
export function apart<F extends (...given: never[]) => Promise<unknown>>(
  file: URL,
  name: string,
  room: RoomName,
): RunApart<F> {
  return (async (line: string, input: unknown) => {
    let result: unknown
    for await (const value of performed({ file, name }, room, line, input, nothing())) result = value
    return result
  }) as RunApart<F>
}

/** As `apart`, for a generator: it is read and fed at the speed of both sides. */
export const streamApart = <F>(file: URL, name: string, room: RoomName): StreamApart<F> =>
  ((line: string, input: unknown, given: AsyncIterable<unknown>) =>
    performed({ file, name }, room, line, input, given)) as StreamApart<F>

async function* nothing(): AsyncGenerator<never> {
  // Most works need no more than their input.
}

async function* performed(
  { file, name }: { file: URL; name: string },
  roomName: RoomName,
  lineName: string,
  input: unknown,
  given: AsyncIterable<unknown>,
): AsyncGenerator<unknown, undefined> {
  const room = rooms[roomName]
  const line = room.queue.line(lineName, false)
  if (!room.queue.enter(line)) await room.queue.wait(line)
  const thread = takeThread(room)
  try {
    // Where this file is compiled, so is the other.
    const compiled = file.href.replace(/\.tsx?$/, extension)
    return yield* thread.perform({ file: compiled, name, input }, given)
  } finally {
    if (thread.isSound()) keepThread(room, thread)
    room.queue.leave(line)
  }
}

function takeThread(room: Room): Thread {
  const known = room.idle.pop()
  if (known === undefined) return openThread(room)
  clearTimeout(known.timer)
  return known.thread.isSound() ? known.thread : takeThread(room)
}

function keepThread({ idle }: Room, thread: Thread): void {
  const entry = { thread, timer: setTimeout(end, kept).unref() }
  idle.push(entry)
  function end() {
    idle.splice(idle.indexOf(entry), 1)
    thread.end()
  }
}
