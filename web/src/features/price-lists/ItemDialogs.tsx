import type { PriceList, PriceListItem } from '@trellis/contract/price-lists'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/Dialog.tsx'
import { linesOf, takeOff } from './grid.ts'
import { HistoryDialog } from './HistoryDialog.tsx'
import { PriceChange } from './PriceChange.tsx'
import { PriceSteps } from './PriceSteps.tsx'

/** The open dialog and the product that it is for. */
export type Doing = { what: 'add' } | { what: 'update' | 'remove' | 'history'; item: PriceListItem }

interface ItemDialogsProps {
  list: PriceList
  doing: Doing | null
  onClose: () => void
}

/** The dialogs for one product of a list: add it, change its price, take it off, see the history of its price. */
export function ItemDialogs({ list, doing, onClose }: ItemDialogsProps) {
  const { t } = useTranslation('priceLists')
  // Keep the item while the dialog closes, so that its text does not change during the transition.
  const [last, setLast] = useState<PriceListItem | null>(null)
  const item = doing !== null && 'item' in doing ? doing.item : last
  if (item !== last) setLast(item)
  const is = (what: Doing['what']) => doing?.what === what
  const product = item?.name ?? ''
  const common = { list, onClose }
  return (
    <>
      <Dialog opened={is('add')} onClose={onClose} title={t('add.title')} size="lg">
        {is('add') && (
          <PriceSteps {...common} start={[]} adds label={t('add.title')} confirm={t('add.save')} done={t('add.done')} />
        )}
      </Dialog>
      {item && (
        <>
          <Dialog opened={is('update')} onClose={onClose} title={t('update.title', { product })} size="lg">
            {is('update') && (
              <PriceSteps
                {...common}
                start={linesOf([item])}
                label={t('update.title', { product })}
                confirm={t('update.save')}
                done={t('update.done')}
              />
            )}
          </Dialog>
          <Dialog opened={is('remove')} onClose={onClose} title={t('removeItem.title', { product })}>
            {is('remove') && (
              <PriceChange
                priceListId={list.priceListId}
                lines={takeOff(linesOf([item]), item.productId)}
                confirm={t('removeItem.save')}
                destructive
                done={t('removeItem.done')}
                back={t('cancel')}
                onBack={onClose}
                onSaved={onClose}
              />
            )}
          </Dialog>
          <HistoryDialog list={list} item={item} opened={is('history')} onClose={onClose} />
        </>
      )}
    </>
  )
}
