/** Why a value was rejected, as reported by the schema or the server. */
export interface Issue {
  code?: string | undefined
  path?: unknown
  message?: string | undefined
  /** What is wrong, in the reader's language, where a screen knows it better than any general words. */
  words?: string | undefined
  origin?: unknown
  expected?: unknown
  format?: unknown
  input?: unknown
  minimum?: unknown
  maximum?: unknown
}

/** Schema refinements put their reason code into `message`. */
const named = {
  required: 'required',
  email: 'email',
  number: 'number',
  integer: 'integer',
  password_match: 'passwordMatch',
  password_strength: 'passwordStrength',
  password_common: 'passwordCommon',
  password_personal: 'passwordPersonal',
  at_most_4_decimals: 'decimals',
  control_characters: 'characters',
  wrong_password: 'wrongPassword',
  wrong_code: 'wrongCode',
  code_digits: 'codeDigits',
  email_match: 'emailMatch',
  email_taken: 'emailTaken',
  already_assigned: 'alreadyAssigned',
  vat_id: 'vatId',
  time_zone: 'timeZone',
  taken: 'taken',
  sku_taken: 'skuTaken',
  license_prefix: 'licensePrefix',
  version: 'version',
  issuer: 'link',
  url: 'link',
  unknown: 'unknown',
  deleted: 'deleted',
  self: 'self',
  contrast: 'contrast',
  color: 'color',
  host: 'host',
  https: 'https',
  twice: 'twice',
  day_list: 'dayList',
  flags: 'flags',
  needs_read: 'needsRead',
  bar: 'bar',
  too_many_roles: 'tooManyRoles',
  past: 'past',
  too_far: 'tooFar',
  changed_meanwhile: 'changedMeanwhile',
} as const

/** The message for an issue: a key of the `ui` texts and its parameters. */
export interface IssueWords {
  key:
    | (typeof named)[keyof typeof named]
    | `at${'Least' | 'Most' | 'LeastOne'}`
    | `too${'Long' | 'Short'}`
    | 'date'
    | 'invalid'
  values?: Record<string, number>
}

const wordOf = (code: string | undefined): IssueWords['key'] | undefined => named[code as keyof typeof named]

/** Whether nothing was typed or chosen; blanks are nothing. */
export const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/** The message for an issue, given the rejected value. */
export function wordsFor(issue: Issue, value: unknown): IssueWords {
  const byName = wordOf(issue.message) ?? wordOf(issue.code)
  if (byName) return { key: byName }
  const minimum = Number(issue.minimum)
  const maximum = Number(issue.maximum)
  switch (issue.code) {
    case 'invalid_type':
      if (isNothing(value)) return { key: 'required' }
      if (issue.expected === 'int') return { key: 'integer' }
      return { key: issue.expected === 'number' ? 'number' : 'invalid' }
    case 'invalid_value':
    case 'invalid_union':
      return { key: isNothing(value) ? 'required' : 'invalid' }
    case 'invalid_format':
      if (isNothing(value)) return { key: 'required' }
      if (issue.format === 'email') return { key: 'email' }
      if (issue.format === 'url') return { key: 'link' }
      return { key: issue.format === 'datetime' || issue.format === 'date' ? 'date' : 'invalid' }
    case 'too_small':
      if (issue.origin === 'array' || issue.origin === 'set') return { key: 'atLeastOne' }
      if (issue.origin === 'string') {
        return minimum <= 1 || isNothing(value) ? { key: 'required' } : { key: 'tooShort', values: { count: minimum } }
      }
      return Number.isFinite(minimum) ? { key: 'atLeast', values: { minimum } } : { key: 'invalid' }
    case 'too_big':
      if (issue.origin === 'string') return { key: 'tooLong', values: { count: maximum } }
      return Number.isFinite(maximum) ? { key: 'atMost', values: { maximum } } : { key: 'invalid' }
    case 'not_multiple_of':
      return { key: 'integer' }
    default:
      return { key: isNothing(value) ? 'required' : 'invalid' }
  }
}

/**
 * Normalises a field path: `['items', 0, 'price']`, `items.0.price`, `/items/0/price` and
 * `body.items[0].price` are the same field.
 */
export function fieldPath(path: unknown): string {
  const parts = Array.isArray(path) ? path.map(String) : String(path ?? '').split(/[./[\]]+/)
  return parts.filter((part) => part !== '').join('.')
}

/** The issues of an error, from `info` or from a nested `problem`. */
export function issuesOf(error: unknown): Issue[] {
  if (typeof error !== 'object' || error === null) return []
  const { info, problem } = error as { info?: unknown; problem?: unknown }
  if (typeof info === 'object' && info !== null && Array.isArray((info as { issues?: unknown }).issues)) {
    return (info as { issues: Issue[] }).issues
  }
  return problem === undefined || problem === error ? [] : issuesOf(problem)
}
