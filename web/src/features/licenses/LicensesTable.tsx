import type { License } from '@trellis/contract/licenses'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '../../ui/columns.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { DateTime } from '../../ui/DateTime.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { FilterBar } from '../../ui/FilterBar.tsx'
import type { List } from '../../ui/list.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { UsageBar } from '../../ui/UsageBar.tsx'
import { ExpiryTag } from './ExpiryTag.tsx'
import { licenseExpiry, maintenanceExpiry, shownDate } from './expiry.ts'
import styles from './licenses.module.css'

interface LicensesTableProps<Answer> {
  list: List<License, Answer>
  /** Which wording the switch about accounts below has: for one's own list, or for another account's. */
  scope: 'onlyMine' | 'withBelow'
  empty: ReactNode
}

/** The table of an account's license keys. */
export function LicensesTable<Answer>({ list, scope, empty }: LicensesTableProps<Answer>) {
  const { t } = useTranslation(['licenses', 'common'])
  return (
    <DataTable
      list={list}
      columns={licenseColumns(t, Date.now())}
      rowKey={(license) => license.licenseId}
      rowLink={(license) => `/licenses/${license.serialKey}`}
      label={t('title')}
      exportAs="licenses"
      failed={t('licensesFetchError')}
      toolbar={
        <FilterBar
          list={list}
          dates={t('creationDate')}
          onlyMine={scope === 'onlyMine' ? t('common:scope.onlyMine') : undefined}
          withChildren={scope === 'withBelow' ? t('common:scope.withBelow') : undefined}
        />
      }
      empty={empty}
    />
  )
}

function licenseColumns(t: TFunction<'licenses'>, now: number): Column<License>[] {
  const flags = [
    { value: 'true', label: t('yes') },
    { value: 'false', label: t('no') },
  ]
  return [
    {
      id: 'serialKey',
      header: t('serialKey'),
      cell: (license) => <ListedKey serialKey={license.serialKey} />,
      sort: 'serialKey',
      filter: { field: 'serialKey', kind: 'text' },
      text: (license) => license.serialKey,
      file: { path: 'serialKey' },
    },
    {
      id: 'product',
      header: t('product'),
      cell: ({ product }) => (
        <div className={styles.product}>
          <EntityLink hint={product.sku}>{product.name}</EntityLink>
        </div>
      ),
      sort: 'productName',
      filter: { field: 'productName', kind: 'text' },
      text: ({ product }) => `${product.name} (${product.sku})`,
      file: { path: 'product.name' },
    },
    {
      id: 'owner',
      header: t('owner'),
      cell: (license) => license.ownerAccount.accountName,
      sort: 'ownerAccountName',
      filter: { field: 'ownerAccountName', kind: 'text' },
      text: (license) => license.ownerAccount.accountName,
      file: { path: 'ownerAccount.accountName' },
    },
    {
      id: 'seats',
      header: t('seats'),
      cell: (license) => <UsageBar used={license.seatsOccupied} total={license.seats} label={t('seats')} />,
      text: (license) => `${license.seatsOccupied}/${license.seats}`,
      file: [
        { path: 'seats', kind: 'number' },
        { path: 'seatsOccupied', kind: 'number', label: t('seatsOccupied') },
      ],
    },
    {
      id: 'activated',
      header: t('activated'),
      cell: (license) => <Activated license={license} />,
      sort: 'activationDate',
      filter: { field: 'activated', kind: 'choice', options: flags },
      card: 'corner',
      text: (license) => license.activationDate ?? '',
      file: { path: 'activationDate', kind: 'date' },
    },
    {
      id: 'expiration',
      header: t('expiration'),
      cell: (license) => (
        <ExpiryTag expiry={licenseExpiry(license, now)} date={shownDate(license, license.expirationDate)} />
      ),
      sort: 'expirationDate',
      text: (license) => shownDate(license, license.expirationDate) ?? t(`expiry.${licenseExpiry(license, now)}`),
      file: { path: 'expirationDate', kind: 'day' },
    },
    {
      id: 'maintenance',
      header: t('maintenance'),
      cell: (license) => (
        <ExpiryTag
          expiry={maintenanceExpiry(license, now)}
          date={shownDate(license, license.maintenanceExpirationDate)}
        />
      ),
      sort: 'maintenanceExpirationDate',
      text: (license) =>
        shownDate(license, license.maintenanceExpirationDate) ?? t(`expiry.${maintenanceExpiry(license, now)}`),
      file: { path: 'maintenanceExpirationDate', kind: 'day' },
    },
    {
      id: 'creationDate',
      header: t('creationDate'),
      cell: (license) => <DateTime value={license.creationDate} dateOnly />,
      sort: 'creationDate',
      text: (license) => license.creationDate,
      file: { path: 'creationDate', kind: 'date' },
    },
    {
      id: 'sku',
      header: t('sku'),
      cell: ({ product }) => <EntityLink mono>{product.sku}</EntityLink>,
      sort: 'sku',
      filter: { field: 'sku', kind: 'text' },
      hidden: true,
      text: ({ product }) => product.sku,
      file: { path: 'product.sku' },
    },
    {
      id: 'exported',
      header: t('exportedHeader'),
      cell: (license) => (license.licenseHasBeenExported ? t('yes') : t('no')),
      sort: 'exported',
      filter: { field: 'exported', kind: 'choice', options: flags },
      hidden: true,
      text: (license) => (license.licenseHasBeenExported ? t('yes') : t('no')),
      file: { path: 'licenseHasBeenExported', words: { true: t('yes'), false: t('no') } },
    },
    {
      id: 'note',
      header: t('note'),
      cell: (license) => license.licenseNote,
      card: 'wide',
      hidden: true,
      text: (license) => license.licenseNote ?? '',
      file: { path: 'licenseNote' },
    },
  ]
}

/** Splits a key so that CSS can wrap it in the middle when there is no room for one line. */
function ListedKey({ serialKey }: { serialKey: string }) {
  const [, start = serialKey, end] = /^(.+-)([^-]+-[^-]+)$/.exec(serialKey) ?? []
  return (
    <span className={styles.listed}>
      <span>{start}</span>
      {end !== undefined && <span>{end}</span>}
    </span>
  )
}

function Activated({ license }: { license: License }) {
  const { t } = useTranslation('licenses')
  if (license.licenseHasBeenExported) return <StatusTag tone="info">{t('exported')}</StatusTag>
  if (license.activationDate === null) return <StatusTag tone="neutral">{t('notActivated')}</StatusTag>
  return (
    <StatusTag tone="success">
      <DateTime value={license.activationDate} dateOnly />
    </StatusTag>
  )
}
