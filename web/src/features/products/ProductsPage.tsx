import { getRouteApi } from '@tanstack/react-router'
import type { Product } from '@trellis/contract/catalogue'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../app/me.ts'
import { useList } from '../../app/useList.ts'
import type { Column } from '../../ui/columns.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { DateTime } from '../../ui/DateTime.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { Money } from '../../ui/Money.tsx'
import { Page } from '../../ui/Page.tsx'
import { Quantity } from '../../ui/Quantity.tsx'
import { StatusTag, type Tone } from '../../ui/StatusTag.tsx'
import { durationOf } from './duration.ts'
import { productList } from './lists.ts'

const Route = getRouteApi('/_frame/products/')

const tones: Record<Product['status'], Tone> = { Active: 'success', Pending: 'warning', Deleted: 'error' }

export function ProductsPage() {
  const { t } = useTranslation('products')
  const list = useList(productList, Route)
  const seesAll = useCan('Products', 'ra')
  const columns = useMemo(() => productColumns(t, seesAll), [t, seesAll])
  return (
    <Page title={t('title')} description={seesAll ? t('allDescription') : t('description')}>
      <DataTable
        list={list}
        columns={columns}
        rowKey={(product) => product.productId}
        label={t('title')}
        exportAs="products"
        empty={<Empty title={t('empty')}>{t('emptyText')}</Empty>}
      />
    </Page>
  )
}

function productColumns(t: TFunction<'products'>, seesAll: boolean): Column<Product>[] {
  const choices = (of: Record<string, string>) => Object.entries(of).map(([value, label]) => ({ value, label }))
  const statuses = { Active: t('status.Active'), Pending: t('status.Pending'), Deleted: t('status.Deleted') }
  const environments = { 1: t('environment.cloud'), 2: t('environment.onPremise') }
  return [
    {
      id: 'name',
      header: t('name'),
      cell: (product) => <EntityLink hint={product.description}>{product.name}</EntityLink>,
      sort: 'name',
      filter: { field: 'name', kind: 'text' },
      text: (product) => product.name,
    },
    {
      id: 'sku',
      header: t('sku'),
      cell: (product) => <EntityLink mono>{product.sku}</EntityLink>,
      sort: 'sku',
      filter: { field: 'sku', kind: 'text' },
      text: (product) => product.sku,
    },
    {
      id: 'kind',
      header: t('kind'),
      cell: (product) => t(`kinds.${kindOf(product)}`),
      text: (product) => t(`kinds.${kindOf(product)}`),
    },
    {
      id: 'duration',
      header: t('duration'),
      cell: (product) => (product.isLicense ? durationOf(product, t) : ''),
      text: (product) => (product.isLicense ? durationOf(product, t) : ''),
    },
    {
      id: 'environmentType',
      header: t('environmentType'),
      cell: (product) => environments[product.environmentType],
      sort: 'environmentType',
      filter: { field: 'environmentType', kind: 'choice', options: choices(environments) },
      text: (product) => environments[product.environmentType],
    },
    {
      id: 'status',
      header: t('statusHeader'),
      cell: (product) => <StatusTag tone={tones[product.status]}>{statuses[product.status]}</StatusTag>,
      sort: 'status',
      filter: { field: 'status', kind: 'choice', options: choices(statuses) },
      card: 'corner',
      hidden: !seesAll,
      text: (product) => statuses[product.status],
    },
    {
      id: 'priceMsrp',
      header: t('priceMsrp'),
      cell: (product) => <Money amount={product.priceMsrp} currency={product.currency.currencyCode} />,
      sort: 'price',
      align: 'right',
      text: (product) => String(product.priceMsrp),
    },
    {
      id: 'customPrice',
      header: t('customPrice'),
      cell: (product) => <Money amount={product.customPrice} currency={product.currency.currencyCode} />,
      align: 'right',
      text: (product) => String(product.customPrice ?? ''),
    },
    {
      id: 'stock',
      header: t('stock'),
      cell: (product) => <Quantity value={product.stock} />,
      align: 'right',
      text: (product) => String(product.stock),
    },
    {
      id: 'oemSku',
      header: t('oemSku'),
      cell: (product) => <EntityLink mono>{product.oemSku}</EntityLink>,
      sort: 'oemSku',
      filter: { field: 'oemSku', kind: 'text' },
      hidden: true,
      text: (product) => product.oemSku ?? '',
    },
    {
      id: 'creationDate',
      header: t('creationDate'),
      cell: (product) => <DateTime value={product.creationDate} />,
      sort: 'creationDate',
      hidden: true,
      text: (product) => product.creationDate,
    },
  ]
}

function kindOf(product: Product): 'trial' | 'upgradeRight' | 'extension' | 'license' | 'goods' {
  if (!product.isLicense) return 'goods'
  if (product.isLicenseTrial) return 'trial'
  if (product.islicenseUpgradeRight) return 'upgradeRight'
  return product.extendedProductId === null ? 'license' : 'extension'
}
