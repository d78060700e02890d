import { type Code, codes } from '@trellis/contract/codes'
import type { Tx } from './database/tx.ts'

/** Thrown to answer with an error code (wire: errors); the request's transaction is rolled back. */
export class Refusal extends Error {
  readonly code: Code
  readonly info: unknown
  readonly headers: Record<string, string>
  /** What is written although the request is refused, in a transaction of its own after the rollback. */
  lasting?: (tx: Tx) => Promise<unknown>

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

/** Why a call cannot be served right now, as counted by the metrics. */
export type Reason =
  | 'busy'
  | 'collision'
  | 'database'
  | 'disk'
  | 'line'
  | 'lock'
  | 'maintenance'
  | 'other'
  | 'statement'
  | 'storage'

/** Seconds after which a retry makes sense. */
const retryAfter: Record<Reason, number> = {
  busy: 1,
  collision: 1,
  database: 2,
  disk: 10,
  line: 5,
  lock: 1,
  maintenance: 30,
  other: 2,
  statement: 5,
  storage: 5,
}

/** RQ503: the call itself is valid and can be repeated after the seconds in Retry-After. */
export class Unavailable extends Refusal {
  readonly reason: Reason

  constructor(reason: Reason, detail?: string, info: unknown = null, seconds = retryAfter[reason]) {
    super('RQ503', info, detail, { 'retry-after': String(seconds) })
    this.reason = reason
  }
}

/** Throws a Refusal with this code; does nothing for null. */
export function refuse(code: Code | null, info: unknown = null, detail?: string): asserts code is null {
  if (code !== null) throw new Refusal(code, info, detail)
}

/**
 * The same for a rule that refuses what somebody may not do, and other things with other codes. Only RQ403 tells `why`: which
 * flag is missing (`permission`), or which position (`reason`).
 */
export function forbid(
  code: Code | null,
  why: { permission: string } | { reason: string },
  detail?: string,
): asserts code is null {
  if (code === 'RQ403') throw new Refusal(code, why)
  refuse(code, null, detail)
}

/** Returns the value, or throws RQ404 for null: a missing record and one out of reach are answered alike. */
export function found<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Refusal('RQ404')
  return value
}

/** RQ422 for one field, in the format of validation errors. */
export function invalid(path: (string | number)[], code: string, message: string): Refusal {
  return new Refusal('RQ422', { issues: [{ path: path.join('.'), code, message }] })
}
