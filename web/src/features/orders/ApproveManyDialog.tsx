import type { OrderRow } from '@trellis/contract/lean-rows'
import type { Approval, ApprovedProduct } from '@trellis/contract/order-approvals'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { type Result, RunFrame, toneOf } from '../../app/bulk/RunFrame.tsx'
import { useWorth } from '../../app/bulk/worth.ts'
import { useCan, useMe } from '../../app/me.ts'
import { useAccountHref } from '../../app/network.ts'
import { isProblem } from '../../app/problem.ts'
import { useProductHref } from '../../app/productHref.ts'
import { purchaseHref } from '../../app/purchase.ts'
import { isBelowThreshold } from '../../app/stockLevels.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { FiguresTable, ProductCell } from '../../ui/FiguresTable.tsx'
import { formatNumber } from '../../ui/format.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Row, Text } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { Quantity } from '../../ui/Quantity.tsx'
import { Lines } from '../../ui/Skeletons.tsx'
import { ApproveManyThere } from './ApproveManyThere.tsx'
import { missingOfAll, type Outcome } from './approvals.ts'
import styles from './orders.module.css'
import { shortageOf } from './refusals.ts'
import { useApprovals } from './useApprovals.ts'

/** What is said of an order beside its code: whose it is and its amount. */
interface ShownOrder extends Pick<OrderRow, 'orderCode' | 'orderTotal' | 'currencyCode'> {
  buyer: Pick<OrderRow['buyer'], 'accountName'>
}

interface ApproveManyDialogProps {
  orderIds: readonly string[]
  /** The account from whose stock an order is sold, if known. */
  vendorOf?: ((orderId: string) => string | undefined) | undefined
  /** The rows from which they were chosen, for buyer and amount; absent for an order that the palette has found. */
  rowOf?: ((orderId: string) => ShownOrder | undefined) | undefined
  /** Called with the orders that were approved. */
  onClose: (approved: readonly string[]) => void
}

/** Approves many orders: shows what moves and what is short, then the result of each. */
export default function ApproveManyDialog({ orderIds, vendorOf, rowOf, onClose }: ApproveManyDialogProps) {
  // With the texts of what it may show, so that it does not wait for them while it is open.
  const { t } = useTranslation(['orders', 'orderParts'])
  const approvals = useApprovals(orderIds)
  const { preview, running, ready, approved, unfinished, outcomes } = approvals
  const isStarted = outcomes.size > 0
  const close = () => onClose(approved)
  const resultsOf = useResults()
  const { amountOf, totalOf } = useWorth()
  const money = rowOf && ((orderId: string) => worthOf(rowOf(orderId)))
  const title = isStarted ? t('orders:many.titleStarted') : t('orders:many.title', { count: orderIds.length })
  if (preview.data === undefined) {
    return (
      <Dialog opened onClose={close} title={title} size="lg">
        {preview.error ? (
          <ErrorBlock error={preview.error} title={t('orders:many.failed')} retry={() => void preview.refetch()} />
        ) : (
          <Lines count={6} />
        )}
      </Dialog>
    )
  }
  const { orders, products } = preview.data
  const before = t('orders:many.ready', { count: ready.length })
  const since = [
    t('orders:many.done', { count: approved.length, total: orderIds.length }),
    ...(!running && unfinished.length > 0 ? [t('orders:many.left', { count: unfinished.length })] : []),
  ].join(' ')
  // What could not be approved is not sent, and was chosen all the same.
  const remaining = orderIds.length - (isStarted ? outcomes.size : ready.length)
  const rest = remaining > 0 ? t('orders:many.notReady', { count: remaining }) : ''
  return (
    <RunFrame
      title={title}
      text={`${isStarted ? since : before} ${rest}`}
      total={money && totalOf(ready.map(money))}
      results={resultsOf(orders, outcomes).map((result) => {
        const row = rowOf?.(result.key)
        return row
          ? { ...result, name: `${row.orderCode} · ${row.buyer.accountName}`, amount: amountOf(worthOf(row)) }
          : result
      })}
      resultsLabel={t('orders:many.results')}
      isStarted={isStarted}
      running={running}
      progress={{ done: approved.length, total: outcomes.size, label: t('orders:many.progress') }}
      start={{
        label: t('orders:many.approve', { count: ready.length }),
        run: () => void approvals.send(ready),
        disabled: ready.length === 0,
      }}
      again={
        unfinished.length > 0
          ? { label: t('orders:many.again', { count: unfinished.length }), run: () => void approvals.send(unfinished) }
          : null
      }
      onStop={approvals.stop}
      onClose={close}
      more={
        <>
          {vendorOf && <PurchaseMissing vendorOf={vendorOf} orders={orders} />}
          {!isStarted && <ApproveManyThere orders={orders} onApprove={approvals.send} />}
        </>
      }
    >
      {products.length > 0 && <Moving products={products} />}
    </RunFrame>
  )
}

const worthOf = (row: ShownOrder | undefined) =>
  row === undefined ? null : { amount: row.orderTotal, currencyCode: row.currencyCode }

/** Links to a purchase of the missing pieces, if all short orders are sold from one account's stock. */
function PurchaseMissing({ vendorOf, orders }: PurchaseMissingProps) {
  const { t } = useTranslation('orders')
  const own = useMe().account.accountId
  const mayPurchase = useCan('Orders', 'c')
  const short = orders.filter(({ shortages }) => shortages.length > 0)
  const vendors = new Set(short.map(({ orderId }) => vendorOf(orderId)))
  const [vendor] = vendors
  if (!mayPurchase || vendors.size !== 1 || vendor === undefined) return null
  const href = purchaseHref(missingOfAll(short), {
    accountId: vendor === own ? undefined : vendor,
    derivedOrderId: short.length === 1 ? short[0]?.orderId : undefined,
  })
  return (
    <Row>
      <LinkButton href={href} variant="default" size="xs">
        {t('shortage.purchase')}
      </LinkButton>
    </Row>
  )
}

interface PurchaseMissingProps {
  vendorOf: (orderId: string) => string | undefined
  orders: readonly Approval[]
}

/** What leaves the stock of each vendor, and what would be left there. */
function Moving({ products }: { products: readonly ApprovedProduct[] }) {
  const { t } = useTranslation('orders')
  const { language } = useLocale()
  const hrefOf = useProductHref()
  const accountHrefOf = useAccountHref()
  const hasVendors = new Set(products.map(({ vendorAccountId }) => vendorAccountId)).size > 1
  return (
    <FiguresTable
      label={t('many.moves')}
      texts={hasVendors ? 2 : 1}
      heads={[t('product'), ...(hasVendors ? [t('vendor')] : []), t('many.moves'), t('many.remaining')]}
      rows={products.map((product) => ({
        id: `${product.vendorAccountId} ${product.productId}`,
        cells: [
          <ProductCell key="product" name={product.productName} sku={product.sku} href={hrefOf(product.productId)} />,
          ...(hasVendors
            ? [
                <EntityLink key="vendor" href={accountHrefOf(product.vendorAccountId)}>
                  {product.vendorName}
                </EntityLink>,
              ]
            : []),
          <Quantity key="quantity" value={product.quantity} />,
          <Fragment key="remaining">
            <Quantity value={product.remaining} />
            {isBelowThreshold(product.remaining, product.threshold) && (
              <Text as="div" kind="small" className={styles.warning}>
                {t('belowThreshold', { threshold: formatNumber(product.threshold, language) })}
              </Text>
            )}
          </Fragment>,
        ],
      }))}
    />
  )
}

/** Each order with what is missing, or why it was refused. */
function useResults() {
  const { t } = useTranslation(['orders', 'errors'])
  const { language } = useLocale()
  const missing = (shortages: Approval['shortages']) =>
    shortages
      .map(({ productName, missing }) =>
        t('orders:many.missing', { quantity: formatNumber(missing, language), product: productName }),
      )
      .join(', ')
  const whyOf = (order: Approval, outcome: Outcome | undefined) => {
    if (outcome === undefined) {
      if (order.blocked === 'OC527') return missing(order.shortages)
      return order.blocked && t(`errors:${order.blocked as 'OC522'}`)
    }
    if (!('error' in outcome)) return null
    const short = shortageOf(outcome.error, 'OC527')
    return short ? missing([...short]) : t(`errors:${isProblem(outcome.error) ? outcome.error.code : 'RQ500'}`)
  }
  const planned = ({ blocked }: Approval) => (blocked === null ? 'ready' : blocked === 'OC527' ? 'short' : 'refused')
  return (orders: readonly Approval[], outcomes: ReadonlyMap<string, Outcome>) =>
    orders.map((order): Result => {
      const outcome = outcomes.get(order.orderId)
      const state = outcome?.state
      return {
        key: order.orderId,
        name: order.orderCode,
        href: `/sell-out/${order.orderId}`,
        why: whyOf(order, outcome),
        isException: state === undefined ? order.blocked !== null : state === 'refused' || state === 'unknown',
        tone: state ? toneOf[state === 'approved' ? 'done' : state] : order.blocked === null ? 'neutral' : 'error',
        state: t(`orders:many.states.${state ?? planned(order)}`),
      }
    })
}
