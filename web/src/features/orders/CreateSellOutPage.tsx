import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Order } from '@trellis/contract/orders'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { totalOf } from '../../app/amounts.ts'
import { useGroupName } from '../../app/groupNames.ts'
import type { ListSearch } from '../../app/listUrl.ts'
import { useCan, useMe } from '../../app/me.ts'
import { useAccountHref } from '../../app/network.ts'
import { useProductHref } from '../../app/productHref.ts'
import { purchaseHref } from '../../app/purchase.ts'
import { ScreenError } from '../../app/ScreenError.tsx'
import { newBuyerHref } from '../../app/sale.ts'
import { useStockLevels } from '../../app/stockLevels.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { type Question, useConfirm } from '../../ui/confirm.tsx'
import { formatMoney } from '../../ui/format.ts'
import { LinkedText } from '../../ui/LinkedText.tsx'
import { later } from '../../ui/later.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { NoPermission } from '../../ui/NoPermission.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Lines } from '../../ui/Skeletons.tsx'
import { TreeSelect } from '../../ui/TreeSelect.tsx'
import { type Draft, draftOf, emptyDraft, forBuyer, isWorthKeeping } from './draft.ts'
import { forgetSale, keepSale, keptSale } from './keptSale.ts'
import { MovingLines } from './MovingLines.tsx'
import { buyersIn, wayTo } from './network.ts'
import { SaleExample } from './OrderExample.tsx'
import { OrderForm } from './OrderForm.tsx'
import { type Offer, useCurrencyCode, useSaleOffers } from './offers.ts'
import { shortageOf } from './refusals.ts'
import { linesOf, useAgain } from './useAgain.ts'
import { useNetwork } from './useNetwork.ts'
import { type OrderWriting, useOrderWriting } from './useOrderWriting.ts'

const Route = getRouteApi('/_frame/sell-out/create')

/**
 * The form for a sale to an account below; from an earlier order it has its buyer and lines, and `buyer` of its URL is an account
 * that was created for it.
 */
export function CreateSellOutPage() {
  const { t } = useTranslation(['orders', 'orderForm'])
  const search: ListSearch = Route.useSearch()
  const mayCreate = useCan('Orders', 'c')
  const again = useAgain([search.again].flat()[0])
  const order = again.order
  const buyer = [search.buyer].flat()[0]
  const { offers, error, isSettled } = useSaleOffers(order?.buyerAccountId ?? buyer ?? null)
  // An account that cannot be sold to is not chosen.
  const created = error === null ? buyer : undefined
  return (
    <Page
      title={t('sellOut.create')}
      back={{ href: '/sell-out', label: t('sellOut.back') }}
      description={order && t('orderForm:again', { order: order.orderCode })}
    >
      {!mayCreate ? (
        <NoPermission>{t('orderForm:noPermission')}</NoPermission>
      ) : !again.loading && isSettled ? (
        <Sale key={order?.orderId} repeats={order} created={created} offers={offers} />
      ) : (
        <Panel title={t('orderForm:items')}>
          <Lines count={6} />
        </Panel>
      )}
    </Page>
  )
}

const CreditWarning = later(() => import('./CreditWarning.tsx'))

interface SaleProps {
  /** The order that this sale repeats, and what its buyer can be sold. */
  repeats: Order | undefined
  /** The buyer that was created for this sale. */
  created: string | undefined
  offers: readonly Offer[] | undefined
}

function Sale({ repeats, created, offers: offersAgain }: SaleProps) {
  const { t } = useTranslation(['orders', 'orderForm'])
  const client = useQueryClient()
  const { accountId: own, isRoot } = useMe().account
  const network = useNetwork()
  const [kept] = useState(() => (repeats ? undefined : keptSale(client)))
  const [again] = useState(() => {
    if (repeats === undefined) return created && forBuyer(created, kept ?? emptyDraft, offersAgain)
    const { buyerAccountId: buyerId, addressId } = repeats
    return draftOf(linesOf(repeats), offersAgain, { ...emptyDraft, buyerId, addressId })
  })
  useEffect(() => forgetSale(client), [client])
  const questionOf = useQuestion()
  const writing = useOrderWriting({
    side: 'sell-out',
    initial: again || kept || emptyDraft,
    question: (draft) => questionOf(draft, buyerName, currencyIdOf(draft)),
  })
  const { draft, failure } = writing
  const { buyerId } = draft
  const offers = useSaleOffers(buyerId)
  const offerOf = (productId: string) => offers.offers?.find((offer) => offer.productId === productId)
  const currencyIdOf = ({ lines }: Draft) => offerOf(lines[0]?.productId ?? '')?.currencyId
  const way = wayTo(network.root, buyerId)
  const buyerName = way.at(-1)?.name ?? ''

  // The nearest account above the buyer with stock becomes the seller; the server decides the same way (rules
  // O3).
  const sellers = new Set(
    draft.lines.flatMap(({ productId }) => {
      const offer = offerOf(productId)
      return offer && offer.pieces > 0 ? [offer.vendorAccountId] : []
    }),
  )
  const vendor = way.findLast((account) => sellers.has(account.id)) ?? network.root
  const levels = useStockLevels(draft.lines.length > 0 ? vendor?.id : undefined)
  const missing = shortageOf(failure, 'OC527')
  const purchase = () => {
    keepSale(client, draft)
    writing.leave(
      purchaseHref(
        (missing ?? []).map((short) => ({ productId: short.productId, quantity: short.missing })),
        vendor === undefined || vendor.id === own ? {} : { accountId: vendor.id },
      ),
    )
  }
  const create = () => {
    keepSale(client, draft)
    writing.leave(newBuyerHref(own))
  }
  const piecesWord = useCallback(
    (count: number, quantity: string) => t('orderForm:available', { count, quantity }),
    [t],
  )
  if (network.error) return <ScreenError error={network.error} retry={network.retry} />
  const wanted = repeats ? linesOf(repeats) : created ? (kept?.lines ?? []) : []
  const gone = again ? new Set(wanted.map(({ productId }) => productId)).size - again.lines.length : 0
  return (
    <>
      <SaleExample writing={writing} root={network.root} />
      {kept && (created === undefined || isWorthKeeping(kept)) && (
        <Restored onStartOver={() => writing.startOver(emptyDraft)} />
      )}
      {gone > 0 && (
        <Notice>
          {repeats
            ? t('orderForm:againGone', { count: gone, order: repeats.orderCode })
            : t('orderForm:buyerGone', { count: gone, buyer: buyerName })}
        </Notice>
      )}
      <Credit buyerId={buyerId} name={buyerName} lines={draft.lines} currencyId={currencyIdOf(draft)} />
      <OrderForm
        writing={writing}
        offers={offers}
        pricesOpen
        payerId={buyerId ?? undefined}
        buyerId={buyerId}
        levels={levels}
        isLimited={vendor?.id !== own || !isRoot}
        before={buyerId === null ? t('orderForm:chooseBuyer') : undefined}
        about={
          draft.lines.length > 0 && vendor !== undefined ? t('orderForm:vendor', { vendor: vendor.name }) : undefined
        }
        onPurchase={purchase}
        piecesWord={piecesWord}
        buyer={<Buyer writing={writing} root={network.root} onNew={create} />}
      />
    </>
  )
}

interface CreditProps {
  buyerId: string | null
  name: string
  lines: Draft['lines']
  currencyId: number | undefined
}

/** What the buyer owes, where that will stop the approval. */
function Credit({ buyerId, name, lines, currencyId }: CreditProps) {
  const mayRead = useCan('Orders', 'r')
  const currencyCode = useCurrencyCode()(currencyId)
  if (!mayRead || buyerId === null || lines.length === 0) return null
  const buyer = { accountId: buyerId, accountName: name }
  return <CreditWarning key={buyerId} buyer={buyer} total={totalOf(lines, currencyCode)} currencyCode={currencyCode} />
}

/** Returns what saving a sale will do, as a question. */
function useQuestion() {
  const { t } = useTranslation('orders')
  const { language } = useLocale()
  const codeOf = useCurrencyCode()
  const hrefOf = useProductHref()
  const accountHrefOf = useAccountHref()
  return ({ lines, buyerId }: Draft, buyer: string, currencyId: number | undefined): Question => {
    const currency = codeOf(currencyId)
    return {
      title: t('confirm.sellTitle', { buyer, total: formatMoney(totalOf(lines, currency), currency, language) }),
      text: (
        <>
          <LinkedText names={{ buyer: { name: buyer, href: buyerId && accountHrefOf(buyerId) } }}>
            {(marks) => t('confirm.sellText', marks)}
          </LinkedText>
          <MovingLines
            lines={lines.map(({ productId, name, quantity }) => ({
              id: productId,
              name,
              quantity: quantity ?? 0,
              href: hrefOf(productId),
            }))}
          />
        </>
      ),
      confirm: t('confirm.sell'),
    }
  }
}

/** Says that an interrupted sale is back, until the reader starts over. */
function Restored({ onStartOver }: { onStartOver: () => void }) {
  const { t } = useTranslation(['orders', 'orderForm'])
  const [isOver, setOver] = useState(false)
  if (isOver) return null
  const startOver = () => {
    setOver(true)
    onStartOver()
  }
  return (
    <Notice
      action={
        <ActionButton variant="default" size="xs" onClick={startOver}>
          {t('orderForm:startOver')}
        </ActionButton>
      }
    >
      {t('orderForm:restored')}
    </Notice>
  )
}

interface BuyerProps {
  writing: OrderWriting
  root: ReturnType<typeof useNetwork>['root']
  /** Leads to the form of an account that is not there yet. */
  onNew: () => void
}

/** The field of the buyer. Another buyer takes the lines away, after a question (rules O17). */
function Buyer({ writing, root, onNew }: BuyerProps) {
  const { t } = useTranslation(['orders', 'orderForm'])
  const confirm = useConfirm()
  const buyers = buyersIn(root, useGroupName())
  const { buyerId, lines } = writing.draft
  const choose = async (id: string | null) => {
    if (id === buyerId) return
    const sure =
      lines.length === 0 ||
      (await confirm({
        title: t('orderForm:changeBuyer'),
        text: t('orderForm:changeBuyerText'),
        confirm: t('orderForm:changeBuyerConfirm'),
        destructive: true,
      }))
    if (sure) writing.chooseBuyer(id)
  }
  const fault = writing.faults.buyerAccountId
  const nobody = root !== undefined && buyers.length === 0
  const mayAdd = useCan('Accounts', 'c')
  return (
    <Stack gap="sm">
      <TreeSelect
        label={t('buyer')}
        description={nobody ? t('orderForm:nobody') : t('orderForm:buyerDescription')}
        placeholder={t('orderForm:buyerPlaceholder')}
        name="buyerAccountId"
        required
        roots={buyers}
        loading={root === undefined}
        disabled={nobody}
        value={buyerId}
        error={fault === undefined ? undefined : t(`faults.${fault}`)}
        onChange={(id) => void choose(id)}
      />
      {mayAdd && (
        <Row>
          <ActionButton variant="default" size="xs" onClick={onNew}>
            {t('orderForm:addBuyer')}
          </ActionButton>
        </Row>
      )}
    </Stack>
  )
}
