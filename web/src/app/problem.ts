import type { Code, Problem } from '@trellis/contract/codes'
import { codes } from '@trellis/contract/codes'

/**
 * The browser adds two to the server's codes. `offline`: the call did not reach the server, or was aborted by its timeout.
 * `suspended`: the operator has suspended the portal, so that nobody can use it (rules G22).
 */
/** Of the codes, those that calls of the web app can get: not those of devices and of the feed. */
export type ProblemCode = Exclude<Code, `DV${string}` | 'EV410'> | 'offline' | 'suspended'

export interface Issue {
  /** Path of the value in the request: `['items', 0, 'quantity']`. */
  path: (string | number)[]
  code: string
  message: string
}

/** A rejected or failed call. `code` selects the message, in the `errors` namespace. */
export class ProblemError extends Error {
  readonly code: ProblemCode
  readonly status: number
  readonly info: unknown
  readonly requestId: string | null
  /** Seconds to wait, as the server asks (RQ429). */
  readonly retryAfter: number | null

  constructor(problem: {
    code: ProblemCode
    status: number
    message: string
    info?: unknown
    requestId?: string | null
    retryAfter?: number | null
  }) {
    super(problem.message)
    this.name = 'ProblemError'
    this.code = problem.code
    this.status = problem.status
    this.info = problem.info ?? null
    this.requestId = problem.requestId ?? null
    this.retryAfter = problem.retryAfter ?? null
  }

  /** The invalid values (RQ422); empty for other codes. */
  get issues(): Issue[] {
    const issues = (this.info as { issues?: unknown } | null)?.issues
    return Array.isArray(issues) ? (issues as Issue[]) : []
  }

  /** True when the same call may succeed later without changes. */
  get transient(): boolean {
    return this.code === 'offline' || this.status >= 500
  }
}

export function isProblem(error: unknown, ...wanted: ProblemCode[]): error is ProblemError {
  return error instanceof ProblemError && (wanted.length === 0 || wanted.includes(error.code))
}

/** The network failed, or the call timed out. */
export const offline = () => new ProblemError({ code: 'offline', status: 0, message: 'The server cannot be reached' })

/** Reads an error answer. One that is not our problem+json (a proxy's page) becomes a problem by its status. */
export async function problemOf(response: Response): Promise<ProblemError> {
  const body = (await response.json().catch(() => null)) as Partial<Problem> | null
  const known = body?.code !== undefined && body.code in codes
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN)
  return new ProblemError({
    code: isSuspension(body) ? 'suspended' : known ? (body.code as ProblemCode) : codeOfStatus(response.status),
    status: response.status,
    message: body?.detail ?? response.statusText,
    info: body?.info,
    requestId: body?.requestId ?? response.headers.get('X-Request-Id'),
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : null,
  })
}

const isSuspension = (body: Partial<Problem> | null): boolean =>
  body?.code === 'RQ403' && (body.info as { tenant?: unknown } | null)?.tenant === 'suspended'

function codeOfStatus(status: number): ProblemCode {
  const code = `RQ${status}`
  if (code in codes) return code as ProblemCode
  return status === 502 || status === 504 ? 'RQ503' : 'RQ500'
}
