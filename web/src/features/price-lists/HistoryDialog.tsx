import { useInfiniteQuery } from '@tanstack/react-query'
import type { PriceList, PriceListItem } from '@trellis/contract/price-lists'
import { type PriceChange, pricing } from '@trellis/contract/pricing'
import { useTranslation } from 'react-i18next'
import { call } from '../../app/calls.ts'
import { useProductHref } from '../../app/productHref.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { formatMoney, formatNumber, formatPercentage } from '../../ui/format.ts'
import { History } from '../../ui/History.tsx'
import { LinkedText } from '../../ui/LinkedText.tsx'
import { Text } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { Lines } from '../../ui/Skeletons.tsx'

interface HistoryDialogProps {
  list: PriceList
  /** Shows the history of one product; without it, of the whole list. */
  item?: PriceListItem | null
  opened: boolean
  onClose: () => void
}

const limit = 30

/** The history of prices: who changed which price, when, from what to what. */
export function HistoryDialog({ list, item, opened, onClose }: HistoryDialogProps) {
  const { t } = useTranslation('priceLists')
  const title = item ? t('history.priceTitle', { product: item.name }) : t('history.title', { list: list.name })
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      {opened && <Changes list={list} productId={item?.productId} />}
    </Dialog>
  )
}

function Changes({ list, productId }: { list: PriceList; productId: string | undefined }) {
  const { t } = useTranslation('priceLists')
  const { language } = useLocale()
  const hrefOf = useProductHref()
  const query = useInfiniteQuery({
    queryKey: [pricing.history.path, { list: list.priceListId, productId }],
    queryFn: ({ pageParam }) =>
      call(pricing.history, {
        params: { id: list.priceListId },
        query: { page: pageParam, limit, ...(productId !== undefined && { productId }) },
      }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (pages.length * limit < last.count ? pages.length + 1 : undefined),
  })
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  if (data === undefined) {
    return error === null ? <Lines count={6} /> : <ErrorBlock error={error} retry={() => void refetch()} />
  }
  const changes = data.pages.flatMap(({ items }) => items)
  const count = data.pages.at(-1)?.count ?? 0
  if (changes.length === 0) return <Empty title={t('history.empty')} />
  const money = (amount: number | null) =>
    amount === null ? '' : formatMoney(amount, list.currencyCode, language, { precise: true })
  const breakOf = ({ from, price }: PriceChange['quantityBreaks'][number]) =>
    t('breaks.line', { from: formatNumber(from, language), price: money(price) })
  const detailOf = (change: PriceChange) =>
    [discountOf(change) ?? [], change.quantityBreaks.map(breakOf)].flat().join(' · ') || undefined
  const discountOf = ({ discountType, discountAmount }: PriceChange) => {
    if (discountType === null || discountAmount === null) return undefined
    const discount =
      discountType === 'percentage' ? formatPercentage(discountAmount / 100, language, 4) : money(discountAmount)
    return t('history.discount', { discount })
  }
  return (
    <>
      <History
        label={t('history.label')}
        entries={changes.map((change, index) => {
          const kind = change.from === null ? 'added' : change.to === null ? 'removed' : 'changed'
          return {
            id: String(index),
            title: (
              <LinkedText
                names={{
                  product: {
                    name: change.productName ?? t('history.goneProduct'),
                    href: change.productName && hrefOf(change.productId),
                  },
                }}
              >
                {({ product }) => t(`history.${kind}`, { product, from: money(change.from), to: money(change.to) })}
              </LinkedText>
            ),
            at: change.changeDate,
            by: change.changedBy ?? t('history.system'),
            detail: detailOf(change),
            tone: kind === 'added' ? 'success' : kind === 'removed' ? 'error' : 'info',
          }
        })}
      />
      <DialogActions>
        <Text kind="small">{t('history.shown', { shown: changes.length, count })}</Text>
        {hasNextPage && (
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('history.more')}
          </Button>
        )}
      </DialogActions>
    </>
  )
}
