import { IconPlus } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import type { Feature } from '@trellis/contract/product-types'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../app/me.ts'
import { useList } from '../../app/useList.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import type { Column } from '../../ui/columns.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { DateTime } from '../../ui/DateTime.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { Page } from '../../ui/Page.tsx'
import { Quantity } from '../../ui/Quantity.tsx'
import { FeatureDialog } from './FeatureDialog.tsx'
import { featureTypes } from './featureTypes.ts'
import { featureList } from './lists.ts'
import { useRemoveFeature, useWhyNotFeature } from './useTypeActions.ts'

const Route = getRouteApi('/_frame/products/features')

export function FeaturesPage() {
  const { t } = useTranslation('productTypes')
  const list = useList(featureList, Route)
  const mayCreate = useCan('ProductTypes', 'c')
  const [open, setOpen] = useState<Feature | 'new' | null>(null)
  const columns = useMemo<Column<Feature>[]>(() => {
    const words = Object.fromEntries(featureTypes.map(({ name }) => [name, t(`types.${name}`)]))
    return [
      {
        id: 'name',
        header: t('name'),
        cell: (feature) => <EntityLink hint={feature.description}>{feature.name}</EntityLink>,
        sort: 'name',
        filter: { field: 'name', kind: 'text' },
        text: (feature) => feature.name,
        file: [{ path: 'name' }, { path: 'description', label: t('descriptionField') }],
      },
      {
        id: 'typeName',
        header: t('valueType'),
        cell: (feature) => t(`types.${feature.typeName}`),
        sort: 'typeName',
        filter: {
          field: 'typeName',
          kind: 'choice',
          options: featureTypes.map(({ name }) => ({ value: name, label: t(`types.${name}`) })),
        },
        text: (feature) => t(`types.${feature.typeName}`),
        file: { path: 'typeName', words },
      },
      {
        id: 'productTypes',
        header: t('featurePage.types'),
        cell: (feature) => <Quantity value={feature.productTypes} />,
        align: 'right',
        text: (feature) => String(feature.productTypes),
        file: { path: 'productTypes', kind: 'number' },
      },
      {
        id: 'creationDate',
        header: t('creationDate'),
        cell: (feature) => <DateTime value={feature.creationDate} dateOnly />,
        sort: 'creationDate',
        text: (feature) => feature.creationDate,
        file: { path: 'creationDate', kind: 'date' },
      },
      {
        id: 'actions',
        header: '',
        cell: (feature) => <FeatureActions feature={feature} onEdit={() => setOpen(feature)} />,
        align: 'right',
        hideable: false,
        card: 'corner',
      },
    ]
  }, [t])
  return (
    <Page
      title={t('featurePage.title')}
      description={t('featurePage.description')}
      back={{ href: '/products', label: t('toProducts') }}
      actions={
        <ActionButton
          onClick={() => setOpen('new')}
          blocked={mayCreate ? null : t('blocked.create')}
          leftSection={<IconPlus size={16} aria-hidden />}
        >
          {t('featurePage.add')}
        </ActionButton>
      }
    >
      <DataTable
        list={list}
        columns={columns}
        rowKey={(feature) => feature.id}
        label={t('featurePage.title')}
        failed={t('featuresFetchError')}
        exportAs="features"
        empty={<Empty title={t('featurePage.empty')}>{t('featurePage.emptyText')}</Empty>}
      />
      <FeatureDialog feature={open} onClose={() => setOpen(null)} />
    </Page>
  )
}

function FeatureActions({ feature, onEdit }: { feature: Feature; onEdit: () => void }) {
  const { t } = useTranslation('productTypes')
  const whyNot = useWhyNotFeature()
  const remove = useRemoveFeature()
  return (
    <ActionMenu
      label={t('featurePage.actions', { feature: feature.name })}
      actions={[
        { label: t('edit'), onClick: onEdit, blocked: whyNot('update', feature) },
        {
          label: t('remove'),
          onClick: () => void remove(feature),
          blocked: whyNot('delete', feature),
          destructive: true,
        },
      ]}
    />
  )
}
