import { Button } from '@mantine/core'
import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react'
import { type ImportKind, importColumns } from '@trellis/contract/import-columns'
import { importTemplates } from '@trellis/contract/import-templates'
import { maximumImportLength, maximumImportRows } from '@trellis/contract/imports'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toCsv } from '../../ui/csv.ts'
import { download } from '../../ui/download.ts'
import { Panel } from '../../ui/Panel.tsx'
import styles from './imports.module.css'
import { readSheet, type Sheet, SheetError } from './sheet.ts'

interface ChooseFileProps {
  kind: ImportKind
  onChosen: (sheet: Sheet) => void
}

const limits = { bytes: maximumImportLength, rows: maximumImportRows }

/** Takes a file from the file dialog or by drag and drop, and reads it in the browser. */
export function ChooseFile({ kind, onChosen }: ChooseFileProps) {
  const { t, i18n } = useTranslation('imports')
  const id = useId()
  const [trouble, setTrouble] = useState<SheetError | null>(null)
  const [isReading, setReading] = useState(false)
  const [isOver, setOver] = useState(false)
  const columns = importColumns[kind]
  // The last example row of each template has the most columns filled.
  const example = importTemplates[kind].at(-1)

  async function take(file: File | undefined) {
    if (file === undefined) return
    setTrouble(null)
    setReading(true)
    try {
      onChosen(await readSheet(file, limits))
    } catch (error) {
      setTrouble(error instanceof SheetError ? error : new SheetError('unreadable'))
    } finally {
      setReading(false)
    }
  }

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is a shortcut for mouse users; the button does the same */}
      <div
        className={styles.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          void take(event.dataTransfer.files[0])
        }}
      >
        <IconFileSpreadsheet size={32} stroke={1.4} aria-hidden />
        <p className={styles.dropTitle}>{t('choose.title')}</p>
        <p className={styles.dropText}>
          {t('choose.text', {
            rows: maximumImportRows.toLocaleString(i18n.language),
            size: limits.bytes / 1024 / 1024,
          })}
        </p>
        <div className={styles.actions}>
          <Button component="label" htmlFor={id} loading={isReading}>
            {t('choose.button')}
          </Button>
          <input
            id={id}
            className={styles.file}
            type="file"
            accept=".csv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            aria-describedby={trouble === null ? undefined : `${id}-trouble`}
            onChange={({ currentTarget }) => {
              void take(currentTarget.files?.[0])
              currentTarget.value = ''
            }}
          />
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => download(`${kind}.csv`, toCsv([columns.map(({ name }) => name)]))}
          >
            {t('choose.template')}
          </Button>
        </div>
        {trouble !== null && (
          <p role="alert" id={`${id}-trouble`} className={styles.trouble}>
            {t(`trouble.${trouble.trouble}`, { line: trouble.line ?? 1 })}
          </p>
        )}
      </div>
      <Panel title={t('columns.title')} description={t('columns.text')}>
        <dl className={styles.columns}>
          {columns.map(({ name, required }) => (
            <div key={name}>
              <dt>
                {t(`column.${name}` as 'column.sku')}
                {required && <span className={styles.must}>{t('columns.required')}</span>}
              </dt>
              <dd>
                <code>{name}</code>
                {example?.[name] && (
                  <span className={styles.example}>{t('columns.example', { example: example[name] })}</span>
                )}
              </dd>
            </div>
          ))}
        </dl>
      </Panel>
    </>
  )
}
