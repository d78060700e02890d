import { runPortal } from './run.ts'

process.exitCode = (await runPortal(process.argv.slice(2), process.env, process)) ? 0 : 1
