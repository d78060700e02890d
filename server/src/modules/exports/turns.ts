import { openTurns, type Turns } from '../../platform/turns.ts'

/**
 * Turns of requests that answer with the rows of a list as a file. Each holds a database connection while it runs; the
 * others wait without a connection, for a bounded time.
 */
export const openExportTurns = (): Turns => openTurns({ atOnce: 2, inAll: 4, longest: 50 })
