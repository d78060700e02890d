import { openStopping } from '../platform/stopping.ts'
import { runPortal } from './run.ts'

const stopping = openStopping({ grace: () => 0, say: (line) => process.stderr.write(`${line}\n`) })
const done = await runPortal(process.argv.slice(2), process.env, process, stopping)
if (!stopping.begun()) process.exitCode = done ? 0 : 1
