/** The rules of a password by themselves: the public screens need them without the schemas. */

/** At least 8 characters with lower case, upper case, a digit and a special character (rules P11). */
export const passwordRules = {
  length: (password: string) => [...password].length >= 8,
  lowercase: (password: string) => /\p{Ll}/u.test(password),
  uppercase: (password: string) => /\p{Lu}/u.test(password),
  digit: (password: string) => /\p{Nd}/u.test(password),
  special: (password: string) => /[^\p{L}\p{Nd}\s]/u.test(password),
} as const
export type PasswordRule = keyof typeof passwordRules

/** The rules a password breaks; none for a good one. */
export function brokenPasswordRules(password: string): PasswordRule[] {
  return (Object.keys(passwordRules) as PasswordRule[]).filter((rule) => !passwordRules[rule](password))
}

/** Never truncated; longer than this is refused rather than hashed. */
export const maximumPasswordLength = 1024
