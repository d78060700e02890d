/** Specification, core 5: at least 8 characters with lower case, upper case, a digit and a special character. */
export const passwordRules = {
  length: (password: string) => [...password].length >= 8,
  lower: (password: string) => /\p{Ll}/u.test(password),
  upper: (password: string) => /\p{Lu}/u.test(password),
  digit: (password: string) => /\p{Nd}/u.test(password),
  special: (password: string) => /[^\p{L}\p{Nd}\s]/u.test(password),
} as const

export type PasswordRule = keyof typeof passwordRules

export const isStrong = (password: string) => Object.values(passwordRules).every((isMet) => isMet(password))
