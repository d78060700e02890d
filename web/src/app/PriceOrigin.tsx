import { useQuery } from '@tanstack/react-query'
import { type PriceExplanation, pricing } from '@trellis/contract/pricing'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { EntityLink } from '../ui/EntityLink.tsx'
import { ErrorBlock } from '../ui/ErrorBlock.tsx'
import { formatMoney, formatPercentage } from '../ui/format.ts'
import { useLocale } from '../ui/locale.tsx'
import { Money } from '../ui/Money.tsx'
import { Lines } from '../ui/Skeletons.tsx'
import { useCan, useMe } from './me.ts'
import styles from './PriceOrigin.module.css'
import { queryOf } from './queries.ts'

interface PriceOriginProps {
  productId: string
  accountId?: string | undefined
}

/** Shows a price, the list that sets it and its difference to the MSRP, or the reason why there is no price. */
export default function PriceOrigin({ productId, accountId }: PriceOriginProps) {
  const query = accountId === undefined ? { productId } : { productId, accountId }
  const { data, error, refetch } = useQuery(queryOf(pricing.explain, { query }))
  if (data !== undefined) return <Origin explanation={data} />
  return (
    <div className={styles.waiting}>
      {error === null ? <Lines count={5} /> : <ErrorBlock error={error} shape="line" retry={() => void refetch()} />}
    </div>
  )
}

function Origin({ explanation }: { explanation: PriceExplanation }) {
  const { t } = useTranslation('prices')
  const { language } = useLocale()
  const { account } = useMe()
  const { reason, priceMsrp, msrpCurrencyCode, currencyCode, discountType, discountAmount, belowMsrp } = explanation
  const share = (percent: number) => formatPercentage(percent / 100, language)
  return (
    <div className={styles.origin}>
      <p className={styles.head}>
        <span className={styles.whose}>
          {explanation.accountId === account.accountId
            ? t('yours')
            : t('priceOf', { account: explanation.accountName })}
        </span>
        <strong className={styles.price}>
          {reason === null ? <Money amount={explanation.price} currency={currencyCode} precise /> : t('none')}
        </strong>
        <span className={styles.product}>{`${explanation.productName} · ${explanation.sku}`}</span>
      </p>
      {reason !== null && <p className={styles.why}>{t(`reasons.${reason}`)}</p>}
      <dl className={styles.facts}>
        <Fact term={t('list')}>
          <ListName explanation={explanation} />
        </Fact>
        {explanation.priceListId !== null && (
          <Fact term={t('association')}>
            {!explanation.inherited
              ? t('own')
              : explanation.inheritedFrom === null
                ? t('inherited')
                : t('inheritedFrom', { account: explanation.inheritedFrom.name })}
          </Fact>
        )}
        <Fact term={t('msrp')}>
          <Money amount={priceMsrp} currency={msrpCurrencyCode} precise />
        </Fact>
        {discountType !== null && discountAmount !== null && (
          <Fact term={t('discount')}>
            {discountType === 'percentage'
              ? formatPercentage(discountAmount / 100, language, 4)
              : formatMoney(discountAmount, currencyCode, language, { precise: true })}
          </Fact>
        )}
        {belowMsrp !== null && belowMsrp !== 0 && (
          <Fact term={t(belowMsrp > 0 ? 'below' : 'above')}>{share(Math.abs(belowMsrp))}</Fact>
        )}
      </dl>
    </div>
  )
}

/** The name of the list that sets the price; a link for users who may read price lists. */
function ListName({ explanation: { priceListId, priceListName, reason } }: { explanation: PriceExplanation }) {
  const { t } = useTranslation('prices')
  const mayRead = useCan('PriceLists', 'r')
  if (priceListId === null) return reason === 'no_list' ? t('noList') : t('atMsrp')
  return <EntityLink href={mayRead ? `/pricelists/${priceListId}` : null}>{priceListName}</EntityLink>
}

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className={styles.fact}>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
)
