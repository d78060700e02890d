import type { AuditEvent } from '@trellis/contract/audit'
import { kindOfField } from '@trellis/contract/audit-fields'
import { useTranslation } from 'react-i18next'
import { Stack, Text } from '../../ui/layout.tsx'
import { NoValue } from '../../ui/NoValue.tsx'
import { LineValue } from './AuditValue.tsx'
import { type Comparison, comparisonOf, type EntryList, type Line, linesOfEntry } from './comparison.ts'
import { AuditReadingProvider, isNamedRecord, useAuditReading } from './reading.ts'
import type { AuditWords } from './useAuditWords.ts'
import type { useRecordHref } from './useRecordHref.ts'

/** Differences that a row of a list has room for. */
const most = 1

interface AuditSummaryProps {
  event: Pick<AuditEvent, 'entity' | 'entityId' | 'currency' | 'before' | 'after'>
  words: AuditWords
  hrefOf: ReturnType<typeof useRecordHref>
  /** The product that was searched for: of many prices, its own is shown. */
  product?: string | undefined
}

/** The first differences of an event, for a list: "Price: 80.00 € → 75.00 €". */
export function AuditSummary({ event, words, hrefOf, product }: AuditSummaryProps) {
  const { entity, currency } = event
  const found = comparisonOf(event)
  const comparison = product === undefined ? found : { ...found, lists: ofProduct(found.lists, product) }
  if (!comparison.isChange && (product === undefined || comparison.lists.length === 0)) return <NoValue />
  return (
    <AuditReadingProvider value={{ entity, names: {}, currency, words, hrefOf }}>
      <Differences comparison={comparison} />
    </AuditReadingProvider>
  )
}

/** The elements of the product, or all where none is called so. */
function ofProduct(lists: readonly EntryList[], typed: string): readonly EntryList[] {
  const wanted = typed.toLowerCase()
  const isWanted = ({ before, after }: EntryList['entries'][number]) => {
    const { productName = '', sku = '' } = { ...before, ...after }
    return `${productName}\n${sku}`.toLowerCase().includes(wanted)
  }
  const found = lists
    .map((list) => ({ ...list, entries: list.entries.filter(isWanted) }))
    .filter(({ entries }) => entries.length > 0)
  return found.length > 0 ? found : lists
}

function Differences({ comparison: { isChange, lines, lists } }: { comparison: Comparison }) {
  const { t } = useTranslation('audit')
  const { entity, words } = useAuditReading()
  // A list has no names of the records that its events refer to.
  const readable = (isChange ? lines : []).filter(
    ({ path }) => !isNamedRecord(kindOfField(entity, path.at(-1) as string)),
  )
  const entries = lists.flatMap((list) => list.entries)
  const [only] = entries
  const inOne = entries.length === 1 && only ? linesOfEntry(only).others : []
  const shown = [...inOne, ...readable].slice(0, most)
  const left = inOne.length + (isChange ? lines.length : 0) - shown.length
  if (shown.length + entries.length + left === 0) return <NoValue />
  return (
    <Stack as="span" gap="none" style={{ whiteSpace: 'normal' }}>
      {entries.length > 1 && (
        <span>
          {words.field(entity, lists[0]?.path ?? [])}: {t('products', { count: entries.length })}
        </span>
      )}
      {shown.map((line) => (
        <Difference key={line.path.join('.')} line={line} />
      ))}
      {left > 0 && <Text kind="small">{t('more', { count: left })}</Text>}
    </Stack>
  )
}

function Difference({ line }: { line: Line }) {
  const { entity, words } = useAuditReading()
  const { productName, sku } = entity === 'price_list' ? { ...line.beside.before, ...line.beside.after } : {}
  return (
    <span>
      {(productName ?? sku) !== undefined && `${productName ?? sku} · `}
      {words.field(entity, line.path)}: <LineValue line={line} side="before" /> → <LineValue line={line} side="after" />
    </span>
  )
}
