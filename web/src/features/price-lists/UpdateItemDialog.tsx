import { type PriceList, type PriceListItem, priceLists } from '@trellis/contract/price-lists'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../app/useWrite.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { fromWire, samePrice, toWire } from './discount.ts'
import { PriceChange } from './PriceChange.tsx'
import { PriceForm } from './PriceForm.tsx'
import { articleOn, type Pricing } from './queries.ts'

interface UpdateItemDialogProps {
  list: PriceList
  item: PriceListItem
  pricing: Pricing
  opened: boolean
  onClose: () => void
}

/** Changes the price of a product on the list. */
export function UpdateItemDialog(props: UpdateItemDialogProps) {
  const { t } = useTranslation('priceLists')
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={t('update.title', { product: props.item.name })}>
      {props.opened && <UpdateItem key={props.item.productId} {...props} />}
    </Dialog>
  )
}

function UpdateItem({ list, item, pricing, onClose }: UpdateItemDialogProps) {
  const { t } = useTranslation('priceLists')
  const [draft, setDraft] = useState(() => fromWire(item))
  const [asked, setAsked] = useState(false)
  const { productId } = item
  const update = useWrite(priceLists.updateProduct, {
    invalidates: ['/pricelists', '/products', '/orders/stock'],
    success: 'priceLists:update.done',
    failure: 'priceLists:updateError',
  })
  return (
    <>
      <div hidden={asked}>
        <PriceForm
          article={articleOn(item)}
          pricing={pricing}
          draft={draft}
          onDraft={setDraft}
          unchanged={samePrice(draft, fromWire(item)) ? t('update.unchanged') : null}
          onCancel={onClose}
          onSubmit={() => setAsked(true)}
        />
      </div>
      {asked && (
        <PriceChange
          priceListId={list.priceListId}
          proposal={{ rows: [{ productId, draft }] }}
          confirm={t('update.save')}
          back={t('back')}
          onBack={() => setAsked(false)}
          onConfirm={async () => {
            await update.mutateAsync({ params: { id: list.priceListId }, body: { productId, ...toWire(draft) } })
            onClose()
          }}
        />
      )}
    </>
  )
}
