import { useQuery } from '@tanstack/react-query'
import { type PriceExplanation, pricing } from '@trellis/contract/pricing'
import { breakAt } from '@trellis/contract/quantity-breaks'
import { useTranslation } from 'react-i18next'
import { EntityLink } from '../ui/EntityLink.tsx'
import { ErrorBlock } from '../ui/ErrorBlock.tsx'
import { formatMoney, formatPercentage } from '../ui/format.ts'
import { Fact, Facts, Stack, Text } from '../ui/layout.tsx'
import { useLocale } from '../ui/locale.tsx'
import { Money } from '../ui/Money.tsx'
import { percentBelow } from '../ui/money.ts'
import { Lines } from '../ui/Skeletons.tsx'
import { Breaks } from './Breaks.tsx'
import { useCan, useMe } from './me.ts'
import { PriceOnDay } from './PriceOnDay.tsx'
import { queryOf } from './queries.ts'

interface PriceOriginProps {
  productId: string
  accountId?: string | undefined
  /** So many pieces are bought; null: one. */
  quantity: number | null
}

/** Shows a price, the list that sets it and its difference to the MSRP, or the reason why there is no price. */
export default function PriceOrigin({ productId, accountId, quantity }: PriceOriginProps) {
  const query = accountId === undefined ? { productId } : { productId, accountId }
  const { data, error, refetch } = useQuery(queryOf(pricing.explain, { query }))
  if (data !== undefined) {
    return (
      <Stack gap="md">
        <Origin explanation={data} quantity={quantity} />
        <PriceOnDay productId={productId} accountId={accountId} />
      </Stack>
    )
  }
  return (
    <div style={{ minHeight: '9rem' }}>
      {error === null ? <Lines count={5} /> : <ErrorBlock error={error} shape="line" retry={() => void refetch()} />}
    </div>
  )
}

function Origin({ explanation, quantity }: { explanation: PriceExplanation; quantity: number | null }) {
  const { t } = useTranslation('prices')
  const { language } = useLocale()
  const { account } = useMe()
  const { reason, priceMsrp, msrpCurrencyCode, currencyCode, discountType, discountAmount } = explanation
  const applies = breakAt(explanation.quantityBreaks, quantity ?? 1)
  const price = applies?.price ?? explanation.price
  const belowMsrp = explanation.belowMsrp === null || price === null ? null : percentBelow(priceMsrp, price)
  const share = (percent: number) => formatPercentage(percent / 100, language)
  return (
    <Stack gap="md" style={{ textAlign: 'start', whiteSpace: 'normal' }}>
      <Stack as="p" gap="none">
        <Text kind="quiet" style={{ fontSize: '0.8125rem' }}>
          {explanation.accountId === account.accountId
            ? t('yours')
            : t('priceOf', { account: explanation.accountName })}
        </Text>
        <strong style={{ fontSize: '1.25rem', lineHeight: 1.4 }}>
          {reason === null ? <Money amount={price} currency={currencyCode} precise /> : t('none')}
        </strong>
        <Text kind="small">{`${explanation.productName} · ${explanation.sku}`}</Text>
      </Stack>
      {reason !== null && <Text as="p">{t(`reasons.${reason}`)}</Text>}
      <Facts form="rows" style={{ paddingTop: '0.75rem', borderTop: '1px solid var(--ui-line)' }}>
        <Fact label={t('list')}>
          <ListName explanation={explanation} />
        </Fact>
        {explanation.priceListId !== null && (
          <Fact label={t('association')}>
            {!explanation.inherited
              ? t('own')
              : explanation.inheritedFrom === null
                ? t('inherited')
                : t('inheritedFrom', { account: explanation.inheritedFrom.name })}
          </Fact>
        )}
        <Fact label={t('msrp')}>
          <Money amount={priceMsrp} currency={msrpCurrencyCode} precise />
        </Fact>
        {applies === null && discountType !== null && discountAmount !== null && (
          <Fact label={t('discount')}>
            {discountType === 'percentage'
              ? formatPercentage(discountAmount / 100, language, 4)
              : formatMoney(discountAmount, currencyCode, language, { precise: true })}
          </Fact>
        )}
        {applies !== null && (
          <Fact label={t('onePiece')}>
            <Money amount={explanation.price} currency={currencyCode} precise />
          </Fact>
        )}
        {explanation.quantityBreaks.length > 0 && (
          <Fact label={t('breaks')}>
            <Breaks
              breaks={explanation.quantityBreaks}
              currency={currencyCode}
              words={(from, price) => t('breakFrom', { from, price })}
            />
          </Fact>
        )}
        {belowMsrp !== null && belowMsrp !== 0 && (
          <Fact label={t(belowMsrp > 0 ? 'below' : 'above')}>{share(Math.abs(belowMsrp))}</Fact>
        )}
      </Facts>
    </Stack>
  )
}

/** The name of the list that sets the price; a link for users who may read price lists. */
function ListName({ explanation: { priceListId, priceListName, reason } }: { explanation: PriceExplanation }) {
  const { t } = useTranslation('prices')
  const mayRead = useCan('PriceLists', 'r')
  if (priceListId === null) return reason === 'no_list' ? t('noList') : t('atMsrp')
  return <EntityLink href={mayRead ? `/pricelists/${priceListId}` : null}>{priceListName}</EntityLink>
}
