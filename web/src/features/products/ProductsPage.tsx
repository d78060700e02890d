import { getRouteApi } from '@tanstack/react-router'
import type { Product } from '@trellis/contract/catalogue'
import { useTranslation } from 'react-i18next'
import { useList } from '../../app/useList.ts'
import type { Column } from '../../ui/columns.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { Page } from '../../ui/Page.tsx'
import { productList } from './lists.ts'

const Route = getRouteApi('/_frame/products/')

export function ProductsPage() {
  const { t } = useTranslation('products')
  const list = useList(productList, Route)
  const columns: Column<Product>[] = [
    { id: 'name', header: t('name'), cell: (product) => product.name, sort: 'name' },
    { id: 'sku', header: t('sku'), cell: (product) => product.sku, sort: 'sku' },
  ]
  return (
    <Page title={t('title')}>
      <DataTable list={list} columns={columns} rowKey={(product) => product.productId} label={t('title')} />
    </Page>
  )
}
