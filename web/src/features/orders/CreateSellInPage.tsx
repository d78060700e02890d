import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { accounts } from '@trellis/contract/accounts'
import { orders } from '@trellis/contract/orders'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { totalOf } from '../../app/amounts.ts'
import type { ListSearch } from '../../app/listUrl.ts'
import { useCan, useMe } from '../../app/me.ts'
import { type Missing, missingOf } from '../../app/purchase.ts'
import { queryOf } from '../../app/queries.ts'
import { useStockLevels } from '../../app/stockLevels.ts'
import { formatMoney } from '../../ui/format.ts'
import { useLocale } from '../../ui/locale.tsx'
import { NoPermission } from '../../ui/NoPermission.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Page } from '../../ui/Page.tsx'
import { draftOf } from './draft.ts'
import { KeptSaleNotice } from './KeptSaleNotice.tsx'
import { MovingLines } from './MovingLines.tsx'
import { PurchaseExample } from './OrderExample.tsx'
import { OrderForm } from './OrderForm.tsx'
import { type Offers, useCurrencyCode, usePurchaseOffers } from './offers.ts'
import { linesOf, useAgain } from './useAgain.ts'
import { useOrderWriting } from './useOrderWriting.ts'

const Route = getRouteApi('/_frame/sell-in/create')

const first = (text: string | string[] | undefined) => (Array.isArray(text) ? text[0] : text)

/** The form for a purchase; from a shortage it has the missing quantities, from an earlier order its lines. */
export function CreateSellInPage() {
  const { t } = useTranslation(['orders', 'orderForm'])
  const search: ListSearch = Route.useSearch()
  const mayCreate = useCan('Orders', 'c')
  const own = useMe().account.accountId
  const again = useAgain(first(search.again))
  const account = first(search.account) ?? again.order?.buyerAccountId
  const accountId = account === own ? undefined : account
  const offers = usePurchaseOffers(accountId)
  const about = useAbout(accountId, first(search.order))
  const wanted = again.order ? linesOf(again.order) : missingOf(search.item)
  const isReady = !again.loading && (wanted.length === 0 || offers.offers !== undefined)
  const repeats = again.order?.orderCode
  return (
    <Page
      title={t('sellIn.create')}
      back={{ href: '/sell-in', label: t('sellIn.back') }}
      description={repeats ? t('orderForm:again', { order: repeats }) : about}
    >
      {mayCreate ? (
        <Purchase
          // Remount the form when the URL parameters change, and once more when what the lines need has arrived.
          key={`${JSON.stringify(search)} ${isReady}`}
          offers={again.loading ? { ...offers, offers: undefined } : offers}
          wanted={wanted}
          repeats={repeats}
          parentAccountId={accountId}
          derivedOrderId={first(search.order)}
        />
      ) : (
        <NoPermission>{t('orderForm:noPermission')}</NoPermission>
      )}
    </Page>
  )
}

/** For which account and which order the purchase is. Only names, so the form does not wait for them. */
function useAbout(accountId: string | undefined, derivedOrderId: string | undefined): string | undefined {
  const { t } = useTranslation(['orders', 'orderForm'])
  const account = useQuery({
    ...queryOf(accounts.read, { params: { id: accountId ?? '' } }),
    enabled: accountId !== undefined,
  })
  const derived = useQuery({
    ...queryOf(orders.read, { params: { id: derivedOrderId ?? '' } }),
    enabled: derivedOrderId !== undefined,
  })
  const parts = [
    account.data && t('orderForm:purchaseFor', { account: account.data.accountName }),
    derived.data && t('orderForm:derived', { order: derived.data.orderCode }),
  ].filter((part) => part !== undefined)
  return parts.length === 0 ? undefined : parts.join(' · ')
}

interface PurchaseProps {
  offers: Offers
  wanted: readonly Missing[]
  /** The code of the order that this one repeats. */
  repeats: string | undefined
  parentAccountId: string | undefined
  derivedOrderId: string | undefined
}

function Purchase({ offers, wanted, repeats, parentAccountId, derivedOrderId }: PurchaseProps) {
  const { t } = useTranslation(['orders', 'orderForm'])
  const { language } = useLocale()
  const own = useMe().account.accountId
  const codeOf = useCurrencyCode()
  const levels = useStockLevels(parentAccountId ?? own)
  const offerOf = (productId: string) => offers.offers?.find((offer) => offer.productId === productId)
  const writing = useOrderWriting({
    side: 'sell-in',
    initial: draftOf(wanted, offers.offers),
    about: { parentAccountId, derivedOrderId },
    question: ({ lines }) => {
      const currency = codeOf(offerOf(lines[0]?.productId ?? '')?.currencyId)
      return {
        title: t('confirm.buyTitle', { total: formatMoney(totalOf(lines, currency), currency, language) }),
        text: (
          <>
            {t('confirm.buyText')}
            <MovingLines
              lines={lines.map(({ productId, name, quantity }) => ({ id: productId, name, quantity: quantity ?? 0 }))}
            />
          </>
        ),
        confirm: t('confirm.buy'),
      }
    },
  })
  const count = offers.offers === undefined ? 0 : wanted.filter(({ productId }) => !offerOf(productId)).length
  const piecesWord = useCallback((_: number, quantity: string) => t('orderForm:inYourStock', { quantity }), [t])
  return (
    <>
      <PurchaseExample writing={writing} offers={offers.offers} />
      <KeptSaleNotice />
      {count > 0 && (
        <Notice>
          {repeats ? t('orderForm:againGone', { count, order: repeats }) : t('orderForm:notOffered', { count })}
        </Notice>
      )}
      <OrderForm
        writing={writing}
        offers={offers}
        pricesOpen={false}
        payerId={parentAccountId}
        buyerId={parentAccountId ?? own}
        levels={levels}
        piecesWord={piecesWord}
      />
    </>
  )
}
