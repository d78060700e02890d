import { type PriceList, priceLists } from '@trellis/contract/price-lists'
import { useTranslation } from 'react-i18next'
import { RunDialog } from '../../app/bulk/RunDialog.tsx'
import { type BulkAct, useBulk } from '../../app/bulk/useBulk.tsx'
import { call } from '../../app/calls.ts'
import { useCan } from '../../app/me.ts'
import { later } from '../../ui/later.tsx'
import { useBlocked } from './blocked.ts'

const CopyManyDialog = later(() => import('./CopyManyDialog.tsx'))

/** Limited, because all prices of each list are read and written. */
const maximumCopied = 20

/** Selecting price lists, and copying them or deleting those that nobody uses. */
export function usePriceListBulk(rows: readonly PriceList[]) {
  const { t } = useTranslation('priceLists')
  const mayRemove = useCan('PriceLists', 'd')
  const mayCreate = useCan('PriceLists', 'c')
  const copy: BulkAct<PriceList> = {
    id: 'copy',
    label: t('bulk.copy'),
    maximum: maximumCopied,
    open: (chosen, close) => <CopyManyDialog lists={chosen} onMissing={() => close()} onClose={close} />,
  }
  const words = useBlocked()
  const whyNot = ({ blocked }: PriceList) => words(blocked.delete)
  const remove: BulkAct<PriceList> = {
    id: 'remove',
    label: t('bulk.remove'),
    whyNot: (chosen) => (chosen.every((list) => whyNot(list) !== null) ? whyNot(chosen[0]) : null),
    open: (chosen, close) => (
      <RunDialog<PriceList>
        rows={chosen}
        rowKey={({ priceListId }) => priceListId}
        nameOf={({ name }) => name}
        hrefOf={({ priceListId }) => `/pricelists/${priceListId}`}
        whyNot={whyNot}
        send={({ priceListId: id }) => call(priceLists.remove, { params: { id } })}
        title={t('bulk.title', { count: chosen.length })}
        text={t('bulk.text')}
        confirm={(count) => t('bulk.confirm', { count })}
        destructive
        invalidates={['/pricelists']}
        onClose={close}
      />
    ),
  }
  return useBulk<PriceList>({
    rows,
    rowKey: ({ priceListId }) => priceListId,
    rowLabel: ({ name }) => name,
    acts: [...(mayCreate ? [copy] : []), ...(mayRemove ? [remove] : [])],
  })
}
