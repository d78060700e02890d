import { IconPlus } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { type Feature, featureList as features } from '@trellis/contract/product-types'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldsOf } from '../../app/fields.ts'
import { useCan } from '../../app/me.ts'
import { useList } from '../../app/useList.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import type { Column } from '../../ui/columns.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { laterDialog } from '../../ui/later.tsx'
import { Page } from '../../ui/Page.tsx'
import { featureTypes } from './featureTypes.ts'
import { featureList } from './lists.ts'
import { useRemoveFeature, useWhyNotFeature } from './useTypeActions.ts'

const FeatureDialog = laterDialog(
  () => import('./FeatureDialog.tsx'),
  ({ feature }) => feature !== null,
)

const field = fieldsOf(features)
const Route = getRouteApi('/_frame/products/features')

export function FeaturesPage() {
  const { t } = useTranslation('productTypes')
  const list = useList(featureList, Route)
  const mayCreate = useCan('ProductTypes', 'c')
  const [open, setOpen] = useState<Feature | 'new' | null>(null)
  const columns = useMemo<Column<Feature>[]>(() => {
    return [
      field('name', t('name'), {
        hint: ({ description }) => description,
        more: [{ path: 'description', label: t('descriptionField') }],
      }),
      field('typeName', t('valueType'), {
        words: Object.fromEntries(featureTypes.map(({ name }) => [name, t(`types.${name}`)])),
      }),
      field('productTypes', t('featurePage.types'), { kind: 'number' }),
      field('creationDate', t('creationDate'), { kind: 'date' }),
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
        find={t('findFeature')}
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
