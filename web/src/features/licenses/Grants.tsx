import type { License } from '@trellis/contract/licenses'
import { useTranslation } from 'react-i18next'
import { useProductHrefOfSku } from '../../app/productHref.ts'
import type { Column } from '../../ui/columns.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { DateTime } from '../../ui/DateTime.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { wholeList } from '../../ui/list.ts'
import { TableTitle } from '../../ui/TableTitle.tsx'

type Grant = NonNullable<License['licenseDetails']>[number]

/** The terms of a grant in words. */
export function useTerms() {
  const { t } = useTranslation('licenses')
  const span = (years: number, months: number, days: number) =>
    [
      years > 0 ? t('years', { count: years }) : '',
      months > 0 ? t('months', { count: months }) : '',
      days > 0 ? t('days', { count: days }) : '',
    ]
      .filter((part) => part !== '')
      .join(', ')
  return {
    duration: (grant: Grant) =>
      grant.licenseIsPerpetual
        ? t('expiry.perpetual')
        : span(grant.durationYears, grant.durationMonths, grant.durationDays),
    maintenance: (grant: Grant) =>
      grant.maintenanceIsPerpetual
        ? t('expiry.perpetual')
        : span(grant.maintenanceDurationYears, grant.maintenanceDurationMonths, grant.maintenanceDurationDays),
  }
}

/** What the license contains where that is several grants: the product's durations, and one for each extension. */
export function Grants({ license }: { license: License }) {
  const { t } = useTranslation('licenses')
  const hrefOf = useProductHrefOfSku()
  const { duration, maintenance } = useTerms()
  const columns: Column<Grant>[] = [
    {
      id: 'product',
      header: t('product'),
      cell: (grant) => (
        <EntityLink href={hrefOf(grant.sku)} hint={grant.sku}>
          {grant.productName}
        </EntityLink>
      ),
      text: (grant) => grant.sku,
    },
    { id: 'duration', header: t('duration'), cell: duration, text: duration },
    { id: 'maintenance', header: t('maintenanceDuration'), cell: maintenance, text: maintenance },
    {
      id: 'creationDate',
      header: t('creationDate'),
      cell: (grant) => <DateTime value={grant.creationDate} />,
      text: (grant) => grant.creationDate,
    },
  ]
  return (
    <DataTable
      list={wholeList(license.licenseDetails)}
      columns={columns}
      rowKey={(grant) => grant.licenseDetailId}
      label={t('details')}
      heading={<TableTitle>{t('details')}</TableTitle>}
      paging={false}
    />
  )
}
