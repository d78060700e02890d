import { Button } from '@mantine/core'
import { type ImportKind, importColumns } from '@trellis/contract/import-columns'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../ui/Panel.tsx'
import { unused } from './columns.ts'
import styles from './imports.module.css'
import type { Sheet } from './sheet.ts'
import type { ImportState } from './useImport.ts'

interface MapColumnsProps {
  kind: ImportKind
  state: ImportState
  sheet: Sheet
  /** The buttons for the next step. */
  children: ReactNode
}

/** Maps the columns of the file to ours, with sample values of the first rows. */
export function MapColumns({ kind, state, sheet, children }: MapColumnsProps) {
  const { t } = useTranslation('imports')
  const { mapping } = state
  const isBusy = state.isUnderWay || state.isSending
  const left = unused(sheet, mapping)
  return (
    <Panel
      title={t('map.title', { file: sheet.fileName })}
      description={t('map.text', { count: sheet.rows.length })}
      actions={
        <Button variant="default" size="xs" disabled={isBusy} onClick={() => state.take(null)}>
          {t('map.other')}
        </Button>
      }
    >
      <div className={styles.mapping}>
        {importColumns[kind].map(({ name, required }) => {
          const at = mapping[name] ?? -1
          const label = t(`column.${name}` as 'column.sku')
          const sample = sheet.rows
            .slice(0, 3)
            .map((row) => state.value(name, row[at] ?? ''))
            .filter((cell) => cell !== '')
          return (
            <label key={name} className={styles.map} data-missing={(required && at < 0) || undefined}>
              <span className={styles.mapName}>
                {label}
                {required && <span className={styles.must}>{t('columns.required')}</span>}
              </span>
              <select
                className={styles.select}
                value={at}
                disabled={isBusy}
                aria-invalid={(required && at < 0) || undefined}
                onChange={({ currentTarget }) => state.map(name, Number(currentTarget.value))}
              >
                <option value={-1}>{t('map.notThere')}</option>
                {sheet.header.map((of, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a file may have two columns of one name; the index distinguishes them
                  <option key={index} value={index}>
                    {of === '' ? t('map.unnamed', { number: index + 1 }) : of}
                  </option>
                ))}
              </select>
              <span className={styles.sample}>{sample.join(' · ')}</span>
            </label>
          )
        })}
      </div>
      {left.length > 0 && (
        <p className={styles.sample}>{t('map.unused', { count: left.length, columns: left.join(', ') })}</p>
      )}
      {children}
    </Panel>
  )
}
