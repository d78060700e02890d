/** The codes by which the portal refuses the calls of a device. */
export type RefusalCode =
  /** Unknown key. */
  | 'DV404'
  /** No free seat. */
  | 'DV409'
  /** The license has expired. */
  | 'DV410'
  /** The seat is suspended, or the license was exported to an on-premise environment. */
  | 'DV423'
  /** The installed version is not covered by the license. */
  | 'DV426'
  /** The key is valid, but this device has no seat (it was cleared or released): activate again. */
  | 'DV428'
  /** The seat may not be freed by a user of the key: see `info`. */
  | 'DV430'
  /** This key has no such seat. */
  | 'RQ404'
  /** A field has a wrong value: a defect of the program. */
  | 'RQ422'
  /** Too many calls with unknown keys; see `retryAfter`. */
  | 'RQ429'

/** The portal refused the call; repeating it unchanged does not help. */
export class PortalRefusal extends Error {
  override readonly name = 'PortalRefusal'
  /** The portal may add codes later. */
  readonly code: RefusalCode | (string & Record<never, never>)
  readonly status: number
  /** Seconds to wait before the next call; null when the portal sent none. */
  readonly retryAfter: number | null
  /** The id of the request in the portal's log, for support; null when the portal sent none. */
  readonly requestId: string | null
  /** What the portal says besides: of `DV430` a `SeatRefusal`; null when it said nothing. */
  readonly info: unknown

  constructor(problem: Problem, status: number, retryAfter: number | null) {
    super(problem.detail ?? problem.title ?? problem.code)
    this.code = problem.code
    this.status = status
    this.retryAfter = retryAfter
    this.requestId = problem.requestId ?? null
    this.info = problem.info ?? null
  }
}

/** Why a seat may not be freed (`DV430`): its product allows none, none is left for now, or support suspended the seat. */
export interface SeatRefusal {
  reason: 'not_allowed' | 'none_left' | 'suspended'
  /** With `none_left`: the instant from which the next one may be freed. */
  nextReleaseDate: string | null
}

/**
 * No answer of the portal: no network, a timeout, an error of the portal or of a proxy, or something else answers at its
 * address. The call was repeated before. Run on with the stored lease, and try again later.
 */
export class PortalUnreachable extends Error {
  override readonly name = 'PortalUnreachable'
}

/** The members of an error answer (RFC 9457) that are used here. */
export interface Problem {
  code: string
  title?: string
  detail?: string
  requestId?: string
  info?: unknown
}

/** Whether the error is a refusal of the portal, with this code if one is named. */
export const isRefusal = (error: unknown, code?: RefusalCode): error is PortalRefusal =>
  error instanceof PortalRefusal && (code === undefined || error.code === code)
