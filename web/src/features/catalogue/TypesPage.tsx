import { IconPlus } from '@tabler/icons-react'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type ProductType, productTypeList as types } from '@trellis/contract/product-types'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldsOf } from '../../app/fields.ts'
import { useCan } from '../../app/me.ts'
import { useList } from '../../app/useList.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import type { Column } from '../../ui/columns.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { later } from '../../ui/later.tsx'
import { NoValue } from '../../ui/NoValue.tsx'
import { Page } from '../../ui/Page.tsx'
import { productTypeList } from './lists.ts'
import styles from './products.module.css'

const NewTypeForm = later(() => import('./NewTypeForm.tsx'))

const field = fieldsOf(types)
const Route = getRouteApi('/_frame/products/types/')

export function TypesPage() {
  const { t } = useTranslation('productTypes')
  const navigate = useNavigate()
  const list = useList(productTypeList, Route)
  const mayCreate = useCan('ProductTypes', 'c')
  const [adding, setAdding] = useState(false)
  const columns = useMemo<Column<ProductType>[]>(
    () => [
      field('name', t('name'), {
        hint: ({ description }) => description,
        more: [{ path: 'description', label: t('descriptionField') }],
      }),
      field('features', t('features'), {
        path: 'features.*.name',
        cell: (type) => {
          const names = type.features.map(({ name }) => name).join(', ')
          return names === '' ? <NoValue /> : <span className={styles.names}>{names}</span>
        },
        card: 'wide',
      }),
      field('products', t('products'), { kind: 'number' }),
      field('creationDate', t('creationDate'), { kind: 'date' }),
    ],
    [t],
  )
  const add = (
    <ActionButton
      onClick={() => setAdding(true)}
      blocked={mayCreate ? null : t('blocked.create')}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t('add')}
    </ActionButton>
  )
  return (
    <Page
      title={t('title')}
      description={t('description')}
      back={{ href: '/products', label: t('toProducts') }}
      actions={add}
    >
      <DataTable
        list={list}
        columns={columns}
        rowKey={(type) => type.id}
        rowLink={(type) => `/products/types/${type.id}`}
        label={t('title')}
        find={t('find')}
        failed={t('productsTypesFetchError')}
        exportAs="product-types"
        empty={<Empty title={t('empty')}>{t('emptyText')}</Empty>}
      />
      <Dialog opened={adding} onClose={() => setAdding(false)} title={t('addTitle')}>
        <NewTypeForm
          onCancel={() => setAdding(false)}
          onCreated={(id) => void navigate({ to: '/products/types/$id', params: { id } })}
        />
      </Dialog>
    </Page>
  )
}
