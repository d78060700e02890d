import { openStopping } from '../platform/stopping.ts'
import { runPortal } from './run.ts'

// The work is done to its end whoever reads about it: who ran `… | head` has seen enough, and a full disk is told where that is possible.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return
  process.exitCode = 1
  process.stderr.write(`The output could not be written: ${error.message}\n`)
})
process.stderr.on('error', () => undefined)

const stopping = openStopping({ grace: () => 0, say: (line) => process.stderr.write(`${line}\n`) })
const done = await runPortal(process.argv.slice(2), process.env, process, stopping)
if (!stopping.begun() && !done) process.exitCode = 1
