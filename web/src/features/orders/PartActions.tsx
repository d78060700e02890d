import type { CreditStop, Shortage } from '@trellis/contract/order-approvals'
import type { Order } from '@trellis/contract/orders'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { Decision } from '../../ui/Decision.tsx'
import { formatMoney, formatNumber } from '../../ui/format.ts'
import { Text } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { CreditText } from './CreditNotice.tsx'
import { type Part, partOf } from './orderParts.ts'
import type { Revocation } from './refusals.ts'
import { Announced } from './ShortagePanel.tsx'
import type { Decision as OrderDecision } from './useDecision.tsx'

interface PartProps {
  order: Order
  decision: OrderDecision
}

const partThere = (order: Order, shortages: readonly Shortage[]): Part | null =>
  shortages.length === 0 ? null : partOf(order, new Map(shortages.map((short) => [short.productId, short.available])))

/** How much of an order a part is, and what it comes to. */
export function usePartWords() {
  const { language } = useLocale()
  return ({ there, asked, total }: Part, currencyCode: string) => ({
    there: formatNumber(there, language),
    asked: formatNumber(asked, language),
    total: formatMoney(total, currencyCode, language),
  })
}

/** Approves with one click what is in stock; absent where that is nothing. */
export function ApproveThere({ order, shortages, decision }: PartProps & { shortages: readonly Shortage[] }) {
  const { t } = useTranslation('orderParts')
  const words = usePartWords()
  const part = partThere(order, shortages)
  if (part === null || order.blocked.approve !== null) return null
  return (
    <ActionButton variant="default" loading={decision.isBusy} onClick={() => decision.approve(part.items)}>
      {t('approveThere', words(part, order.currencyCode))}
    </ActionButton>
  )
}

/** The same before anybody has clicked, as something to know before approving. */
export function WhatIsThere({ order, shortages, decision }: PartProps & { shortages: readonly Shortage[] }) {
  const { t } = useTranslation('orderParts')
  if (partThere(order, shortages) === null) return null
  return (
    <Decision tone="info" actions={<ApproveThere order={order} shortages={shortages} decision={decision} />}>
      {t('approveThereText')}
    </Decision>
  )
}

/** Returns with one click what can be returned of an order that cannot be revoked. */
export function ReturnPossible({ order, why, decision }: PartProps & { why: Revocation }) {
  const { t } = useTranslation('orderParts')
  const words = usePartWords()
  const pieces = new Map(why.returnable.map(({ productId, quantity }) => [productId, quantity]))
  // What is not named cannot be returned at all.
  const part = partOf(
    order,
    new Map((order.items ?? []).map(({ productId }) => [productId, pieces.get(productId) ?? 0])),
  )
  if (part === null) return null
  const items = part.items.filter(({ quantity }) => quantity > 0)
  return (
    <ActionButton variant="default" loading={decision.isBusy} onClick={() => decision.returnPart(items)}>
      {t('return.possible', words(part, order.currencyCode))}
    </ActionButton>
  )
}

/** The buyer's credit stopped the approval; who may passes it with a reason in the dialog. */
export function CreditPanel({ order, stop, decision }: PartProps & { stop: CreditStop }) {
  const { t } = useTranslation('orderParts')
  return (
    <Announced>
      <Panel
        tone="danger"
        title={t('credit.stopped')}
        actions={
          stop.mayPass && (
            <ActionButton variant="default" onClick={decision.askToApprove}>
              {t('credit.pass')}
            </ActionButton>
          )
        }
      >
        <Text as="p">
          <CreditText stop={stop} amount={stop.order} buyer={order.buyer} />
        </Text>
        <Text as="p" kind="quiet">
          {stop.mayPass ? t('credit.mayPass') : t('credit.mayNotPass')}
        </Text>
      </Panel>
    </Announced>
  )
}
