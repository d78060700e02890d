import pg from 'pg'

/**
 * A connection to PostgreSQL that may end at any moment. The driver reports that by an `error` event of the client, and
 * Node ends the process when nobody listens; a pool listens only while the connection is idle. So every connection of the
 * product is one of these, and whoever waits for an answer learns of the end by that answer.
 */
export class Connection extends pg.Client {
  #ended = false

  constructor(config?: string | pg.ClientConfig) {
    super(config)
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
}

/** PostgreSQL's five characters, the name of a system error, or nothing. */
export const codeOf = (error: unknown): string => String((error as { code?: unknown } | undefined)?.code ?? '')
