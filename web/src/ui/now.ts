let millisecondsAhead = 0

/** What a sandbox is ahead of the machine, by the tenant (decision 158). */
export function setAhead(seconds: number): void {
  millisecondsAhead = seconds * 1000
}

/**
 * Business time, in milliseconds: what records are compared with. Sessions, tokens, keys of machines and deliveries go by
 * `Date.now()`.
 */
export const businessNow = (): number => Date.now() + millisecondsAhead
