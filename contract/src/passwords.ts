/** The password rules in a file of their own, so that the public screens need not load the schemas. */

/** At least 8 characters with lower case, upper case, a digit and a special character (rules P11). */
export const passwordRules = {
  length: (password: string) => [...password].length >= 8,
  lowercase: (password: string) => /\p{Ll}/u.test(password),
  uppercase: (password: string) => /\p{Lu}/u.test(password),
  digit: (password: string) => /\p{Nd}/u.test(password),
  special: (password: string) => /[^\p{L}\p{Nd}\s]/u.test(password),
} as const
export type PasswordRule = keyof typeof passwordRules

/** The rules that a password breaks; empty for a valid one. */
export function brokenPasswordRules(password: string): PasswordRule[] {
  return (Object.keys(passwordRules) as PasswordRule[]).filter((rule) => !passwordRules[rule](password))
}

/** A longer password is refused, never truncated: hashing it would take too long. */
export const maximumPasswordLength = 1024
