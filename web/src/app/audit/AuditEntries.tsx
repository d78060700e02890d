import { kindOfField } from '@trellis/contract/audit-fields'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { FiguresTable } from '../../ui/FiguresTable.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { LineValue } from './AuditValue.tsx'
import { type EntryList, type Line, linesOfEntry } from './comparison.ts'
import { useAuditReading } from './reading.ts'

/** Rows that are shown at first. */
const shownAtOnce = 50

const figures: readonly (string | undefined)[] = ['number', 'money', 'discount', 'percentage', 'bytes']

const isFigure = (entity: string, name: string) => figures.includes(kindOfField(entity, name))

/** A list whose elements have fields of their own, such as the products of an order or the prices of a list. */
export function AuditEntries({ list, isChange }: { list: EntryList; isChange: boolean }) {
  const { t } = useTranslation('audit')
  const { language } = useLocale()
  const { entity, words } = useAuditReading()
  const [all, setAll] = useState(false)
  const compared = isChange || list.entries.some(({ before, after }) => before !== undefined && after !== undefined)
  const rows = compared ? changesIn(list) : factsIn(list)
  const shown = all ? rows : rows.slice(0, shownAtOnce)
  const label = words.field(entity, list.path)
  const names = compared ? [] : columnsOf(rows, entity)
  const heads = compared
    ? [
        rows[0]?.identity ? words.field(entity, rows[0].identity.path) : t('change.entry'),
        t('change.field'),
        t('change.before'),
        t('change.after'),
      ]
    : names.map((name) => words.field(entity, [name]))
  const cellsOf = ({ identity, lines }: EntryRow) => {
    const [line] = lines
    if (!compared) return names.map((name) => cellOf(lines.find(({ path }) => path[0] === name)))
    return [
      cellOf(identity),
      line && words.field(entity, line.path),
      line && <LineValue line={line} side="before" />,
      line && <LineValue line={line} side="after" />,
    ]
  }
  return (
    <Stack gap="xs">
      <Text kind="strong">{label}</Text>
      <FiguresTable
        label={label}
        heads={heads}
        texts={compared ? heads.length : names.filter((name) => !isFigure(entity, name)).length}
        rows={shown.map((row) => ({ id: row.id, cells: cellsOf(row) }))}
      />
      {shown.length < rows.length && (
        <Row justify="center">
          <Button variant="default" size="xs" onClick={() => setAll(true)}>
            {t('change.all', { count: rows.length, number: formatNumber(rows.length, language) })}
          </Button>
        </Row>
      )}
    </Stack>
  )
}

interface EntryRow {
  id: string
  identity: Line | undefined
  lines: readonly Line[]
}

const cellOf = (line: Line | undefined) =>
  line && <LineValue line={line} side={line.after === undefined ? 'before' : 'after'} />

/** A row for each field that differs; the record that it belongs to stands in each. */
const changesIn = ({ entries }: EntryList): EntryRow[] =>
  entries.flatMap((entry) => {
    const { identity, others } = linesOfEntry(entry)
    return others.map((line) => ({ id: `${entry.key} ${line.path}`, identity, lines: [line] }))
  })

/** A row for each element. */
const factsIn = ({ entries }: EntryList): EntryRow[] =>
  entries.map((entry) => {
    const { identity, others } = linesOfEntry(entry)
    return { id: entry.key, identity, lines: identity === undefined ? others : [identity, ...others] }
  })

/** The fields that any element has, those with figures last. */
function columnsOf(rows: readonly EntryRow[], entity: string): string[] {
  const names = [...new Set(rows.flatMap(({ lines }) => lines.map(({ path }) => path[0] as string)))]
  const isOne = (name: string) => isFigure(entity, name)
  return [...names.filter((name) => !isOne(name)), ...names.filter(isOne)]
}
