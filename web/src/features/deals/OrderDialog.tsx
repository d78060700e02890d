import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Deal, DealBuyer, orderKinds } from '@trellis/contract/deal-answers'
import { deals } from '@trellis/contract/deals'
import { network } from '@trellis/contract/network'
import type { Shortage } from '@trellis/contract/order-approvals'
import { orders } from '@trellis/contract/orders'
import { pricing } from '@trellis/contract/pricing'
import { Money as MoneyOfContract } from '@trellis/contract/values'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { totalOf } from '../../app/amounts.ts'
import { useCan } from '../../app/me.ts'
import { useAccountHref } from '../../app/network.ts'
import { isProblem } from '../../app/problem.ts'
import { useProductHref } from '../../app/productHref.ts'
import { queryOf } from '../../app/queries.ts'
import { useWrite } from '../../app/useWrite.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { FiguresTable, ProductCell } from '../../ui/FiguresTable.tsx'
import { Form, FormActions, inputsOf, useZodForm } from '../../ui/form.tsx'
import { formatMoney, formatPercentage } from '../../ui/format.ts'
import { LinkedText } from '../../ui/LinkedText.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { Money } from '../../ui/Money.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Quantity } from '../../ui/Quantity.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { Lines } from '../../ui/Skeletons.tsx'
import { toast } from '../../ui/toast.tsx'
import { PricesOfSale, type SaleValues } from './PricesOfSale.tsx'
import { hasBid } from './tags.tsx'
import { priceOfSale } from './worth.ts'

interface OrderDialogProps {
  deal: Deal
  kind: (typeof orderKinds)[number]
  onClose: () => void
}

/** Makes the purchase or the sale of a won deal, after showing its lines, prices and the buyer. */
export default function OrderDialog({ deal, kind, onClose }: OrderDialogProps) {
  const { t } = useTranslation(['dealOrders', 'deals'])
  const buyer = useQuery({ ...queryOf(deals.buyer, { params: { id: deal.dealId } }), staleTime: 0 })
  return (
    <Dialog opened onClose={onClose} title={t(`${kind}.title`, { code: deal.code })} size="lg">
      {buyer.data ? (
        kind === 'purchase' ? (
          <Purchase deal={deal} buyer={buyer.data} onClose={onClose} />
        ) : (
          <Sale deal={deal} buyer={buyer.data} onClose={onClose} />
        )
      ) : buyer.error ? (
        <ErrorBlock error={buyer.error} shape="line" retry={() => void buyer.refetch()} />
      ) : (
        <Lines count={5} />
      )}
    </Dialog>
  )
}

interface Priced {
  productId: string
  quantity: number
  price: number
}

/** Creates the order and opens it. */
function useOrdering(deal: Deal, side: 'sell-in' | 'sell-out', onClose: () => void) {
  const { t } = useTranslation('deals')
  const navigate = useNavigate()
  const create = useWrite(orders.create, {
    invalidates: ['/orders', '/deals'],
    quiet: ['OC527', 'OC529'],
    onSuccess: ({ orderCode }) => toast.success(t('toast.ordered', { code: orderCode })),
  })
  return async (items: readonly Priced[], buyerAccountId?: string) => {
    const { id } = await create.mutateAsync({
      body: { dealId: deal.dealId, items: [...items], ...(buyerAccountId && { buyerAccountId }) },
    })
    onClose()
    await (side === 'sell-in'
      ? navigate({ to: '/sell-in/$id', params: { id } })
      : navigate({ to: '/sell-out/$id', params: { id } }))
  }
}

/** A sentence in which the deal's vendor is a link. */
function useLinkedVendor({ vendor: { accountId, accountName } }: Deal) {
  const hrefOf = useAccountHref()
  return (words: (marks: { vendor: string }) => string) => (
    <LinkedText names={{ vendor: { name: accountName, href: hrefOf(accountId) } }}>{words}</LinkedText>
  )
}

const nothing = z.object({})

function Purchase({ deal, buyer, onClose }: { deal: Deal; buyer: DealBuyer; onClose: () => void }) {
  const { t } = useTranslation(['dealOrders', 'deals'])
  const { language } = useLocale()
  const order = useOrdering(deal, 'sell-in', onClose)
  const linked = useLinkedVendor(deal)
  const form = useZodForm(nothing, {})
  const { currencyCode } = buyer
  const total = totalOf(buyer.items, currencyCode)
  const isApproved = hasBid(deal) && deal.eBidStatus === 'Approved' && currencyCode === deal.currencyCode
  const isLower = isApproved && total < deal.eBidApprovedValue
  return (
    <Form form={form} guard={false} label={t('deals:orders.purchase.name')} onSubmit={() => order(buyer.items)}>
      <Stack>
        <Text kind="quiet">
          {isApproved
            ? t(isLower ? 'purchase.lower' : 'purchase.approved', {
                amount: formatMoney(deal.eBidApprovedValue, currencyCode, language),
              })
            : linked((marks) => t('purchase.own', marks))}
        </Text>
        <LinesOfOrder deal={deal} lines={buyer.items} currency={currencyCode} />
        <Total amount={total} deal={deal} currency={currencyCode} />
        <FormActions submit={t('purchase.confirm')} onCancel={onClose} />
      </Stack>
    </Form>
  )
}

interface SaleProps {
  deal: Deal
  buyer: DealBuyer
  onClose: () => void
}

function Sale({ deal, buyer, onClose }: SaleProps) {
  const { t } = useTranslation(['dealOrders', 'deals'])
  const order = useOrdering(deal, 'sell-out', onClose)
  const items = deal.items ?? []
  /** Once the account was created, the next attempt sells to it. */
  const [accountId, setAccountId] = useState(buyer.accountId)
  const isNew = accountId === null
  const { newAccount } = buyer
  const mayCreate = useCan('Accounts', 'c')
  const lists = useListsToGive(buyer.accountId === null && newAccount ? newAccount.parentAccountId : null)
  /** The order is in the currency of the list that the new account is given, else of the one that serves the buyer. */
  const currencyOf = (given: string | number | null) =>
    lists?.items.find(({ priceListId }) => priceListId === given)?.currencyCode ??
    buyer.sale?.currencyCode ??
    deal.currencyCode
  const offered = (currency: string) => items.map((item) => ({ price: priceOfSale(item, currency, deal, buyer.sale) }))
  const Values = z.object({
    priceListId: isNew && lists?.required ? z.string().check(z.minLength(1)) : z.nullable(z.string()),
    items: z.array(z.object({ price: MoneyOfContract })),
  })
  const form = useZodForm(Values as z.ZodMiniType<SaleValues, SaleValues>, {
    priceListId: null,
    items: offered(currencyOf(null)),
  })
  const input = inputsOf(form)
  const currency = currencyOf(form.watch('priceListId'))
  const createAccount = useWrite(network.create, { invalidates: ['/accounts'] })
  const [shortage, setShortage] = useState<readonly Shortage[] | null>(null)
  const prices = form.watch('items')
  const lines = items.map(({ productId, qt }, index) => ({
    productId,
    quantity: qt,
    price: prices[index]?.price ?? 0,
  }))
  return (
    <Form
      form={form}
      guard={false}
      label={t('deals:orders.sale.name')}
      onSubmit={async ({ priceListId }) => {
        setShortage(null)
        const id =
          accountId ?? (newAccount && (await createAccount.mutateAsync({ body: { ...newAccount, priceListId } })).id)
        if (id === null) return
        setAccountId(id)
        try {
          await order(lines, id)
        } catch (error) {
          if (!isProblem(error, 'OC527')) throw error
          setShortage((error.info as { items?: Shortage[] } | undefined)?.items ?? [])
        }
      }}
    >
      <Stack>
        {isNew && newAccount === null ? <Lacking deal={deal} /> : <BuyerOfSale deal={deal} accountId={accountId} />}
        {isNew && !mayCreate && <Notice>{t('sale.mayNotCreate')}</Notice>}
        {isNew && lists && lists.items.length > 0 && (
          <SelectField
            {...input('priceListId')}
            label={t('sale.priceList')}
            required={lists.required}
            onChosen={(given) => {
              // Amounts of another currency are no prices of this one.
              if (currencyOf(given) !== currency) form.setValue('items', offered(currencyOf(given)))
            }}
            options={lists.items.map((list) => ({
              value: list.priceListId,
              label: [list.name, list.currencyCode].join(' · '),
            }))}
          />
        )}
        <PricesOfSale deal={deal} currency={currency} input={input} />
        <Total amount={totalOf(lines, currency)} deal={deal} currency={currency} />
        {shortage && <Shortages shortage={shortage} />}
        <FormActions submit={t('sale.confirm')} onCancel={onClose} disabled={isNew && !(mayCreate && newAccount)} />
      </Stack>
    </Form>
  )
}

/** Whom the sale is for: the account of the company, or one that is created with it. */
function BuyerOfSale({ deal, accountId }: { deal: Deal; accountId: string | null }) {
  const { t } = useTranslation(['dealOrders', 'deals'])
  const linked = useLinkedVendor(deal)
  const hrefOf = useAccountHref()
  const company = deal.prospect.name
  return (
    <Text kind="quiet">
      {accountId === null ? (
        linked(({ vendor }) => t('sale.newBuyer', { company, vendor }))
      ) : (
        <LinkedText names={{ company: { name: company, href: hrefOf(accountId) } }}>
          {(marks) => t('sale.buyer', marks)}
        </LinkedText>
      )}
    </Text>
  )
}

const needed = ['vatId', 'street', 'postalCode', 'city', 'country'] as const

/** What an import left out of the company, without which no account is made of it. */
function Lacking({ deal }: { deal: Deal }) {
  const { t } = useTranslation(['dealOrders', 'deals'])
  const linked = useLinkedVendor(deal)
  const { prospect } = deal
  const missing = needed.flatMap((field) => (prospect[field] ? [] : t(`deals:${field}`))).join(', ')
  const words = { missing, company: prospect.name }
  return (
    <Notice>
      {linked(({ vendor }) => t(prospect.vatId ? 'sale.lacking' : 'sale.lackingVatId', { ...words, vendor }))}
    </Notice>
  )
}

/** The products of which the seller has too few. */
function Shortages({ shortage }: { shortage: readonly Shortage[] }) {
  const { t } = useTranslation(['dealOrders', 'deals'])
  const productHrefOf = useProductHref()
  return (
    <Notice>
      {t('sale.short')}{' '}
      {shortage.map(({ productId, productName, missing }, index) => (
        <Fragment key={productId}>
          {index > 0 && ', '}
          <LinkedText names={{ product: { name: productName, href: productHrefOf(productId) } }}>
            {({ product }) => t('sale.missing', { product, missing })}
          </LinkedText>
        </Fragment>
      ))}
    </Notice>
  )
}

/** The price lists that a new account below this one can be given. */
function useListsToGive(parentAccountId: string | null) {
  const may = useCan('PriceLists', 'c')
  const { data } = useQuery({
    ...queryOf(pricing.toGive, { query: { parentAccountId: parentAccountId ?? '' } }),
    enabled: may && parentAccountId !== null,
  })
  return data
}

function LinesOfOrder({ deal, lines, currency }: { deal: Deal; lines: readonly Priced[]; currency: string }) {
  const { t } = useTranslation(['dealOrders', 'deals'])
  const hrefOf = useProductHref()
  const named = new Map(deal.items?.map((item) => [item.productId, item]))
  return (
    <FiguresTable
      label={t('deals:items')}
      heads={[t('deals:product'), t('deals:quantity'), t('deals:unitPrice')]}
      rows={lines.map(({ productId, quantity, price }, index) => ({
        id: `${productId} ${index}`,
        cells: [
          <ProductCell
            key="product"
            name={named.get(productId)?.productName ?? ''}
            sku={named.get(productId)?.sku ?? ''}
            href={hrefOf(productId)}
          />,
          <Quantity key="quantity" value={quantity} />,
          <Money key="price" amount={price} currency={currency} precise />,
        ],
      }))}
    />
  )
}

/** The sum, and how it differs from what the vendor of the deal paid when it was registered. */
function Total({ amount, deal, currency }: { amount: number; deal: Deal; currency: string }) {
  const { t } = useTranslation(['dealOrders', 'deals'])
  const { language } = useLocale()
  const off = deal.itemsTotal > 0 && currency === deal.currencyCode ? amount / deal.itemsTotal - 1 : 0
  return (
    <Row justify="between" align="baseline">
      <Text kind="quiet">{t('deals:total')}</Text>
      <Text kind="strong">
        <Money amount={amount} currency={currency} />
        {off !== 0 && ` (${formatPercentage(off, language)})`}
      </Text>
    </Row>
  )
}
