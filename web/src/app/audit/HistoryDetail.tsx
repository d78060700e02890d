import type { AuditEvent } from '@trellis/contract/audit'
import { useTranslation } from 'react-i18next'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { Stack } from '../../ui/layout.tsx'
import { LineValue } from './AuditValue.tsx'
import { comparisonOf, isFacts, type Line, linesOfEntry } from './comparison.ts'
import { currencyBeside } from './currencyBeside.ts'
import { AuditReadingProvider, useAuditReading } from './reading.ts'
import type { AuditWords } from './useAuditWords.ts'
import type { useRecordHref } from './useRecordHref.ts'

/** Lines of an entry; the rest is on the page of the event. */
const most = 3

interface HistoryDetailProps {
  event: AuditEvent
  names: Readonly<Record<string, string>>
  words: AuditWords
  hrefOf: ReturnType<typeof useRecordHref>
}

interface Told {
  /** The element of the record that it concerns, such as a product of a price list. */
  of: Line | undefined
  line: Line
}

/** What an event changed, in a few lines: "Edge for one year · Price: 80.00 € → 75.00 €". */
export function HistoryDetail({ event, names, words, hrefOf }: HistoryDetailProps) {
  const { t } = useTranslation('audit')
  const { entity, before, after } = event
  const { isChange, lines, about, lists } = comparisonOf(event)
  const product = about.find(({ path }) => path[0] === 'productId')
  // A discount is written as a percentage or as an amount, so its kind needs no line.
  const told: Told[] = [
    ...lines.map((line) => ({ of: product, line })),
    ...lists.flatMap(({ entries }) =>
      entries.flatMap((entry) => {
        const { identity, others } = linesOfEntry(entry)
        return others.map((line) => ({ of: identity, line }))
      }),
    ),
  ].filter(({ line }) => line.path.at(-1) !== 'customPriceDiscountType')
  if (told.length === 0) return null
  const recorded = { ...(isFacts(before) && before), ...(isFacts(after) && after) }
  const currency = currencyBeside(recorded, names) ?? event.currency
  const left = told.length - most
  return (
    <AuditReadingProvider value={{ entity, names, currency, words, hrefOf }}>
      <Stack as="span" gap="none">
        {told.slice(0, most).map(({ of, line }) => (
          <Told key={`${of?.after ?? of?.before} ${line.path.join('.')}`} of={of} line={line} isChange={isChange} />
        ))}
        {left > 0 && <EntityLink href={`/audit/${event.id}`}>{t('more', { count: left })}</EntityLink>}
      </Stack>
    </AuditReadingProvider>
  )
}

function Told({ of, line, isChange }: Told & { isChange: boolean }) {
  const { entity, words } = useAuditReading()
  return (
    <span>
      {of && (
        <>
          <Element line={of} />
          {' · '}
        </>
      )}
      {words.field(entity, line.path)}:{' '}
      {isChange ? (
        <>
          <LineValue line={line} side="before" /> → <LineValue line={line} side="after" />
        </>
      ) : (
        <LineValue line={line} side={line.after === undefined ? 'before' : 'after'} />
      )}
    </span>
  )
}

/** A product by its name only: its SKU would be a second line. */
function Element({ line }: { line: Line }) {
  const { names } = useAuditReading()
  const side = line.after === undefined ? 'before' : 'after'
  const { productName, sku } = line.beside[side]
  if (line.path[0] !== 'productId') return <LineValue line={line} side={side} />
  return String(productName ?? names[String(line[side])] ?? sku ?? line[side])
}
