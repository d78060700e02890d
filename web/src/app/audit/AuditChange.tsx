import type { AuditEvent } from '@trellis/contract/audit'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Fact, Facts, Stack, Text } from '../../ui/layout.tsx'
import styles from './AuditChange.module.css'
import { AuditEntries } from './AuditEntries.tsx'
import { LineValue } from './AuditValue.tsx'
import { comparisonOf, isFacts, type Line } from './comparison.ts'
import { currencyBeside } from './currencyBeside.ts'
import { AuditReadingProvider, useAuditReading } from './reading.ts'
import { useAuditWords } from './useAuditWords.ts'
import { useRecordHref } from './useRecordHref.ts'

interface AuditChangeProps {
  event: Pick<AuditEvent, 'action' | 'entity' | 'entityId' | 'currency' | 'before' | 'after'>
  /** Names of records that the event refers to by their id, as the answer of the audit log has them. */
  names: Readonly<Record<string, string>>
}

/** What an event of the audit log changed, in words: before and after side by side. */
export function AuditChange({ event, names }: AuditChangeProps) {
  const { t } = useTranslation('audit')
  const words = useAuditWords()
  const hrefOf = useRecordHref()
  const { isChange, lines, about, same, lists } = comparisonOf(event)
  const { before, after } = event
  const recorded = { ...(isFacts(before) && before), ...(isFacts(after) && after) }
  const currency = currencyBeside(recorded, names) ?? event.currency
  const label = t('change.of', { what: words.action(event.action) })
  const nothing = lines.length + about.length + lists.length === 0
  return (
    <AuditReadingProvider value={{ entity: event.entity, names, currency, words, hrefOf }}>
      <Stack gap="md">
        {about.length > 0 && <Details lines={about} />}
        {lines.length > 0 && <Lines label={label} lines={lines} isChange={isChange} />}
        {lists.map((list) => (
          <AuditEntries key={list.path.join('.')} list={list} isChange={isChange} />
        ))}
        {nothing && <Text kind="quiet">{isChange && same.length > 0 ? t('change.same') : t('change.nothing')}</Text>}
        {same.length > 0 && <Unchanged lines={same} />}
      </Stack>
    </AuditReadingProvider>
  )
}

function Lines({ label, lines, isChange }: { label: string; lines: readonly Line[]; isChange: boolean }) {
  const { t } = useTranslation('audit')
  const { entity, words } = useAuditReading()
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t('change.field')}</th>
          {isChange && <th scope="col">{t('change.before')}</th>}
          <th scope="col">{isChange ? t('change.after') : t('change.value')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.path.join('.')}>
            <th scope="row">{words.field(entity, line.path)}</th>
            {isChange && (
              <td className={styles.before}>
                <LineValue line={line} side="before" />
              </td>
            )}
            <td className={isChange ? styles.after : undefined}>
              <LineValue line={line} side={isChange || line.after !== undefined ? 'after' : 'before'} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What the change concerns. */
function Details({ lines }: { lines: readonly Line[] }) {
  const { entity, words } = useAuditReading()
  return (
    <Facts form="inline">
      {lines.map((line) => (
        <Fact key={line.path.join('.')} label={words.field(entity, line.path)}>
          <LineValue line={line} side={line.after === undefined ? 'before' : 'after'} />
        </Fact>
      ))}
    </Facts>
  )
}

/** The fields that stayed, on request. */
function Unchanged({ lines }: { lines: readonly Line[] }) {
  const { t } = useTranslation('audit')
  const [open, setOpen] = useState(false)
  const label = t('change.unchanged', { count: lines.length })
  return (
    <Stack gap="sm" align="start">
      <Button variant="subtle" size="compact-sm" aria-expanded={open} onClick={() => setOpen(!open)}>
        {label}
      </Button>
      {open && <Lines label={label} lines={lines} isChange={false} />}
    </Stack>
  )
}
