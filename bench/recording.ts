import { readFileSync, statSync } from 'node:fs'

export interface Statement {
  text: string
  values: unknown[]
}

/** The statements of one request, to be repeated without the product. */
export interface Recording {
  /** `read`: single statements, of which the last returns the answer. `write`: the statements of one transaction. */
  kind: 'read' | 'write'
  statements: Statement[]
  /** Who asked. */
  reader: { userId: string; accountId: string }
  /** The id in the request's path, which a repetition replaces. */
  subject: string | null
  /** Ids generated after this instant belong to the request; each repetition generates its own. */
  startedAt: number
}

interface Line extends Statement {
  connection: number
  /** A read outside of a transaction, the first statement of a transaction, or neither. */
  kind: 'single' | 'opening' | null
  /** The user of the request, for these kinds. */
  userId: string | null
}

/** Sends a request to a server that runs with `tap.mjs`, and reads the recorded statements from the file. */
export async function record(
  tapFile: string,
  reader: Recording['reader'],
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
  const begin = lines.findIndex((line) => line.kind === 'opening' && line.userId === reader.userId)
  if (begin < 0) {
    const reads = lines.filter((line) => line.kind === 'single')
    if (reads.length === 0) throw new Error('Nothing was asked')
    return { kind: 'read', statements: reads.map(bare), reader, subject, startedAt }
  }
  const { connection } = lines[begin] as Line
  const own = lines.slice(begin).filter((line) => line.connection === connection)
  const commit = own.findIndex((line) => line.text === 'commit')
  if (commit < 1) throw new Error('The transaction was not committed')
  return { kind: 'write', statements: own.slice(0, commit).map(bare), reader, subject, startedAt }
}

const bare = ({ text, values }: Line): Statement => ({ text, values })
