import type { Tx } from '../../../platform/database/tx.ts'
import type { Allowance, Throttle } from '../../../platform/throttle.ts'

/**
 * How many codes may be tried for a user, over all tokens, before the next try must wait: first a minute, at most a
 * quarter of an hour (threats A11). With one try per quarter of an hour guessing a six-digit code takes years, and the
 * owner can still sign in.
 */
const tries: Allowance = { free: 10, seconds: 60, longest: 900, memory: 86_400 }

/** Codes mailed to a user: at most five in a quarter of an hour (threats A12). */
const mails: Allowance = { free: 5, seconds: 900, longest: 900, memory: 900 }

interface Whose {
  tenantId: string
  userId: string
  /**
   * A separate counter, so that guesses made elsewhere do not lock the owner out: the hashed cookie of a browser that has
   * signed in before, or setting up a factor.
   */
  apart?: string | null
}

export interface CodeThrottle {
  /** Counts a try before the code is checked. Refuses RQ429. */
  tryCode(whose: Whose): Promise<void>
  /** Resets the counter after a correct code, when the transaction commits. */
  forgetTries(whose: Whose, tx: Tx): Promise<void>
  /** Counts a code before it is mailed. Refuses RQ429. */
  mailCode(whose: Whose): Promise<void>
}

export function openCodeThrottle(throttle: Throttle): CodeThrottle {
  const triesOf = ({ tenantId, userId, apart }: Whose) => `mfa-code:${tenantId}:${userId}${apart ? `:${apart}` : ''}`
  return {
    tryCode: (whose) => throttle.take(triesOf(whose), tries),
    forgetTries: (whose, tx) => throttle.forget(triesOf(whose), tx),
    mailCode: ({ tenantId, userId }) => throttle.take(`mfa-mail:${tenantId}:${userId}`, mails),
  }
}
