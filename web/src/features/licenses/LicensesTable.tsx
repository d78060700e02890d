import type { LicenseRow } from '@trellis/contract/lean-rows'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useImportAction } from '../../app/useImportAction.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import type { List } from '../../ui/list.ts'
import { useLicenseBulk } from './useLicenseBulk.tsx'
import { useLicenseColumns } from './useLicenseColumns.tsx'
import { useLinkedFilters } from './useLinkedFilters.ts'

interface LicensesTableProps<Answer> {
  list: List<LicenseRow, Answer>
  /** Which wording the switch about accounts below has: for one's own list, or for another account's. */
  scope: 'onlyMine' | 'withBelow'
  empty: ReactNode
}

/** The table of an account's license keys. */
export function LicensesTable<Answer>({ list, scope, empty }: LicensesTableProps<Answer>) {
  const { t } = useTranslation(['licenses', 'common'])
  const { selection, dialog } = useLicenseBulk(list.rows)
  return (
    <>
      <DataTable
        list={list}
        columns={useLicenseColumns({ withType: scope === 'withBelow' })}
        rowKey={(license) => license.licenseId}
        rowLink={(license) => `/licenses/${license.serialKey}`}
        label={t('title')}
        exportAs="licenses"
        linked={useLinkedFilters(list.state)}
        selection={selection}
        find={t('find')}
        failed={t('licensesFetchError')}
        filters={{
          dates: t('creationDate'),
          onlyMine: scope === 'onlyMine' ? t('common:scope.onlyMine') : undefined,
          withChildren: scope === 'withBelow' ? t('common:scope.withBelow') : undefined,
        }}
        actions={useImportAction('licenses')}
        empty={empty}
      />
      {dialog}
    </>
  )
}
