import { Button, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { PriceList, PriceListItem } from '@trellis/contract/price-lists'
import { pricing as prices } from '@trellis/contract/pricing'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../app/useWrite.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import type { Column } from '../../ui/columns.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { useLeaveGuard } from '../../ui/leave.tsx'
import { percentBelow } from '../../ui/money.ts'
import { Percentage } from '../../ui/Percentage.tsx'
import { useLocalList } from '../../ui/useLocalList.ts'
import { faultOf, fromWire, type PriceDraft, samePrice } from './discount.ts'
import { bodyOf, PriceChange } from './PriceChange.tsx'
import { DiscountInput, PriceInput } from './PriceInputs.tsx'
import styles from './price-lists.module.css'
import { articleOn, type Pricing } from './queries.ts'
import { itemOrder, useProductColumns } from './useItemColumns.tsx'

interface PriceGridProps {
  list: PriceList
  pricing: Pricing
  onEnd: () => void
}

/** Edits many prices at once: typed in the table, previewed together, saved together. */
export function PriceGrid({ list, pricing, onEnd }: PriceGridProps) {
  const { t } = useTranslation('priceLists')
  const [drafts, setDrafts] = useState<ReadonlyMap<string, PriceDraft>>(new Map())
  const [reviewing, setReviewing] = useState(false)
  const local = useLocalList(list.products, itemOrder)
  const frame = useRef<HTMLDivElement>(null)
  const common = useProductColumns(pricing.codeOf)
  const save = useWrite(prices.setProducts, {
    invalidates: ['/pricelists', '/products', '/orders/stock'],
    success: 'priceLists:change.saved',
    failure: 'priceLists:updateError',
  })
  const changed = (list.products ?? []).flatMap((item) => {
    const draft = drafts.get(item.productId)
    return draft === undefined || samePrice(draft, fromWire(item)) ? [] : [{ productId: item.productId, item, draft }]
  })
  const faulty = changed.some(({ item, draft }) => faultOf(draft, pricing.pricedOf(articleOn(item))) !== null)
  useLeaveGuard(changed.length > 0 && !save.isPending && !save.isSuccess)

  const step = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    const cells = [...(frame.current?.querySelectorAll<HTMLInputElement>('input[data-cell="price"]') ?? [])]
    const next = cells[cells.indexOf(event.currentTarget) + (event.shiftKey ? -1 : 1)]
    next?.focus()
    next?.select()
  }
  const inputOf = (item: PriceListItem) => ({
    product: item.name,
    priced: pricing.pricedOf(articleOn(item)),
    currency: pricing.currency,
    draft: drafts.get(item.productId) ?? fromWire(item),
    faulty: drafts.has(item.productId),
    onChange: (draft: PriceDraft) => setDrafts((before) => new Map(before).set(item.productId, draft)),
  })
  const columns: Column<PriceListItem>[] = [
    ...common.filter(({ id }) => id !== 'status'),
    {
      id: 'discount',
      header: t('price.discount'),
      align: 'right',
      hideable: false,
      cell: (item) => (
        <span className={styles.cell}>
          <DiscountInput {...inputOf(item)} />
        </span>
      ),
    },
    {
      id: 'price',
      header: t('price.price'),
      sort: 'price',
      align: 'right',
      hideable: false,
      cell: (item) => (
        <span className={styles.cell}>
          <PriceInput {...inputOf(item)} cell="price" onKeyDown={step} />
        </span>
      ),
    },
    {
      id: 'below',
      header: t('price.below'),
      align: 'right',
      cell: (item) => {
        const { draft, priced } = inputOf(item)
        const isKnown = priced.msrp !== null && draft.price !== null && faultOf(draft, priced) === null
        const percent = isKnown ? percentBelow(priced.msrp ?? 0, draft.price ?? 0) : null
        return <Percentage ratio={percent === null ? null : percent / 100} />
      },
    },
  ]
  return (
    <div className={styles.stack} ref={frame}>
      <DataTable
        list={local.list}
        columns={columns}
        rowKey={({ productId }) => productId}
        label={t('grid.title')}
        toolbar={
          <div className={styles.tools}>
            <h2 className={styles.heading}>{t('grid.title')}</h2>
            <TextInput
              className={styles.search ?? ''}
              type="search"
              aria-label={t('detail.search')}
              placeholder={t('detail.search')}
              leftSection={<IconSearch size={16} aria-hidden />}
              value={local.typed}
              onChange={({ currentTarget }) => local.search(currentTarget.value)}
            />
            <span className={styles.hint}>{t('grid.text')}</span>
          </div>
        }
      />
      <div className={styles.sticky}>
        <span role="status">
          {changed.length === 0 ? t('grid.nothing') : t('grid.changed', { count: changed.length })}
        </span>
        <span className={styles.tools}>
          <Button variant="default" onClick={onEnd}>
            {t('grid.reset')}
          </Button>
          <ActionButton
            blocked={changed.length === 0 ? t('grid.nothing') : faulty ? t('grid.faults') : null}
            onClick={() => setReviewing(true)}
          >
            {t('grid.review')}
          </ActionButton>
        </span>
      </div>
      <Dialog opened={reviewing} onClose={() => setReviewing(false)} title={t('grid.confirmTitle')} size="lg">
        {reviewing && (
          <PriceChange
            priceListId={list.priceListId}
            proposal={{ rows: changed }}
            confirm={t('change.save')}
            back={t('back')}
            onBack={() => setReviewing(false)}
            onConfirm={async () => {
              await save.mutateAsync({ params: { id: list.priceListId }, body: bodyOf({ rows: changed }) })
              onEnd()
            }}
          />
        )}
      </Dialog>
    </div>
  )
}
