import { type PriceList, type PriceListItem, priceLists } from '@trellis/contract/price-lists'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../app/useWrite.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { PriceChange } from './PriceChange.tsx'

interface RemoveItemDialogProps {
  list: PriceList
  item: PriceListItem
  opened: boolean
  onClose: () => void
}

/** Removes a product from the list, after a preview of who can no longer buy it. */
export function RemoveItemDialog(props: RemoveItemDialogProps) {
  const { t } = useTranslation('priceLists')
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={t('removeItem.title', { product: props.item.name })}>
      {props.opened && <RemoveItem {...props} />}
    </Dialog>
  )
}

function RemoveItem({ list, item, onClose }: RemoveItemDialogProps) {
  const { t } = useTranslation('priceLists')
  const remove = useWrite(priceLists.removeProduct, {
    invalidates: ['/pricelists', '/products', '/orders/stock'],
    success: 'priceLists:removeItem.done',
    failure: 'priceLists:updateError',
  })
  return (
    <PriceChange
      priceListId={list.priceListId}
      proposal={{ rows: [], remove: [item.productId] }}
      confirm={t('removeItem.save')}
      destructive
      back={t('cancel')}
      onBack={onClose}
      onConfirm={async () => {
        await remove.mutateAsync({ params: { id: list.priceListId }, body: { productId: item.productId } })
        onClose()
      }}
    />
  )
}
