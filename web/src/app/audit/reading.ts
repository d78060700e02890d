import { type AuditedEntity, actionsByEntity } from '@trellis/contract/audit-actions'
import type { FieldKind } from '@trellis/contract/audit-fields'
import { createContext, use } from 'react'
import type { AuditWords } from './useAuditWords.ts'
import type { useRecordHref } from './useRecordHref.ts'

/** What the values of an event are shown with. */
export interface AuditReading {
  entity: string
  /** Names of records by their id, as the answer has them. */
  names: Readonly<Record<string, string>>
  /** The currency of the record's amounts, where none stands beside an amount. */
  currency: string | null
  words: AuditWords
  hrefOf: ReturnType<typeof useRecordHref>
}

const Reading = createContext<AuditReading | null>(null)
export const AuditReadingProvider = Reading.Provider

export function useAuditReading(): AuditReading {
  const reading = use(Reading)
  if (reading === null) throw new Error('There is no audit event here')
  return reading
}

/** Whether values of this kind are ids of records. */
export const isNamedRecord = (kind: FieldKind | undefined): kind is AuditedEntity =>
  Object.hasOwn(actionsByEntity, kind ?? '')
