import type { LicenseRow } from '@trellis/contract/lean-rows'
import { maximumFilterValues } from '@trellis/contract/search'
import { useTranslation } from 'react-i18next'
import { type BulkAct, useBulk } from '../../app/bulk/useBulk.tsx'
import { useCan } from '../../app/me.ts'
import { bulkActions } from './bulkActions.ts'
import { useSelectionReport } from './useSelectionReport.ts'

/** Selecting licenses, and exporting, noting, renewing and reporting many of them. */
export function useLicenseBulk(rows: readonly LicenseRow[]) {
  const { t } = useTranslation(['licenses', 'errors'])
  const mayReport = useCan('Reports', 'r')
  const report = useSelectionReport()
  const acts: BulkAct<LicenseRow>[] = bulkActions.map(({ id, key, whyNot, Dialog }) => ({
    id,
    label: t(`licenses:bulk.${id}`),
    shortcut: { key, label: t(`licenses:bulk.keys.${id}`) },
    whyNot: (chosen) => {
      const reason = whyNot(chosen)
      return reason && t(`licenses:bulk.blocked.${reason}`)
    },
    open: (chosen, close) => <Dialog licenses={chosen} onClose={() => close()} />,
  }))
  acts.push({
    id: 'report',
    label: t('licenses:bulk.report'),
    busy: report.isBusy,
    reads: true,
    whyNot: (chosen) => {
      if (!mayReport) return t('errors:RQ403')
      return chosen.length > maximumFilterValues ? t('licenses:bulk.blocked.tooMany') : null
    },
    open: (chosen) => void report.request(chosen.map(({ licenseId }) => licenseId)),
  })
  return useBulk<LicenseRow>({
    rows,
    rowKey: ({ licenseId }) => licenseId,
    rowLabel: ({ serialKey }) => serialKey,
    acts,
  })
}
