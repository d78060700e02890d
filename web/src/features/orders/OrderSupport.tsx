import type { Order } from '@trellis/contract/orders'
import { useTranslation } from 'react-i18next'
import { useCan, useMe } from '../../app/me.ts'
import { useProductHref } from '../../app/productHref.ts'
import { type Missing, purchaseHref } from '../../app/purchase.ts'
import { isBelowThreshold } from '../../app/stockLevels.ts'
import { Decision, Decisions } from '../../ui/Decision.tsx'
import { formatNumber } from '../../ui/format.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { LinkedText } from '../../ui/LinkedText.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { Line } from '../../ui/Skeletons.tsx'
import { CreditText } from './CreditNotice.tsx'
import { WhatIsThere } from './PartActions.tsx'
import type { Decision as OrderDecision } from './useDecision.tsx'
import type { Support } from './useSupport.ts'

interface SupportProps {
  order: Order
  support: Support | null | undefined
  decision: OrderDecision
}

/** What stands in the way of an approval, or follows from it, with the next step. */
export function OrderSupport({ order, support, decision }: SupportProps) {
  const { t } = useTranslation(['orders', 'orderParts'])
  const { language } = useLocale()
  const hrefOf = useProductHref()
  if (support === undefined)
    return (
      <div data-outline>
        <Line width="min(24rem, 80%)" />
      </div>
    )
  if (support === null) return null
  const nameOf = (productId: string) => order.items?.find((item) => item.productId === productId)?.productName ?? ''
  const scarce = support.lines.flatMap(({ productId, remaining, threshold }) =>
    remaining !== null && remaining >= 0 && isBelowThreshold(remaining, threshold)
      ? [{ productId, remaining, threshold, quantity: threshold - remaining }]
      : [],
  )
  const { credit, shortages } = support
  if (credit === null && shortages.length + scarce.length === 0) return null
  const number = (value: number) => formatNumber(value, language)
  return (
    <Decisions label={t('orders:support.title')}>
      {credit && (
        <Decision
          tone="warning"
          detail={t(credit.mayPass ? 'orderParts:credit.mayPass' : 'orderParts:credit.mayNotPass')}
        >
          <CreditText stop={credit} amount={credit.order} buyer={order.buyer} />
        </Decision>
      )}
      {shortages.map(({ productId, productName, missing, available }) => (
        <Decision
          key={productId}
          tone="warning"
          actions={<Purchase order={order} missing={[{ productId, quantity: missing }]} isFor />}
        >
          <LinkedText names={{ product: { name: productName, href: hrefOf(productId) } }}>
            {(marks) => t('orders:support.short', { ...marks, missing: number(missing), available: number(available) })}
          </LinkedText>
        </Decision>
      ))}
      <WhatIsThere order={order} shortages={shortages} decision={decision} />
      {scarce.map(({ productId, remaining, threshold, quantity }) => (
        <Decision key={productId} tone="info" actions={<Purchase order={order} missing={[{ productId, quantity }]} />}>
          <LinkedText names={{ product: { name: nameOf(productId), href: hrefOf(productId) } }}>
            {(marks) => t('orders:support.scarce', { ...marks, left: number(remaining), threshold: number(threshold) })}
          </LinkedText>
        </Decision>
      ))}
    </Decisions>
  )
}

interface PurchaseProps {
  order: Order
  missing: readonly Missing[]
  /** The purchase is made for this order, because it cannot be approved without. */
  isFor?: boolean
}

/** Leads to the purchase of what is missing, for who may purchase. */
function Purchase({ order, missing, isFor = false }: PurchaseProps) {
  const { t } = useTranslation('orders')
  const own = useMe().account.accountId
  const mayPurchase = useCan('Orders', 'c')
  if (!mayPurchase) return null
  const [{ quantity } = { quantity: 0 }] = missing
  const href = purchaseHref(missing, {
    ...(isFor && { derivedOrderId: order.orderId }),
    accountId: order.vendorAccountId === own ? undefined : order.vendorAccountId,
  })
  return (
    <LinkButton href={href} variant="default">
      {t('support.purchase', { count: quantity })}
    </LinkButton>
  )
}
