import { etagOf } from '../../../platform/http/versions.ts'
import type { GroupRow } from './groups.ts'
import { attributeOf, urn } from './names.ts'
import type { UserRow } from './users.ts'

/** A user as SCIM shows it; `base` is the address of the calls. */
export function presentUser(row: UserRow, base: string) {
  const formatted = `${row.firstName} ${row.lastName}`
  return {
    schemas: [urn.user],
    id: row.userId,
    ...(row.externalId !== null && { externalId: row.externalId }),
    userName: row.userName,
    name: { givenName: row.firstName, familyName: row.lastName, formatted },
    displayName: formatted,
    active: row.isActive,
    preferredLanguage: row.languageCode,
    timezone: row.timeZone,
    emails: [{ value: row.userName, type: 'work', primary: true }],
    groups: row.groups.map((group) => ({ ...group, $ref: `${base}/Groups/${group.value}` })),
    meta: {
      resourceType: 'User',
      created: row.created,
      lastModified: row.lastModified,
      location: `${base}/Users/${row.userId}`,
      version: versionOf(row),
    },
  }
}

/** Weak, because an answer can have less of the user than another. */
export const versionOf = ({ version }: Pick<UserRow, 'version'>): string => `W/${etagOf(version)}`

export function presentGroup({ roleId, name, members }: GroupRow, base: string, withMembers: boolean) {
  return {
    schemas: [urn.group],
    id: String(roleId),
    displayName: name,
    ...(withMembers && { members: members.map((member) => ({ ...member, $ref: `${base}/Users/${member.value}` })) }),
    meta: { resourceType: 'Group', location: `${base}/Groups/${roleId}` },
  }
}

/** `attributes` and `excludedAttributes` of a request, as whole attributes: `name.givenName` names `name`. */
export interface Wanted {
  only: string[] | null
  without: string[]
}

export const isWanted = ({ only, without }: Wanted, name: string): boolean =>
  only === null ? !without.includes(name.toLowerCase()) : only.includes(name.toLowerCase())

/** The resource with what was asked for (RFC 7644, 3.9). `id` and `schemas` are always there. */
export const withWanted = (resource: object, wanted: Wanted): object =>
  Object.fromEntries(
    Object.entries(resource).filter(([name]) => ['schemas', 'id'].includes(name) || isWanted(wanted, name)),
  )

export function wantedIn(query: Readonly<Record<string, unknown>>): Wanted {
  const namesIn = (text: unknown) =>
    typeof text === 'string' && text.trim() !== ''
      ? text.split(',').map((name) => attributeOf(name.trim()).split('.')[0] ?? '')
      : null
  return { only: namesIn(query.attributes), without: namesIn(query.excludedattributes) ?? [] }
}
