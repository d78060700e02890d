import { openTurns, type Turns } from '../../platform/turns.ts'

/**
 * Turns of requests that answer with the rows of a list as a file. Each holds a database connection while it runs; who finds none
 * within a moment gets a place in the queue of jobs.
 */
export const openExportTurns = (): Turns => openTurns({ atOnce: 2, inAll: 4, longest: 50, patience: 1_000 })
