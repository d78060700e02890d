import type * as z from 'zod'

/** One fault of a value, in `info.issues` of RQ422. */
export interface Issue {
  path: string
  code: string
  message: string
}

/** English sentences for the contract's own checks, by their code. */
const sentences: Record<string, string> = {
  required: 'Required field',
  at_most_4_decimals: 'At most 4 decimals, and no negative zero',
  control_characters: 'Control characters and halves of characters are not allowed',
  password_strength: 'At least 8 characters with an uppercase, a lowercase and a special character and a number',
  time_zone: 'Not a time zone',
  license_prefix: 'Only capital letters and digits',
  version: 'Up to four numbers separated by dots',
  year: 'Not a year of the calendar',
  reserved: 'This value is kept for the portal itself',
  color: 'Not a colour such as #1f6f6b',
  contrast: 'White text on it must have a contrast of at least 4.5:1',
  host: 'Not a host name such as partners.example.com',
  https: 'Not an address that begins with https://',
  twice: 'Nothing may be named twice',
  flags: 'Not flags such as c-r-u',
  needs_read: 'Writing needs r or ra as well',
  bar: 'Must not contain |',
  at_most_2_decimals: 'At most 2 decimals',
  day_or_instant: 'Neither a day such as 2026/05/31 nor an instant such as 2026-05-31T10:00:00Z',
  system: 'Not the name of a system: small letters, digits, _ and -, such as sap',
  external_id: 'Not an id of another system: 1 to 100 characters without | and spaces around them',
  network: 'Neither an address nor a network, such as 203.0.113.0/24',
  purpose: 'A key has permissions, or is for scim',
  issuer: 'Not the address of an issuer such as https://login.example.com, without query and fragment',
  tenant_code: 'Letters, digits and hyphens, as in a host name',
  taken: 'This value is taken',
  too_many: 'Too many entries',
  unknown: 'There is no such value',
  url: 'Not a web address',
}

/** The issues of a value that a schema refused: the first one of each path, in English. */
export function issuesOf(error: z.core.$ZodError): Issue[] {
  const issues = new Map<string, Issue>()
  for (const issue of error.issues.flatMap(issueOf)) if (!issues.has(issue.path)) issues.set(issue.path, issue)
  return [...issues.values()]
}

function issueOf(issue: z.core.$ZodIssue): Issue[] {
  const path = issue.path.map(String)
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...path, key].join('.'), code: issue.code, message: 'Unknown field' }))
  }
  // What is wrong with the name of an entry is told at the entry.
  const [inside] = issue.code === 'invalid_key' ? issue.issues : []
  if (inside !== undefined) return issueOf({ ...inside, path: issue.path } as z.core.$ZodIssue)
  const own = sentences[issue.message]
  const code = own === undefined ? issue.code : issue.message
  return [{ path: path.join('.'), code, message: own ?? sentenceOf(issue) }]
}

function sentenceOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'Required field'
        : `Must be ${kinds[issue.expected] ?? 'another kind of value'}`
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1
        ? 'Required field'
        : `${issue.inclusive ? 'At least' : 'More than'} ${measured(issue.minimum, issue.origin)}`
    case 'too_big':
      return `${issue.inclusive ? 'At most' : 'Less than'} ${measured(issue.maximum, issue.origin)}`
    case 'invalid_format':
      return formats[issue.format] ?? 'Not in the expected form'
    case 'invalid_value':
      return `Must be one of: ${issue.values.map(String).join(', ')}`
    case 'invalid_union':
      return oneOf(issue.errors.map(([first]) => first))
    default:
      return 'Not a valid value'
  }
}

/** Where each form is one value, which they are. */
function oneOf(firsts: (z.core.$ZodIssue | undefined)[]): string {
  const values = firsts.flatMap((first) => (first?.code === 'invalid_value' ? first.values.map(String) : []))
  return values.length > 0 && values.length === firsts.length
    ? `Must be one of: ${values.join(', ')}`
    : 'Not a valid value'
}

const kinds: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

const formats: Record<string, string> = {
  email: 'Not a valid e-mail address',
  uuid: 'Not a valid id',
  datetime: 'Not an instant of ISO 8601',
  url: 'Not a valid address',
}

function measured(bound: number | bigint, origin: string): string {
  const units: Record<string, [string, string]> = {
    string: ['character', 'characters'],
    array: ['entry', 'entries'],
  }
  const unit = units[origin]?.[bound === 1 ? 0 : 1]
  return unit === undefined ? String(bound) : `${bound} ${unit}`
}
