import * as z from 'zod/mini'

/** The kinds of records that other systems number. */
export const numberedKinds = ['account', 'deal', 'license', 'order', 'product'] as const
export type NumberedKind = (typeof numberedKinds)[number]

/** The most external ids of a record: one of each system. */
export const maximumExternalIds = 10

/** The name of a system: it stands before the colon in filters and files. */
export const systemPattern = /^[a-z0-9][a-z0-9_-]{0,39}$/
/** An id of another system. A bar separates several in a cell of a file; spaces around it are nobody's. */
export const externalIdPattern = /^[^\s|\p{Cc}\p{Cs}](?:[^|\p{Cc}\p{Cs}]{0,98}[^\s|\p{Cc}\p{Cs}])?$/u

/** The ids that other systems have for a record, by the name of the system. */
export const ExternalIds = z.record(z.string(), z.string())
export type ExternalIds = z.output<typeof ExternalIds>

/** What a request says of them: the systems that it names change, with null the id is removed; the others stay. */
export const ExternalIdChanges = z
  .record(
    z.string().check(z.regex(systemPattern, { error: 'system' })),
    z.nullable(z.string().check(z.regex(externalIdPattern, { error: 'external_id' }))),
  )
  .check(z.refine((changes) => Object.keys(changes).length <= maximumExternalIds, { error: 'too_many' }))
export type ExternalIdChanges = z.output<typeof ExternalIdChanges>

/** In a body: absent or null changes nothing. */
export const externalIdsField = z.optional(z.nullable(ExternalIdChanges))

/** `crm:9|sap:4711`, as files have them, in the order of the systems. */
export const externalIdsText = (ids: Readonly<ExternalIds>): string =>
  Object.keys(ids)
    .toSorted()
    .map((system) => `${system}:${ids[system]}`)
    .join('|')

/** The external ids of such a text; null for anything else. */
export function externalIdsOfText(text: string): ExternalIds | null {
  const pairs = text.split('|').map((part) => {
    const at = part.indexOf(':')
    return [part.slice(0, Math.max(at, 0)).trim().toLowerCase(), part.slice(at + 1).trim()] as const
  })
  const systems = new Set(pairs.map(([system]) => system))
  const isSound = pairs.every(([system, id]) => systemPattern.test(system) && externalIdPattern.test(id))
  return isSound && systems.size === pairs.length && systems.size <= maximumExternalIds
    ? Object.fromEntries(pairs)
    : null
}
