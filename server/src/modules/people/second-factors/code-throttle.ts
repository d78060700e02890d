import type { Tx } from '../../../platform/database/tx.ts'
import type { Allowance, Throttle } from '../../../platform/throttle.ts'

/**
 * Codes that may be tried for a user before the next has to wait, first a minute, at most a quarter of an hour, over all
 * their tokens (threats A11). One try a quarter of an hour leaves whoever guesses at six digits years to wait, and lets
 * the owner in after all.
 */
const tries: Allowance = { free: 10, seconds: 60, longest: 900, memory: 86_400 }

/** Codes that are mailed to a user: five in a quarter of an hour (threats A12). */
const mails: Allowance = { free: 5, seconds: 900, longest: 900, memory: 900 }

interface Whose {
  tenantId: string
  userId: string
  /**
   * What counts for itself, so that guesses elsewhere keep nobody out: the cookie, hashed, of a browser that signed in
   * before, or setting a factor up.
   */
  apart?: string | null
}

export interface CodeThrottle {
  /** Counts a try of a code before it is looked at. Refuses RQ429. */
  tryCode(whose: Whose): Promise<void>
  /** After a right code, when the transaction commits. */
  forgetTries(whose: Whose, tx: Tx): Promise<void>
  /** Counts a code that is going to be mailed. Refuses RQ429. */
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
