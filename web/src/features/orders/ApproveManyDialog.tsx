import { Button } from '@mantine/core'
import type { Approval, ApprovedProduct } from '@trellis/contract/orders'
import { Fragment, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../app/problem.ts'
import { isBelowThreshold } from '../../app/stockLevels.ts'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { FiguresTable, ProductCell } from '../../ui/FiguresTable.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { Quantity } from '../../ui/Quantity.tsx'
import { Lines } from '../../ui/Skeletons.tsx'
import { StatusTag, type Tone } from '../../ui/StatusTag.tsx'
import type { Outcome } from './approvals.ts'
import styles from './orders.module.css'
import { shortageOf } from './refusals.ts'
import { type Approvals, useApprovals } from './useApprovals.ts'

interface ApproveManyDialogProps {
  orderIds: readonly string[]
  /** Called with the orders that were approved. */
  onClose: (approved: readonly string[]) => void
}

/** Approves many orders: shows what moves and what is short, then the result of each. */
export default function ApproveManyDialog({ orderIds, onClose }: ApproveManyDialogProps) {
  const { t } = useTranslation(['orders', 'ui'])
  const approvals = useApprovals(orderIds)
  const { preview, running, ready, approved, unfinished, outcomes } = approvals
  const isStarted = outcomes.size > 0
  const isOver = isStarted && !running && unfinished.length === 0
  const close = () => onClose(approved)
  const closing = useRef<HTMLButtonElement>(null)
  // The buttons of the run are gone, and the focus with them.
  useEffect(() => {
    if (isOver) closing.current?.focus()
  }, [isOver])
  return (
    <Dialog
      opened
      onClose={close}
      busy={running}
      title={isStarted ? t('orders:many.titleStarted') : t('orders:many.title', { count: orderIds.length })}
      size="lg"
    >
      {preview.error ? (
        <ErrorBlock error={preview.error} title={t('orders:many.failed')} retry={() => void preview.refetch()} />
      ) : preview.data === undefined ? (
        <Lines count={6} />
      ) : (
        <Stack>
          <div role="status">
            {isStarted ? (
              <Progressed approvals={approvals} />
            ) : (
              <Text>
                {t('orders:many.ready', { count: ready.length })}{' '}
                {ready.length < orderIds.length && t('orders:many.notReady', { count: orderIds.length - ready.length })}
              </Text>
            )}
          </div>
          {!isStarted && preview.data.products.length > 0 && <Moving products={preview.data.products} />}
          <Results orders={preview.data.orders} outcomes={outcomes} />
        </Stack>
      )}
      <DialogActions>
        {running ? (
          <Button variant="default" onClick={approvals.stop} data-autofocus>
            {t('orders:many.stop')}
          </Button>
        ) : (
          <>
            <Button variant="default" ref={closing} onClick={close}>
              {t(isStarted ? 'orders:many.close' : 'ui:cancel')}
            </Button>
            {isStarted
              ? unfinished.length > 0 && (
                  <Button autoFocus onClick={() => void approvals.send(unfinished)}>
                    {t('orders:many.again', { count: unfinished.length })}
                  </Button>
                )
              : preview.data && (
                  <Button
                    data-autofocus
                    autoFocus
                    disabled={ready.length === 0}
                    onClick={() => void approvals.send(ready)}
                  >
                    {t('orders:many.approve', { count: ready.length })}
                  </Button>
                )}
          </>
        )}
      </DialogActions>
    </Dialog>
  )
}

function Progressed({ approvals: { outcomes, approved, running } }: { approvals: Approvals }) {
  const { t } = useTranslation('orders')
  const total = outcomes.size
  const open = [...outcomes.values()].filter(({ state }) => state !== 'approved').length
  return (
    <Stack gap="sm">
      <ProgressBar max={total} value={approved.length} label={t('many.progress')} />
      <Text>
        {t('many.done', { count: approved.length, total })} {!running && open > 0 && t('many.left', { count: open })}
      </Text>
    </Stack>
  )
}

/** What leaves the stock of each vendor, and what would be left there. */
function Moving({ products }: { products: readonly ApprovedProduct[] }) {
  const { t } = useTranslation('orders')
  const { language } = useLocale()
  const hasVendors = new Set(products.map(({ vendorAccountId }) => vendorAccountId)).size > 1
  return (
    <FiguresTable
      label={t('many.moves')}
      texts={hasVendors ? 2 : 1}
      heads={[t('product'), ...(hasVendors ? [t('vendor')] : []), t('many.moves'), t('many.remaining')]}
      rows={products.map((product) => ({
        id: `${product.vendorAccountId} ${product.productId}`,
        cells: [
          <ProductCell key="product" name={product.productName} sku={product.sku} />,
          ...(hasVendors ? [product.vendorName] : []),
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

const toneOf: Record<Outcome['state'], Tone> = {
  waiting: 'neutral',
  running: 'info',
  approved: 'success',
  refused: 'error',
  unknown: 'warning',
}

function Results({ orders, outcomes }: { orders: readonly Approval[]; outcomes: ReadonlyMap<string, Outcome> }) {
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
  return (
    <Stack as="ul" gap="sm" className={styles.results} tabIndex={0} aria-label={t('orders:many.results')}>
      {orders.map((order) => {
        const outcome = outcomes.get(order.orderId)
        const state = outcome?.state
        const why = whyOf(order, outcome)
        return (
          <Row as="li" key={order.orderId} justify="between" data-state={state}>
            <EntityLink href={`/sell-out/${order.orderId}`} {...(why && { hint: why })}>
              {order.orderCode}
            </EntityLink>
            <StatusTag tone={state ? toneOf[state] : order.blocked === null ? 'neutral' : 'error'}>
              {t(
                `orders:many.states.${state ?? (order.blocked === null ? 'ready' : order.blocked === 'OC527' ? 'short' : 'refused')}`,
              )}
            </StatusTag>
          </Row>
        )
      })}
    </Stack>
  )
}
