import { readFileSync, statSync } from 'node:fs'

export interface Statement {
  text: string
  values: unknown[]
}

/** What one request of the product's asked the database, to be asked again without the product around it. */
export interface Recording {
  /** Statements on their own, the last of which is the answer, or a transaction of them. */
  kind: 'read' | 'write'
  statements: Statement[]
  /** The id in the request's path, which another request puts its own in place of. */
  subject: string | null
  /** Ids made after this instant belong to the request: each repetition makes its own. */
  startedAt: number
}

interface Line extends Statement {
  connection: number
  /** A read by itself, the first statement of a transaction, or neither. */
  kind: 'single' | 'opening' | null
  /** Whose, where it is one of those. */
  userId: string | null
}

/** Runs a request against a server with `tap.mjs` in it and reads what that left in the file. */
export async function record(
  tapFile: string,
  userId: string,
  subject: string | null,
  request: () => Promise<unknown>,
): Promise<Recording> {
  const offset = statSync(tapFile).size
  const startedAt = Date.now()
  await request()
  const lines = readFileSync(tapFile)
    .subarray(offset)
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)
  const begin = lines.findIndex((line) => line.kind === 'opening' && line.userId === userId)
  if (begin < 0) {
    const reads = lines.filter((line) => line.kind === 'single')
    if (reads.length === 0) throw new Error('Nothing was asked')
    return { kind: 'read', statements: reads.map(bare), subject, startedAt }
  }
  const { connection } = lines[begin] as Line
  const own = lines.slice(begin).filter((line) => line.connection === connection)
  const commit = own.findIndex((line) => line.text === 'commit')
  if (commit < 1) throw new Error('The transaction was not committed')
  return { kind: 'write', statements: own.slice(0, commit).map(bare), subject, startedAt }
}

const bare = ({ text, values }: Line): Statement => ({ text, values })
