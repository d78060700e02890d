import { IconPlus } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../app/me.ts'
import { useImportAction } from '../../app/useImportAction.ts'
import { useList } from '../../app/useList.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Page } from '../../ui/Page.tsx'
import { Summary } from '../../ui/table/Summary.tsx'
import { productList } from './lists.ts'
import { useProductBulk } from './useProductBulk.tsx'
import { useProductColumns } from './useProductColumns.tsx'

const Route = getRouteApi('/_frame/products/')

export function ProductsPage() {
  const { t } = useTranslation('products')
  const list = useList(productList, Route)
  const columns = useProductColumns(list.rows)
  const { selection, dialog } = useProductBulk(list.rows)
  const mayCreate = useCan('Products', 'c')
  const keepsTypes = useCan('ProductTypes', 'u')
  const imports = useImportAction('products')
  const secondary = keepsTypes
    ? [
        { label: t('types'), href: '/products/types' },
        { label: t('features'), href: '/products/features' },
      ]
    : []
  return (
    <Page
      title={t('title')}
      badges={<Summary list={list} count={t('count', { count: list.count })} />}
      actions={
        mayCreate && (
          <LinkButton href="/products/create" leftSection={<IconPlus size={16} aria-hidden />}>
            {t('create')}
          </LinkButton>
        )
      }
    >
      <DataTable
        list={list}
        columns={columns}
        rowKey={(product) => product.productId}
        rowLink={(product) => `/products/${product.productId}`}
        label={t('title')}
        find={t('find')}
        failed={t('productsFetchError')}
        exportAs="products"
        actions={[...secondary, ...imports]}
        selection={selection}
        empty={<Empty title={t('empty')}>{mayCreate ? t('emptyTextAll') : t('emptyText')}</Empty>}
      />
      {dialog}
    </Page>
  )
}
