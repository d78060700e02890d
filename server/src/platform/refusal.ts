import { type Code, codes } from '@trellis/contract/codes'

/** Thrown to answer with a code (wire: errors); whatever the request did until then is rolled back. */
export class Refusal extends Error {
  readonly code: Code
  readonly info: unknown
  readonly headers: Record<string, string>

  constructor(
    code: Code,
    info: unknown = null,
    detail: string = codes[code].title,
    headers: Record<string, string> = {},
  ) {
    super(detail)
    this.code = code
    this.info = info
    this.headers = headers
  }
}

/** Why a call cannot be served right now; the metrics count by it. */
export type Reason = 'busy' | 'collision' | 'database' | 'disk' | 'line' | 'lock' | 'other' | 'statement'

/** Seconds after which trying again makes sense. */
const retryAfter: Record<Reason, number> = {
  busy: 1,
  collision: 1,
  database: 2,
  disk: 10,
  line: 5,
  lock: 1,
  other: 2,
  statement: 5,
}

/** RQ503: nothing is wrong with the call, and it may be sent again after the seconds that it names. */
export class Unavailable extends Refusal {
  readonly reason: Reason

  constructor(reason: Reason, detail?: string) {
    super('RQ503', null, detail, { 'retry-after': String(retryAfter[reason]) })
    this.reason = reason
  }
}

/** Refuses when a rule gave a code; does nothing for null. */
export function refuse(code: Code | null, info: unknown = null, detail?: string): asserts code is null {
  if (code !== null) throw new Refusal(code, info, detail)
}

/** The value, or RQ404: what does not exist and what is out of reach answer alike. */
export function found<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Refusal('RQ404')
  return value
}

/** RQ422 for one field, in the shape that validation itself answers with. */
export function invalid(path: (string | number)[], code: string, message: string): Refusal {
  return new Refusal('RQ422', { issues: [{ path: path.join('.'), code, message }] })
}
