import type { PriceList } from '@trellis/contract/price-lists'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Row, Text } from '../../ui/layout.tsx'
import { useLocalList } from '../../ui/useLocalList.ts'
import { useBlocked } from './blocked.ts'
import { EditPrices } from './EditPrices.tsx'
import { type Doing, ItemDialogs } from './ItemDialogs.tsx'
import { ListSearch } from './ListSearch.tsx'
import { usePricing } from './queries.ts'
import { itemOrder, useItemColumns } from './useItemColumns.tsx'

/** The prices of a list with all actions on them. */
export function ListPrices({ list }: { list: PriceList | undefined }) {
  const { t } = useTranslation('priceLists')
  const [editing, setEditing] = useState<'typing' | 'pasting' | null>(null)
  const [doing, setDoing] = useState<Doing | null>(null)
  const blocked = useBlocked()(list?.blocked.update)
  const pricing = usePricing(list?.currencyId)
  const local = useLocalList(pricing.isPending ? undefined : list?.products, itemOrder)
  const columns = useItemColumns(list, pricing, setDoing)
  if (list !== undefined && editing !== null) {
    return <EditPrices list={list} pricing={pricing} pasting={editing === 'pasting'} onEnd={() => setEditing(null)} />
  }
  return (
    <>
      <DataTable
        list={local.list}
        columns={columns}
        rowKey={({ productId }) => productId}
        label={t('detail.prices')}
        exportAs={list?.name ?? 'price-list'}
        toolbar={
          <Row>
            <Text as="h2" kind="title">
              {t('detail.prices')}
            </Text>
            <ListSearch typed={local.typed} search={local.search} />
            <ActionButton blocked={blocked} disabled={!list} onClick={() => setDoing({ what: 'add' })}>
              {t('detail.add')}
            </ActionButton>
            <ActionButton
              variant="default"
              blocked={blocked ?? (list?.productCount === 0 ? t('detail.noItems') : null)}
              disabled={!list}
              onClick={() => setEditing('typing')}
            >
              {t('detail.editPrices')}
            </ActionButton>
            <ActionButton variant="default" blocked={blocked} disabled={!list} onClick={() => setEditing('pasting')}>
              {t('paste.action')}
            </ActionButton>
            <LinkButton href="/import?kind=price-lists" variant="default" blocked={blocked} disabled={!list}>
              {t('importFile')}
            </LinkButton>
          </Row>
        }
        empty={<Empty title={t('detail.noItems')}>{t('detail.noItemsText')}</Empty>}
      />
      {list && <ItemDialogs list={list} doing={doing} onClose={() => setDoing(null)} />}
    </>
  )
}
