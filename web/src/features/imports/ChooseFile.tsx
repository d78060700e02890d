import { FileButton } from '@mantine/core'
import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react'
import { type ImportKind, importColumns } from '@trellis/contract/import-columns'
import { importTemplates } from '@trellis/contract/import-templates'
import { maximumImportLength, maximumImportUpload } from '@trellis/contract/imports'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { toCsv } from '../../ui/csv.ts'
import { download } from '../../ui/download.ts'
import { Columns, Row, Stack, Text } from '../../ui/layout.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { ColumnName } from './ColumnName.tsx'
import styles from './imports.module.css'
import { Readings } from './Readings.tsx'
import type { ReadFile } from './sheet.ts'
import { useReadFile } from './useReadFile.ts'

interface ChooseFileProps {
  kind: ImportKind
  onChosen: (sheet: ReadFile) => void
}

/** Takes a file from the file dialog or by drag and drop, and reads it in the browser. */
export function ChooseFile({ kind, onChosen }: ChooseFileProps) {
  const { t } = useTranslation('imports')
  const id = useId()
  const reset = useRef<() => void>(null)
  const [isOver, setOver] = useState(false)
  const { read, isReading, share, trouble } = useReadFile(kind, onChosen)
  const readings = trouble?.of.readings ?? []

  function take(file: File | null | undefined) {
    if (file) void read(file)
  }

  return (
    <>
      {/* Dropping a file is a shortcut for mouse users; the button does the same. */}
      <Stack
        gap="md"
        align="center"
        className={styles.drop ?? ''}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          take(event.dataTransfer.files[0])
        }}
      >
        <IconFileSpreadsheet size={32} stroke={1.4} aria-hidden />
        <Text as="p" kind="strong">
          {t('choose.title')}
        </Text>
        <Text as="p" kind="quiet">
          {t('choose.text', {
            size: maximumImportUpload / 1024 / 1024,
            book: maximumImportLength / 1024 / 1024,
          })}
        </Text>
        <Row justify="center">
          <FileButton
            resetRef={reset}
            accept=".csv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            onChange={(file) => {
              take(file)
              // Without this, choosing the same file again would not be a change.
              reset.current?.()
            }}
          >
            {(props) => (
              <Button {...props} loading={isReading} aria-describedby={trouble === null ? undefined : `${id}-trouble`}>
                {t('choose.button')}
              </Button>
            )}
          </FileButton>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => download(`${kind}.csv`, toCsv([importColumns[kind].map(({ name }) => name)]))}
          >
            {t('choose.template')}
          </Button>
        </Row>
        {share !== null && (
          <div className={styles.reading}>
            <ProgressBar label={t('choose.reading')} value={share} />
          </div>
        )}
        {trouble !== null && (
          <Text as="p" kind="error" role="alert" id={`${id}-trouble`}>
            {t(`trouble.${trouble.of.trouble}`, { line: trouble.of.line ?? 1 })}
          </Text>
        )}
      </Stack>
      {trouble !== null && readings.length > 0 && (
        <Readings
          readings={readings}
          isBusy={isReading}
          onChosen={(encoding) => void read(trouble.file, { encoding })}
        />
      )}
      <ColumnsOfFile kind={kind} />
    </>
  )
}

/** The columns that a file may have, with an example of each. */
function ColumnsOfFile({ kind }: Pick<ChooseFileProps, 'kind'>) {
  const { t } = useTranslation('imports')
  // The last example row of each template has the most columns filled.
  const example = importTemplates[kind].at(-1)
  return (
    <Panel title={t('columns.title')} description={t('columns.text')}>
      <Columns as="dl" gap="md" min="15rem">
        {importColumns[kind].map(({ name, required }) => (
          <Stack key={name} gap="none">
            <dt>
              <ColumnName name={name} required={required} />
            </dt>
            <Text as="dd" kind="small">
              <code>{name}</code>
              {example?.[name] && <div>{t('columns.example', { example: example[name] })}</div>}
            </Text>
          </Stack>
        ))}
      </Columns>
    </Panel>
  )
}
