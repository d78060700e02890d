import { type ExternalIdChanges, type ExternalIds, externalIdsOfText } from '@trellis/contract/external-ids'
import { text } from '@trellis/contract/values'
import * as z from 'zod/mini'

/** Ten systems and ids of full length, with what separates them. */
export const maximumExternalIdsText = 1419

/** The ids of other systems in a form, as in a file: `crm:9|sap:4711`. */
export const ExternalIdsInput = text(maximumExternalIdsText).check(
  z.refine((value) => value.trim() === '' || externalIdsOfText(value) !== null, { error: 'external_ids' }),
)

/** What a form's text changes of the ids that the record has; undefined for nothing. */
export function externalIdsChange(value: string, known: Readonly<ExternalIds>): ExternalIdChanges | undefined {
  const wanted = value.trim() === '' ? {} : (externalIdsOfText(value) ?? known)
  const removed = Object.keys(known).filter((system) => wanted[system] === undefined)
  const given = Object.entries(wanted).filter(([system, id]) => known[system] !== id)
  const changes = Object.fromEntries<string | null>([...removed.map((system) => [system, null] as const), ...given])
  return Object.keys(changes).length === 0 ? undefined : changes
}

/** One id in each line, for reading. */
export const externalIdLines = (ids: Readonly<ExternalIds>): string =>
  Object.entries(ids)
    .map(([system, id]) => `${system}: ${id}`)
    .join('\n')
