import { Textarea, TextInput } from '@mantine/core'
import type { StockRow } from '@trellis/contract/stock'
import { type ReactNode, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { totalOf } from '../../app/amounts.ts'
import { LineEditing } from '../../app/lines/LineEditing.tsx'
import { type Line, priceFor } from '../../app/lines/lines.ts'
import { useCan, useMe } from '../../app/me.ts'
import { PriceExplainer } from '../../app/PriceExplainer.tsx'
import { isProblem } from '../../app/problem.ts'
import { isBelowThreshold } from '../../app/stockLevels.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { useFocusOnFault } from '../../ui/faultFocus.ts'
import { formatMoney, formatNumber } from '../../ui/format.ts'
import { useKeys } from '../../ui/keys.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Columns, Row, Stack, Text } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { Money } from '../../ui/Money.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useMediaQuery } from '../../ui/useMediaQuery.ts'
import { ChangedPricesPanel } from './ChangedPricesPanel.tsx'
import { DeliveryAddress } from './DeliveryAddress.tsx'
import { type Offer, type Offers, useCurrencyCode } from './offers.ts'
import styles from './orders.module.css'
import { shortageOf } from './refusals.ts'
import { ShortagePanel } from './ShortagePanel.tsx'
import type { OrderWriting } from './useOrderWriting.ts'

interface OrderFormProps {
  writing: OrderWriting
  offers: Offers
  /** Whether prices can be changed; only the vendor's side may. */
  pricesOpen: boolean
  /** The account that pays these prices; by default the reader's own. */
  payerId?: string | undefined
  /** Whose delivery addresses there are to choose from; null while unknown. */
  buyerId: string | null
  /** The stock of the vendor for a sale, of the buyer for a purchase. */
  levels: ReadonlyMap<string, StockRow>
  /** Whether a sale can be short. The vendor's own stock may be below zero (rules S2). */
  isLimited?: boolean
  /** The field for the buyer of a sale. */
  buyer?: ReactNode
  /** Shown above the products: where they come from. */
  about?: ReactNode
  /** Shown instead of the products until they can be chosen. */
  before?: string | undefined
  /** For a sale: opens the purchase form with the missing quantities. */
  onPurchase?: (() => void) | undefined
  /** Text for a number of pieces; `written` is the number formatted in the reader's language. */
  piecesWord: (pieces: number, written: string) => string
}

/** The order form: products with quantities and prices, totals, and texts. */
export function OrderForm(props: OrderFormProps) {
  const { writing, offers, buyer, about, before, onPurchase } = props
  const { t } = useTranslation(['orders', 'orderForm'])
  const codeOf = useCurrencyCode()
  const { draft, faults, failure } = writing
  const currencyId = offers.offers?.find(({ productId }) => productId === draft.lines[0]?.productId)?.currencyId
  const currency = codeOf(currencyId ?? offers.offers?.[0]?.currencyId)
  const form = useFocusOnFault(writing.asked)
  const isNarrow = useMediaQuery('(max-width: 48em)')
  useKeys({
    hints: [
      { keys: ['Enter'], does: t('orderForm:keys.enter') },
      { keys: ['Ctrl Enter', '⌘ Enter'], does: t('orderForm:keys.save') },
    ],
    run: () => false,
  })
  const shortage = shortageOf(failure, 'OC527')
  const faultAt = (path: string) => {
    const fault = faults[path]
    return fault === undefined ? undefined : t(`faults.${fault}`)
  }
  const saving = <Saving writing={writing} currency={currency} fault={faultAt('items')} />
  return (
    <Stack
      as="form"
      ref={form}
      gap="xl"
      aria-label={t('orderForm:label')}
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return
        event.preventDefault()
        if (draft.lines.length > 0) writing.save()
      }}
    >
      {shortage && <ShortagePanel shortage={shortage} note={t('shortage.nothingLost')} onPurchase={onPurchase} />}
      {writing.changedPrices.length > 0 && (
        <ChangedPricesPanel changes={writing.changedPrices} currency={currency} onTake={writing.takePrices} />
      )}
      {failure !== null && !shortage && !isProblem(failure, 'OC529', 'RQ422') && (
        <ErrorBlock error={failure} shape="line" title={t('failedToSave')} />
      )}
      <Columns rail="21rem">
        <Stack gap="xl">
          {buyer && <Panel>{buyer}</Panel>}
          <Panel title={t('orderForm:items')} description={about}>
            {before !== undefined ? (
              <Text as="p" kind="quiet">
                {before}
              </Text>
            ) : (
              <Products {...props} currency={currency} faultAt={faultAt} />
            )}
          </Panel>
        </Stack>
        <Details writing={writing} buyerId={props.buyerId} faultAt={faultAt}>
          {!isNarrow && saving}
        </Details>
      </Columns>
      {isNarrow && (
        <div className={styles.saving}>
          <Panel>{saving}</Panel>
        </div>
      )}
    </Stack>
  )
}

interface SavingProps {
  writing: OrderWriting
  currency: string | null
  fault: string | undefined
}

/** The total, and the button that saves. */
function Saving({ writing, currency, fault }: SavingProps) {
  const { t } = useTranslation(['orders', 'orderForm'])
  const { lines } = writing.draft
  return (
    <Stack gap="md">
      <Row justify="between" align="baseline">
        <Text kind="quiet">{t('total')}</Text>
        <output className={styles.totalAmount}>
          <Money amount={lines.length === 0 ? null : totalOf(lines, currency)} currency={currency} />
        </output>
      </Row>
      {fault && (
        <Text as="p" kind="error" role="alert">
          {fault}
        </Text>
      )}
      <ActionButton
        fullWidth
        loading={writing.saving}
        blocked={lines.length === 0 ? t('orderForm:addItem') : null}
        onClick={writing.save}
      >
        {t('orderForm:save')}
      </ActionButton>
    </Stack>
  )
}

interface DetailsProps extends Pick<OrderFormProps, 'writing' | 'buyerId'> {
  faultAt: (path: string) => string | undefined
  children: ReactNode
}

/** What is said of the order besides its products. */
function Details({ writing, buyerId, faultAt, children }: DetailsProps) {
  const { t } = useTranslation(['orders', 'orderForm'])
  const { draft, say } = writing
  return (
    <Panel title={t('orderForm:details')}>
      <Stack gap="xl">
        <TextInput
          label={t('refCode')}
          description={t('orderForm:refCodeDescription')}
          name="orderRefCode"
          maxLength={255}
          autoComplete="off"
          value={draft.orderRefCode}
          error={faultAt('orderRefCode')}
          onChange={({ currentTarget }) => say({ orderRefCode: currentTarget.value })}
        />
        <Textarea
          label={t('note')}
          name="orderNote"
          rows={4}
          maxLength={2000}
          value={draft.orderNote}
          error={faultAt('orderNote')}
          onChange={({ currentTarget }) => say({ orderNote: currentTarget.value })}
        />
        {buyerId !== null && (
          <DeliveryAddress buyerId={buyerId} value={draft.addressId} onChange={(addressId) => say({ addressId })} />
        )}
        {children}
      </Stack>
    </Panel>
  )
}

interface ProductsProps extends OrderFormProps {
  currency: string | null
  faultAt: (path: string) => string | undefined
}

/** The lines of the order, with what is known of prices and stock. */
function Products(props: ProductsProps) {
  const { writing, offers, currency, pricesOpen, payerId, buyer, isLimited = true, levels, faultAt, piecesWord } = props
  const { t } = useTranslation(['orders', 'orderForm'])
  const { language } = useLocale()
  const codeOf = useCurrencyCode()
  const mayAsk = useCan('Products', 'r')
  const known = new Map(offers.offers?.map((offer) => [offer.productId, offer]))
  const limited = buyer !== undefined
  const warningOf = useWarning(limited, limited && isLimited, levels)
  const { lines } = writing.draft
  const has = new Set(lines.map(({ productId }) => productId))
  const scarce = limited
    ? []
    : (offers.offers ?? []).flatMap((offer) => {
        const { threshold = null, available = 0 } = levels.get(offer.productId) ?? {}
        if (!isBelowThreshold(available, threshold) || has.has(offer.productId)) return []
        return [{ offer, quantity: threshold - available }]
      })
  const asideOf = useCallback(
    (offer: Offer) => (
      <Stack as="span" gap="none" align="end">
        <Money amount={offer.price} currency={codeOf(offer.currencyId)} precise />
        <Text kind="small">{piecesWord(offer.pieces, formatNumber(offer.pieces, language))}</Text>
      </Stack>
    ),
    [codeOf, piecesWord, language],
  )
  const explained = ({ productId, name, quantity }: Line) =>
    mayAsk && <PriceExplainer productId={productId} product={name} accountId={payerId} quantity={quantity} />
  return (
    <LineEditing
      offered={offers}
      none={<NoOffers buyerId={props.buyerId} />}
      asideOf={asideOf}
      focusAtStart={!limited}
      more={{ found: scarce, words: t('orderForm:fillUp', { count: scarce.length }) }}
      label={t('orderForm:items')}
      lines={lines}
      currency={currency}
      pricesOpen={pricesOpen}
      faultAt={faultAt}
      warningOf={(line) => warningOf(line, known.get(line.productId))}
      besidePrice={(line) => {
        const offer = known.get(line.productId)
        if (!pricesOpen) return explained(line)
        if (offer === undefined) return null
        const listed = priceFor(offer, line.quantity)
        return (
          <Text {...(listed === line.price && { kind: 'small' })}>
            {t('listPriceIs', { price: formatMoney(listed, currency, language, { precise: true }) })} {explained(line)}
          </Text>
        )
      }}
      onChange={writing.edit}
    />
  )
}

/** What to do where no product can be ordered: the vendor has none for sale, or the buyer has no prices. */
function NoOffers({ buyerId }: { buyerId: string | null }) {
  const { t } = useTranslation(['lines', 'orderForm'])
  const { isRoot, accountId } = useMe().account
  const mayAdd = useCan('Products', 'c')
  const mayGive = useCan('PriceLists', 'c')
  const isOwn = buyerId === accountId
  const next =
    isOwn && isRoot && mayAdd
      ? ({ href: '/products', text: 'lines:toProducts' } as const)
      : !isOwn && mayGive
        ? ({ href: `/accounts/${buyerId}/pricelist`, text: 'lines:toPriceList' } as const)
        : null
  return (
    <Empty
      title={t(isOwn && isRoot ? 'lines:noProducts' : 'orderForm:noOffers')}
      action={
        next && (
          <LinkButton variant="default" href={next.href}>
            {t(next.text)}
          </LinkButton>
        )
      }
    >
      {t(isOwn && isRoot ? 'lines:noProductsText' : 'lines:noOffersText')}
    </Empty>
  )
}

/** A sale that is short, or leaves less than the warning threshold; a purchase of what has become scarce (rules S6). */
function useWarning(isSale: boolean, limited: boolean, levels: ReadonlyMap<string, StockRow>) {
  const { t } = useTranslation(['orders', 'orderForm'])
  const { language } = useLocale()
  const number = (value: number) => formatNumber(value, language)
  return ({ productId, quantity }: Line, offer: Offer | undefined): string | null => {
    const { available, threshold = null } = levels.get(productId) ?? {}
    if (limited && offer !== undefined && (quantity ?? 0) > offer.pieces) {
      const pieces = Math.max(0, offer.pieces)
      return t('orderForm:notEnough', { count: pieces, quantity: number(pieces) })
    }
    const left = (available ?? 0) - (isSale ? (quantity ?? 0) : 0)
    if (available === undefined || !isBelowThreshold(left, threshold)) return null
    const values = { count: left, left: number(left), threshold: number(threshold) }
    return isSale ? t('orderForm:leavesBelow', values) : t('orderForm:isBelow', values)
  }
}
