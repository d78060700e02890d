import pino from 'pino'

/** Characters that wait while the output takes none; later lines are lost. */
const mostWaiting = 1_000_000
/** Milliseconds for the last lines, when the process ends. */
const patience = 1_000

export interface LogOutput {
  output: pino.DestinationStream
  /** Writes what waits, as far as that is possible. */
  end(): Promise<void>
}

/**
 * Standard output for the lines of the log, buffered: a write for each line took 7 % of a short request. What waits is written
 * whenever the process ends.
 *
 * Whoever reads the output may be gone, and its disk may be full. Then lines are lost, and the portal serves on. Without what is here
 * such an error ended the process, or stopped it for ever: the flush that `pino` makes at the end tries again after every error.
 */
export function openLogOutput(): LogOutput {
  const output = pino.destination({ sync: false, minLength: 4096, periodicFlush: 200, maxLength: mostWaiting })
  let isBroken = false
  output.on('error', () => {
    isBroken = true
  })
  output.on('write', () => {
    isBroken = false
  })
  const flushSync = output.flushSync.bind(output)
  output.flushSync = () => {
    if (!isBroken) flushSync()
  }
  // What is said in development goes there directly.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  return {
    output,
    end: () =>
      new Promise((resolve) => {
        const late = setTimeout(resolve, patience)
        const done = () => {
          clearTimeout(late)
          resolve()
        }
        output.once('error', done)
        output.flush(done)
      }),
  }
}
