import type { Socket } from 'node:net'
import pg from 'pg'

/**
 * A connection to PostgreSQL that may end at any time. The driver then emits an `error` event, and Node ends the
 * process when there is no listener; a pool listens only while the connection is idle. This class always listens;
 * callers learn of the end from the query that fails. Queries are sent without waiting for the answers of those before
 * them (`Tx.later`, or several in one `Promise.all`), each with a Sync of its own.
 */
export class Connection extends pg.Client {
  #ended = false

  constructor(config?: string | pg.ClientConfig) {
    super({ ...(typeof config === 'string' ? { connectionString: config } : config), pipeline: true })
    this.on('error', () => {
      this.#ended = true
    })
    this.on('end', () => {
      this.#ended = true
    })
  }

  get hasEnded(): boolean {
    return this.#ended
  }

  /** Ends the connection without asking the other side, which may no longer be there. */
  cut(): void {
    const { connection } = this as unknown as { connection: { stream: Socket } }
    connection.stream.destroy()
  }
}

/** The SQLSTATE (five characters) or the name of a system error; empty for others. */
export const codeOf = (error: unknown): string => String((error as { code?: unknown } | undefined)?.code ?? '')
