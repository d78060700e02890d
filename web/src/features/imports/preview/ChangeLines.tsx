import type { ImportChange } from '@trellis/contract/import-preview'
import { LineValue } from '../../../app/audit/AuditValue.tsx'
import { comparisonOf, type Line, linesOfEntry } from '../../../app/audit/comparison.ts'
import { AuditReadingProvider } from '../../../app/audit/reading.ts'
import type { AuditWords } from '../../../app/audit/useAuditWords.ts'
import type { useRecordHref } from '../../../app/audit/useRecordHref.ts'
import styles from './preview.module.css'

interface ChangeLinesProps {
  change: ImportChange
  names: Readonly<Record<string, string>>
  words: AuditWords
  hrefOf: ReturnType<typeof useRecordHref>
}

/** The product of a price. */
const productOf = ({ beside }: Line): string | undefined => {
  const { productName, sku } = { ...beside.before, ...beside.after }
  return typeof sku === 'string' ? `${sku}${typeof productName === 'string' ? ` · ${productName}` : ''}` : undefined
}

/** Each field that changes: "Name: Cable → Cables". */
export function ChangeLines({ change, names, words, hrefOf }: ChangeLinesProps) {
  const { entity, currency } = change
  const { lines, about, lists } = comparisonOf(change)
  const ofEntries = lists.flatMap(({ entries }) => entries.flatMap((entry) => linesOfEntry(entry).others))
  return (
    <AuditReadingProvider value={{ entity, names, currency, words, hrefOf }}>
      <ul className={styles.lines}>
        {[...ofEntries, ...lines, ...about].map((line) => {
          const product = ofEntries.includes(line) ? productOf(line) : undefined
          return (
            <li key={line.path.join('.')}>
              {product !== undefined && `${product} · `}
              {words.field(entity, line.path)}: <LineValue line={line} side="before" /> →{' '}
              <LineValue line={line} side="after" />
            </li>
          )
        })}
      </ul>
    </AuditReadingProvider>
  )
}
