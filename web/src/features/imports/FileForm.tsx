import { Checkbox, NativeSelect } from '@mantine/core'
import { type Encoding, encodings } from '@trellis/contract/encodings'
import type { ImportKind } from '@trellis/contract/import-columns'
import { useTranslation } from 'react-i18next'
import { Columns, Stack, Text } from '../../ui/layout.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { FirstRows } from './FirstRows.tsx'
import type { ReadFile, Wishes } from './sheet.ts'
import { useReadFile } from './useReadFile.ts'

interface FileFormProps {
  kind: ImportKind
  sheet: ReadFile
  isBusy: boolean
  onRead: (read: ReadFile) => void
}

/** Whether something about a file was found that its reader should see. */
export const isNotable = ({ encoding, sheets, headerLine, first, left, wishes }: ReadFile): boolean =>
  (encoding !== null && encoding !== 'utf-8') ||
  sheets.length > 1 ||
  headerLine !== first[0]?.line ||
  left.length > 0 ||
  Object.keys(wishes).length > 0

/** Rows that were left out, of which so many are shown. */
const leftShown = 5

/** How a file is read: its letters, the sheet, the row that names the columns, and what is left out. */
export function FileForm({ kind, sheet, isBusy, onRead }: FileFormProps) {
  const { t } = useTranslation('imports')
  const { read, isReading, trouble } = useReadFile(kind, onRead)
  const { file, wishes, encoding, sheets, left } = sheet
  const wish = (more: Wishes) => void read(file, { ...wishes, ...more })
  const disabled = isBusy || isReading
  return (
    <Panel title={t('reading.title')} description={t('reading.text')}>
      <Stack>
        {(encoding !== null || sheets.length > 1) && (
          <Columns gap="lg" min="15rem">
            {encoding !== null && (
              <NativeSelect
                label={t('reading.encoding')}
                value={encoding}
                disabled={disabled}
                data={encodings.map((value) => ({ value, label: t(`encoding.${value}`) }))}
                onChange={({ currentTarget }) => wish({ encoding: currentTarget.value as Encoding })}
              />
            )}
            {sheets.length > 1 && (
              <NativeSelect
                label={t('reading.sheet')}
                value={wishes.sheet ?? sheets[0] ?? ''}
                disabled={disabled}
                data={sheets}
                onChange={({ currentTarget }) => void read(file, { sheet: currentTarget.value })}
              />
            )}
          </Columns>
        )}
        <FirstRows sheet={sheet} disabled={disabled} onHeader={(header) => wish({ header })} />
        {(left.length > 0 || wishes.keepAll === true) && (
          <Checkbox
            label={t('reading.leaveOut', { count: left.length })}
            description={left
              .slice(0, leftShown)
              .map(({ line, cells }) => t('reading.left', { row: line, text: cells.filter(Boolean).join(' · ') }))
              .join('; ')}
            checked={wishes.keepAll !== true}
            disabled={disabled}
            onChange={({ currentTarget }) => wish({ keepAll: !currentTarget.checked })}
          />
        )}
        {trouble !== null && (
          <Text as="p" kind="error" role="alert">
            {t(`trouble.${trouble.of.trouble}`, { line: trouble.of.line ?? 1 })}
          </Text>
        )}
      </Stack>
    </Panel>
  )
}
