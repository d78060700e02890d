import { fallbackTimeZone, languageCodes, TimeZone } from '@trellis/contract/users'
import { Email } from '@trellis/contract/values'
import * as z from 'zod/mini'
import { wrong } from './errors.ts'
import { parsed } from './filter.ts'
import { attributeOf, isCoreSchema } from './names.ts'

/** What a directory says about a user, by attribute; what it does not say stays as it is. Null: it takes the value away. */
export interface Said {
  userName?: string
  externalId?: string | null
  givenName?: string
  familyName?: string
  displayName?: string
  active?: boolean
  languageCode?: (typeof languageCodes)[number]
  timeZone?: string
}

type Value = Readonly<Record<string, unknown>>
export const isObject = (value: unknown): value is Value =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Names of attributes are compared without regard to case (RFC 7643, 2.1). */
export const partOf = (value: Value, name: string): unknown =>
  Object.entries(value).find(([key]) => key.toLowerCase() === name)?.[1]

/** An operation on one attribute, in lower case without its schema; `inside` is the condition of its path, as in `members[…]`. */
export interface Operation {
  op: 'add' | 'replace' | 'remove'
  attribute: string
  inside: string | null
  value: unknown
}

const maximumOperations = 1_000
const ops = ['add', 'replace', 'remove'] as const
const plainPath = /^[a-z$][\w$.:/-]*$/i
const conditionPath = /^([a-z$][\w$.:/-]*)\[(.+)\](?:\.([\w$-]+))?$/is

/**
 * The operations of a PATCH (RFC 7644, 3.5.2), as Entra ID and Okta send them: operations in any case, and without a path an object
 * whose keys may be paths (`name.givenName`). Refuses `invalidSyntax`, `invalidPath` and `noTarget`.
 */
export function operationsOf(body: unknown): Operation[] {
  const listed = isObject(body) ? partOf(body, 'operations') : undefined
  if (!Array.isArray(listed) || listed.length === 0) throw wrong('invalidSyntax', 'Operations has to be a list')
  if (listed.length > maximumOperations) throw wrong('invalidSyntax', `${maximumOperations} operations at most`)
  return listed.flatMap((each: unknown) => {
    if (!isObject(each)) throw wrong('invalidSyntax', 'An operation has to be an object')
    const [of, path, value] = ['op', 'path', 'value'].map((name) => partOf(each, name))
    const op = ops.find((name) => typeof of === 'string' && of.toLowerCase() === name)
    if (op === undefined) throw wrong('invalidSyntax', 'op is one of add, replace and remove')
    if (!isNothing(path)) return [{ op, ...placeOf(path), value }]
    if (op === 'remove') throw wrong('noTarget', 'remove needs a path')
    if (!isObject(value)) throw wrong('invalidValue', 'Without a path, the value has to be an object')
    return flat(value).map(([attribute, value]) => ({ op, attribute, inside: null, value }))
  })
}

function placeOf(path: unknown): Pick<Operation, 'attribute' | 'inside'> {
  const text = typeof path === 'string' && path.length <= 2_000 ? path.trim() : ''
  if (plainPath.test(text)) return { attribute: attributeOf(text), inside: null }
  const [, attribute = '', inside = '', part] = conditionPath.exec(text) ?? []
  if (attribute === '') throw wrong('invalidPath', 'The path is not understood')
  try {
    parsed(inside)
  } catch {
    throw wrong('invalidPath', 'The condition of the path is not understood')
  }
  return { attribute: attributeOf(part === undefined ? attribute : `${attribute}.${part}`), inside }
}

/**
 * An object as pairs of attribute and value; `{ name: { givenName } }` and `{ "name.givenName" }` are the same, also below the name of
 * their schema.
 */
export function flat(value: Value): [attribute: string, value: unknown][] {
  return Object.entries(value).flatMap(([key, of]): [string, unknown][] => {
    const attribute = attributeOf(key)
    if (isCoreSchema(key) && isObject(of)) return flat(of)
    if (attribute !== 'name') return [[attribute, of]]
    if (!isObject(of)) throw wrong('invalidValue', 'name has to be an object')
    return Object.entries(of).map(([part, text]) => [`name.${part.toLowerCase()}`, text])
  })
}

/** What pairs of attributes and values say of a user. Attributes that a user does not have here are left out. */
export function saidBy(pairs: readonly (readonly [attribute: string, value: unknown])[]): Said {
  const said: Said = {}
  // The language that somebody reads comes last, whatever is said about where they are.
  const [reads, others] = [true, false].map((is) => pairs.filter(([name]) => (name === 'preferredlanguage') === is))
  for (const [attribute, value] of [...(others ?? []), ...(reads ?? [])]) Object.assign(said, readOne(attribute, value))
  return said
}

function readOne(attribute: string, value: unknown): Said {
  switch (attribute) {
    case 'username':
      return { userName: addressOf(value) }
    case 'externalid':
      return { externalId: value === null || value === '' ? null : textOf('externalId', value, 255) }
    case 'name.givenname':
      return isNothing(value) ? {} : { givenName: textOf('name.givenName', value, 100) }
    case 'name.familyname':
      return isNothing(value) ? {} : { familyName: textOf('name.familyName', value, 100) }
    case 'displayname':
      return isNothing(value) ? {} : { displayName: textOf('displayName', value, 200) }
    case 'active':
      return { active: truthOf(value) }
    case 'preferredlanguage':
    case 'locale':
      return languageOf(attribute, value)
    case 'timezone':
      return timeZoneOf(value)
    default:
      return {}
  }
}

const isNothing = (value: unknown) => value === null || value === undefined || value === ''

function textOf(name: string, value: unknown, most: number): string {
  if (typeof value !== 'string') throw wrong('invalidValue', `${name} has to be a text`)
  const text = value.replace(/\p{Cc}/gu, ' ').trim()
  if (text === '' || text.length > most || /\p{Cs}/u.test(text))
    throw wrong('invalidValue', `${name} has to have 1 to ${most} characters`)
  return text
}

function addressOf(value: unknown): string {
  const address = z.safeParse(Email, value)
  if (!address.success) throw wrong('invalidValue', 'userName has to be the e-mail address of the user')
  return address.data
}

/** Entra ID sends `"False"`. */
function truthOf(value: unknown): boolean {
  const text = String(value).toLowerCase()
  if ((typeof value !== 'boolean' && typeof value !== 'string') || (text !== 'true' && text !== 'false'))
    throw wrong('invalidValue', 'active has to be true or false')
  return text === 'true'
}

/** The portal speaks English and Italian; any other language is English (rules P20). An unknown `locale` says nothing. */
function languageOf(attribute: string, value: unknown): Said {
  if (isNothing(value)) return {}
  if (typeof value !== 'string') throw wrong('invalidValue', `${attribute} has to be a text`)
  const languageCode = languageCodes.find((code) => code === value.slice(0, 2).toLowerCase())
  if (languageCode) return { languageCode }
  return attribute === 'locale' ? {} : { languageCode: 'en' }
}

/** Directories send names of other systems too ("W. Europe Standard Time"), which say nothing here: the zone stays. */
function timeZoneOf(value: unknown): Said {
  if (!isNothing(value) && typeof value !== 'string') throw wrong('invalidValue', 'timezone has to be a text')
  const timeZone = z.safeParse(TimeZone, value)
  return timeZone.success && timeZone.data !== fallbackTimeZone ? { timeZone: timeZone.data } : {}
}

/** First and last name as a directory says them, with `displayName` for what it does not. */
export function namesOf({ givenName, familyName, displayName = '' }: Said, address: string) {
  const at = displayName.lastIndexOf(' ')
  const first = at > 0 ? displayName.slice(0, at).trim() : displayName
  return {
    firstName: givenName ?? (first.slice(0, 100) || (address.split('@')[0] ?? address).slice(0, 100)),
    lastName: familyName ?? ((at > 0 ? displayName.slice(at + 1) : '').slice(0, 100) || '-'),
  }
}
