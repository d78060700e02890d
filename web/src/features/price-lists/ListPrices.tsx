import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { PriceList, PriceListItem } from '@trellis/contract/price-lists'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { useLocalList } from '../../ui/useLocalList.ts'
import { AddItemDialog } from './AddItemDialog.tsx'
import { useBlocked } from './blocked.ts'
import { HistoryDialog } from './HistoryDialog.tsx'
import { PasteDialog } from './PasteDialog.tsx'
import { PriceGrid } from './PriceGrid.tsx'
import styles from './price-lists.module.css'
import { usePricing } from './queries.ts'
import { RemoveItemDialog } from './RemoveItemDialog.tsx'
import { UpdateItemDialog } from './UpdateItemDialog.tsx'
import { itemOrder, useItemColumns } from './useItemColumns.tsx'

/** The open dialog and the product that it is for. */
export type Doing = { what: 'add' | 'paste' } | { what: 'update' | 'remove' | 'history'; item: PriceListItem } | null

/** The prices of a list with all actions on them. */
export function ListPrices({ list }: { list: PriceList | undefined }) {
  const { t } = useTranslation('priceLists')
  const [isGrid, setGrid] = useState(false)
  const [doing, setDoing] = useState<Doing>(null)
  const pricing = usePricing(list?.currencyId)
  const local = useLocalList(list?.products, itemOrder)
  const columns = useItemColumns(list, pricing, setDoing)
  if (list !== undefined && isGrid) {
    return <PriceGrid list={list} pricing={pricing} onEnd={() => setGrid(false)} />
  }
  const add = list && <EditingTools list={list} onDo={setDoing} onGrid={() => setGrid(true)} />
  return (
    <>
      <DataTable
        list={local.list}
        columns={columns}
        rowKey={({ productId }) => productId}
        label={t('detail.prices')}
        exportAs={list?.name ?? 'price-list'}
        toolbar={
          <div className={styles.tools}>
            <h2 className={styles.heading}>{t('detail.prices')}</h2>
            <TextInput
              className={styles.search ?? ''}
              type="search"
              aria-label={t('detail.search')}
              placeholder={t('detail.search')}
              leftSection={<IconSearch size={16} aria-hidden />}
              value={local.typed}
              onChange={({ currentTarget }) => local.search(currentTarget.value)}
            />
            {add}
          </div>
        }
        empty={<Empty title={t('detail.noItems')}>{t('detail.noItemsText')}</Empty>}
      />
      {list && <Dialogs list={list} pricing={pricing} doing={doing} onClose={() => setDoing(null)} />}
    </>
  )
}

interface EditingToolsProps {
  list: PriceList
  onDo: (doing: Doing) => void
  onGrid: () => void
}

function EditingTools({ list, onDo, onGrid }: EditingToolsProps) {
  const { t } = useTranslation('priceLists')
  const blocked = useBlocked()(list.blocked.update)
  return (
    <>
      <ActionButton blocked={blocked} onClick={() => onDo({ what: 'add' })}>
        {t('detail.add')}
      </ActionButton>
      <ActionButton
        variant="default"
        blocked={blocked ?? (list.productCount === 0 ? t('detail.noItems') : null)}
        onClick={onGrid}
      >
        {t('detail.editPrices')}
      </ActionButton>
      <ActionButton variant="default" blocked={blocked} onClick={() => onDo({ what: 'paste' })}>
        {t('paste.action')}
      </ActionButton>
      <LinkButton href="/import?kind=price-lists" variant="default" blocked={blocked}>
        {t('importFile')}
      </LinkButton>
    </>
  )
}

interface DialogsProps {
  list: PriceList
  pricing: ReturnType<typeof usePricing>
  doing: Doing
  onClose: () => void
}

function Dialogs({ list, pricing, doing, onClose }: DialogsProps) {
  // Keep the item while the dialog closes, so that its text does not change during the transition.
  const [last, setLast] = useState<PriceListItem | null>(null)
  const item = doing !== null && 'item' in doing ? doing.item : last
  if (item !== last) setLast(item)
  const is = (what: NonNullable<Doing>['what']) => doing?.what === what
  return (
    <>
      <AddItemDialog list={list} pricing={pricing} opened={is('add')} onClose={onClose} />
      <PasteDialog list={list} pricing={pricing} opened={is('paste')} onClose={onClose} />
      {item && (
        <>
          <UpdateItemDialog list={list} item={item} pricing={pricing} opened={is('update')} onClose={onClose} />
          <RemoveItemDialog list={list} item={item} opened={is('remove')} onClose={onClose} />
          <HistoryDialog list={list} item={item} opened={is('history')} onClose={onClose} />
        </>
      )}
    </>
  )
}
