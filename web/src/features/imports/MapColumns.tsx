import { Button, Checkbox } from '@mantine/core'
import { type ImportKind, importColumns } from '@trellis/contract/imports'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { asWritten, missing } from './columns.ts'
import styles from './imports.module.css'
import type { Sheet } from './sheet.ts'
import type { ImportState } from './useImport.ts'

interface MapColumnsProps {
  kind: ImportKind
  state: ImportState
  sheet: Sheet
}

/** Which column of the file is which of ours, with what stands in its first rows. */
export function MapColumns({ kind, state, sheet }: MapColumnsProps) {
  const { t } = useTranslation('imports')
  const [invite, setInvite] = useState(true)
  const { mapping, isUnderWay, isSending, report } = state
  const lacks = missing(kind, mapping)
  const isBusy = isUnderWay || isSending
  const isTried = report?.status === 'done' && report.dryRun && !state.isEdited
  const blocked =
    lacks.length > 0
      ? t('map.lacks', { columns: lacks.map((name) => t(`column.${name}` as 'column.sku')).join(', ') })
      : null
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
            .map((row) => asWritten(name, row[at] ?? ''))
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
                  // biome-ignore lint/suspicious/noArrayIndexKey: a file may have two columns of one name; their place tells them apart
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
      <div className={styles.foot}>
        {kind === 'users' && (
          <Checkbox
            label={t('map.invite')}
            checked={invite}
            disabled={isBusy}
            onChange={({ currentTarget }) => setInvite(currentTarget.checked)}
          />
        )}
        <div className={styles.actions}>
          <ActionButton
            variant={isTried ? 'default' : 'filled'}
            loading={isSending}
            disabled={isUnderWay}
            blocked={blocked}
            onClick={() => state.send({ dryRun: true })}
          >
            {t(report?.status === 'done' ? 'map.checkAgain' : 'map.check')}
          </ActionButton>
          {isTried && (report.outcome === 'imported' || report.counts.new + report.counts.changed > 0) && (
            <ActionButton
              variant={report.outcome === 'imported' ? 'filled' : 'default'}
              disabled={isBusy}
              onClick={() =>
                state.send({
                  dryRun: false,
                  keepGood: report.outcome === 'refused',
                  invite: kind === 'users' && invite,
                })
              }
            >
              {report.outcome === 'imported'
                ? t('map.import', { count: report.counts.new + report.counts.changed })
                : t('map.importGood', { count: report.counts.new + report.counts.changed })}
            </ActionButton>
          )}
        </div>
      </div>
    </Panel>
  )
}
