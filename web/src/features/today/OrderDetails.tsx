import { useQuery } from '@tanstack/react-query'
import type { Approval, ApprovedProduct } from '@trellis/contract/order-approvals'
import type { Order, OrderItem } from '@trellis/contract/orders'
import type { TodayItem } from '@trellis/contract/today'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { marginOf } from '../../app/margin.ts'
import { useCan, useMe } from '../../app/me.ts'
import { useProductHref } from '../../app/productHref.ts'
import { purchaseHref } from '../../app/purchase.ts'
import { isBelowThreshold } from '../../app/stockLevels.ts'
import { DateTime } from '../../ui/DateTime.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { formatNumber, formatPercentage } from '../../ui/format.ts'
import { Text } from '../../ui/layout.tsx'
import { InternalLink } from '../../ui/link.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { Money } from '../../ui/Money.tsx'
import { Quantity } from '../../ui/Quantity.tsx'
import { approvalOf, orderOf } from './details.ts'
import { Fetched } from './Fetched.tsx'
import { mostLines } from './Lines.tsx'
import styles from './today.module.css'

interface Preview {
  orders: readonly Approval[]
  products: readonly ApprovedProduct[]
}

/** The lines of an order with what stays in the own stock, what is left of its value, and what its buyer wrote. */
export function OrderDetails({ item }: { item: TodayItem }) {
  const { t } = useTranslation('today')
  const order = useQuery(orderOf(item.recordId))
  const preview = useQuery(approvalOf(item.recordId))
  return (
    <Fetched query={order} lines={5}>
      {(data) => (
        <>
          <Text kind="small">
            {t('pane.asked')} <DateTime value={data.creationDate} />
            {data.createdBy && ` · ${data.createdBy}`}
          </Text>
          <Lines order={data} preview={preview.data} />
          {preview.data && <Warnings order={data} preview={preview.data} />}
          {preview.data && <Margin order={data} preview={preview.data} />}
          {data.orderNote && <Text as="blockquote" className={styles.reason}>{`“${data.orderNote}”`}</Text>}
        </>
      )}
    </Fetched>
  )
}

function Lines({ order, preview }: { order: Order; preview: Preview | undefined }) {
  const { t } = useTranslation('today')
  const hrefOf = useProductHref()
  const { isRoot } = useMe().account
  const items = order.items ?? []
  const leftOf = new Map(preview?.products.map((product) => [product.productId, product]))
  const shortOf = new Map(preview?.orders[0]?.shortages.map((short) => [short.productId, short]))
  const after = ({ productId }: OrderItem) => {
    const short = shortOf.get(productId)
    if (short !== undefined) return <After left={short.available - short.quantity} of={short.quantity} isLow />
    const product = leftOf.get(productId)
    if (product === undefined) return null
    const { remaining, quantity, threshold } = product
    return <After left={remaining} of={remaining + quantity} isLow={isBelowThreshold(remaining, threshold)} />
  }
  return (
    <table className={styles.lines}>
      <thead>
        <tr>
          <th scope="col">{t('pane.product')}</th>
          <th scope="col">{t('pane.pieces')}</th>
          <th scope="col">{t('pane.price')}</th>
          {/* Who issues the pieces is never short of them. */}
          {!isRoot && <th scope="col">{t('pane.after')}</th>}
        </tr>
      </thead>
      <tbody>
        {items.slice(0, mostLines).map((line) => (
          <tr key={line.orderItemId}>
            <td>
              <EntityLink href={hrefOf(line.productId)}>{line.productName}</EntityLink>
            </td>
            <td>
              <Quantity value={line.qt} />
            </td>
            <td>
              <Money amount={line.price} currency={order.currencyCode} />
            </td>
            {!isRoot && <td>{after(line)}</td>}
          </tr>
        ))}
      </tbody>
      {items.length > mostLines && <caption>{t('pane.more', { count: items.length - mostLines })}</caption>}
    </table>
  )
}

/** What stays in stock, as a number and as a part of what there is now. */
function After({ left, of, isLow }: { left: number; of: number; isLow: boolean }) {
  const part = of > 0 ? Math.max(0, left / of) : 0
  return (
    <span className={styles.after} data-low={isLow || undefined}>
      <span className={styles.bar} style={{ '--part': `${part * 100}%` } as CSSProperties} aria-hidden />
      <Quantity value={left} />
    </span>
  )
}

/** What is short, or would be below its threshold, and prices that are not those of the list. */
function Warnings({ order, preview }: { order: Order; preview: Preview }) {
  const { t } = useTranslation(['today', 'errors', 'orders'])
  const { language } = useLocale()
  const mayOrder = useCan('Orders', 'c')
  const number = (value: number) => formatNumber(value, language)
  const { shortages = [], blocked } = preview.orders[0] ?? {}
  const low = preview.products.filter(({ remaining, threshold }) => isBelowThreshold(remaining, threshold))
  const others = (order.items ?? []).filter(({ price, priceListPrice }) => price !== priceListPrice).length
  const { isRoot } = useMe().account
  return (
    <>
      {blocked && blocked !== 'OC527' && <Text as="p">{t(`errors:${blocked as 'RQ403'}`)}</Text>}
      {shortages.length > 0 && (
        <p className={styles.notice} data-tone="late">
          {shortages
            .map(({ productName, missing }) =>
              t('today:pane.missing', { product: productName, number: number(missing) }),
            )
            .join(' ')}{' '}
          {mayOrder && (
            <InternalLink
              href={purchaseHref(
                shortages.map(({ productId, missing }) => ({ productId, quantity: missing })),
                { derivedOrderId: order.orderId },
              )}
            >
              {t('orders:shortage.purchase')}
            </InternalLink>
          )}
        </p>
      )}
      {!isRoot && low.length > 0 && (
        <p className={styles.notice}>
          {low
            .map(({ productName, threshold }) =>
              t('today:pane.low', { product: productName, threshold: number(threshold ?? 0) }),
            )
            .join(' ')}
        </p>
      )}
      {others > 0 && <p className={styles.notice}>{t('today:pane.otherPrices', { count: others })}</p>}
    </>
  )
}

/** What the reader's account keeps of the order; only where all prices are known. */
function Margin({ order, preview }: { order: Order; preview: Preview }) {
  const { t } = useTranslation('today')
  const { language } = useLocale()
  const margin = marginOf(order, preview.orders[0]?.lines ?? [])
  if (margin === null) return null
  return (
    <p className={styles.notice}>
      {t('pane.margin')}{' '}
      <strong>
        <Money amount={margin.amount} currency={order.currencyCode} />
      </strong>{' '}
      ({formatPercentage(margin.part, language)})
    </p>
  )
}
