import type { Issue, Problem } from './api.gen.ts'

/** A code that clients decide by: `docs/reference/wire.md` of the portal says what each means. */
export type Code = Problem['code']

interface Missing {
  productId: string
  productName: string
  sku: string
  quantity: number
  available: number
  missing: number
}

/** What `info` has for the codes that integrations meet most; for others it is `unknown`. */
export interface Infos {
  RQ403: { permission?: string; reason?: string }
  /** What is wrong with each value, by its path in the request. */
  RQ422: { issues: Issue[] }
  /** The record as it is now, with its version; null for who does not read it. */
  RQ412: { current: unknown; etag: string | null }
  OC527: { items: Missing[] }
  OC529: { items: { productId: string; price: number }[] }
  /** The buyer's limit, what it owes, this order, and what is late; whether the caller may pass it with a reason. */
  OC530: {
    limit: number | null
    open: number
    order: number
    overdue: number
    currencyCode: string
    mayPass: boolean
  }
  /** Every rule that binds the decision, and whether the signatures with the caller's satisfy it. */
  OC531: {
    rules: {
      ruleId: string
      name: string
      needs: 'second_person' | 'role' | 'level'
      roleName: string | null
      level: number | null
      satisfied: boolean
    }[]
  }
  LC519: { errors: { productId: string; productName: string; sku: string; reason: string; missing?: number }[] }
}
export type InfoOf<C extends Code> = C extends keyof Infos ? Infos[C] : unknown

/** The portal refused a call. Nothing was changed. */
export class PortalRefusal<C extends Code = Code> extends Error {
  override readonly name = 'PortalRefusal'
  readonly code: C
  readonly status: number
  /** The facts of the code. */
  readonly info: InfoOf<C>
  /** Names the call in the log of the portal, for questions to its operator. */
  readonly requestId: string
  /** Seconds that the portal asks to be left alone, or null. */
  readonly retryAfter: number | null

  constructor(problem: Problem, retryAfter: number | null) {
    super(problem.detail)
    this.code = problem.code as C
    this.status = problem.status
    this.info = problem.info as InfoOf<C>
    this.requestId = problem.requestId
    this.retryAfter = retryAfter
  }
}

/** Whether something thrown is a refusal, with one of these codes if any are named. */
export function isRefusal<C extends Code = Code>(error: unknown, ...codes: C[]): error is PortalRefusal<C> {
  return error instanceof PortalRefusal && (codes.length === 0 || (codes as string[]).includes(error.code))
}

/** No answer of the portal came. Whether the call had its effect is not known, unless it only reads. */
export class PortalUnreachable extends Error {
  override readonly name = 'PortalUnreachable'
}
