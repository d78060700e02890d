import type { Code, Problem } from '@trellis/contract/codes'

/** The portal refused the call. Network errors and timeouts are thrown by `fetch` itself. */
export class PortalRefusal extends Error {
  /**
   * `DV404` unknown key, `DV409` no free seat, `DV410` expired, `DV423` suspended or exported, `DV426` version
   * not covered, `DV428` no seat: activate again, `RQ429` too many requests…
   */
  readonly code: Code | 'unknown'
  readonly status: number
  /** Seconds to wait before the next call; null when the portal sent none. */
  readonly retryAfter: number | null

  constructor(problem: Pick<Problem, 'code' | 'detail'> | null, status: number, retryAfter: string | null) {
    super(problem?.detail ?? `The portal answered ${status}`)
    this.name = 'PortalRefusal'
    this.code = problem?.code ?? 'unknown'
    this.status = status
    this.retryAfter = retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) : null
  }
}
