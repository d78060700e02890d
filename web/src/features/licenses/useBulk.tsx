import type { License } from '@trellis/contract/licenses'
import { maximumFilterValues } from '@trellis/contract/search'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../app/me.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import type { Selection } from '../../ui/DataTable.tsx'
import { type bulkActions as Actions, bulkActions, type Chosen } from './bulkActions.ts'
import { useSelectionReport } from './useSelectionReport.ts'

/** Selecting licenses, also on several pages, with the buttons of what can be done with them and the open dialog. */
export function useBulk(rows: readonly License[]): { selection: Selection<License>; dialog: ReactNode } {
  const { t } = useTranslation(['licenses', 'errors'])
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [open, setOpen] = useState<{ action: (typeof Actions)[number]; licenses: Chosen } | null>(null)
  const seen = useRef(new Map<string, License>())
  for (const row of rows) seen.current.set(row.licenseId, row)
  const mayReport = useCan('Reports', 'r')
  const report = useSelectionReport()
  const [first, ...others] = [...selected].flatMap((id) => seen.current.get(id) ?? [])
  const chosen: Chosen | null = first === undefined ? null : [first, ...others]
  const reportBlocked = !mayReport
    ? t('errors:RQ403')
    : selected.size > maximumFilterValues
      ? t('licenses:bulk.blocked.tooMany')
      : null
  return {
    selection: {
      selected,
      onChange: setSelected,
      rowLabel: ({ serialKey }) => serialKey,
      actions: chosen && (
        <>
          {bulkActions.map((action) => {
            const reason = action.whyNot(chosen)
            return (
              <ActionButton
                key={action.id}
                size="xs"
                variant="default"
                blocked={reason && t(`licenses:bulk.blocked.${reason}`)}
                onClick={() => setOpen({ action, licenses: chosen })}
              >
                {t(`licenses:bulk.${action.id}`)}
              </ActionButton>
            )
          })}
          <ActionButton
            size="xs"
            variant="default"
            loading={report.isBusy}
            blocked={reportBlocked}
            onClick={() => void report.request([...selected])}
          >
            {t('licenses:bulk.report')}
          </ActionButton>
        </>
      ),
    },
    dialog: open && <open.action.Dialog licenses={open.licenses} onClose={() => setOpen(null)} />,
  }
}
