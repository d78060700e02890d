import { useQuery } from '@tanstack/react-query'
import type { Product } from '@trellis/contract/catalogue'
import { tenants } from '@trellis/contract/tenants'
import { useTranslation } from 'react-i18next'
import { externalIdLines } from '../../app/externalIds.ts'
import { useCan } from '../../app/me.ts'
import { PriceExplainer } from '../../app/PriceExplainer.tsx'
import { queryOf } from '../../app/queries.ts'
import { DateTime } from '../../ui/DateTime.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Fact, Facts, Row, Text } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { Money } from '../../ui/Money.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Quantity } from '../../ui/Quantity.tsx'
import { usePriceCurrency } from './currencies.ts'
import { durationOf } from './duration.ts'
import { OriginalProduct } from './OriginalProduct.tsx'

interface FactsProps {
  product: Product | undefined
}

/** The secondary facts of a product; placeholders of the same layout while it is loading. */
export function ProductFacts({ product }: FactsProps) {
  const { t } = useTranslation('products')
  const loading = product === undefined
  return (
    <>
      <Panel title={t('identity')}>
        <Facts form="rows" loading={loading}>
          <Fact label={t('statusName')} lines={2} wide>
            {product && t(`statusMeaning.${product.status}`)}
          </Fact>
          <Fact label={t('oemSku')}>{product?.oemSku && <EntityLink mono>{product.oemSku}</EntityLink>}</Fact>
          {product && Object.keys(product.externalIds).length > 0 && (
            <Fact label={t('externalIds')}>{externalIdLines(product.externalIds)}</Fact>
          )}
          <Fact label={t('type')}>{product?.type?.name}</Fact>
          <Fact label={t('environmentType')}>
            {product?.environmentType === 2 ? t('environment.onPremise') : t('environment.cloud')}
          </Fact>
          <Fact label={t('airServerRequired')}>{product?.airServerRequired ? t('yes') : t('no')}</Fact>
          <Fact label={t('creationDate')}>
            <DateTime value={product?.creationDate} />
            {product?.createdBy && ` · ${product.createdBy}`}
          </Fact>
        </Facts>
      </Panel>
      <Panel title={t('relations')}>
        <Facts form="rows" loading={loading}>
          <Fact label={t('extendedProduct')}>
            {product?.extendedProductId && (
              <EntityLink href={`/products/${product.extendedProductId}`} mono>
                {product.extendedSku}
              </EntityLink>
            )}
          </Fact>
          <Fact label={t('originalProduct')}>
            {product?.originalProductId && <OriginalProduct id={product.originalProductId} />}
          </Fact>
          {product?.publishedBy && (
            <Fact label={t('publishedBy')}>{t('publishedByText', { tenant: product.publishedBy.name })}</Fact>
          )}
          <Fact label={t('tenants')}>{product?.tenants.map(({ name }) => name).join(', ')}</Fact>
        </Facts>
      </Panel>
    </>
  )
}

/** The three facts of a product: what the reader pays, the MSRP, and what is in stock. */
export function ProductFigures({ product }: FactsProps) {
  const { t } = useTranslation('products')
  const seesAll = useCan('Products', 'ra')
  const currencyOf = usePriceCurrency(product ? [product] : [])
  return (
    <Facts form="figures" loading={product === undefined}>
      <Fact label={t('customPrice')}>
        {product && (
          <Row as="span" nowrap gap="none">
            {product.customPrice === null ? (
              t('notBuyable')
            ) : (
              <Money amount={product.customPrice} currency={currencyOf(product)} precise />
            )}
            <PriceExplainer productId={product.productId} product={product.name} />
          </Row>
        )}
      </Fact>
      {seesAll && (
        <Fact label={t('priceMsrp')}>
          {product && <Money amount={product.priceMsrp} currency={product.currency.currencyCode} precise />}
        </Fact>
      )}
      <Fact label={t('stock')}>
        <Quantity value={product?.stock} />
      </Fact>
    </Facts>
  )
}

/** How the keys of a product are made. */
export function LicenseFacts({ product }: FactsProps) {
  const { t } = useTranslation(['products', 'productForm'])
  const { language } = useLocale()
  const id = product?.subscriptionId ?? null
  const subscriptions = useQuery({
    ...queryOf(tenants.subscriptions, { body: {} }),
    staleTime: 5 * 60_000,
    enabled: id !== null,
  })
  if (product?.isLicense === false) {
    return (
      <Text as="p" kind="quiet">
        {t('noLicense')}
      </Text>
    )
  }
  const name = subscriptions.data?.items.find(({ subscriptionId }) => subscriptionId === id)?.name
  const duration = (of: 'license' | 'maintenance') => product && (durationOf(product, of, t) || t('noDuration'))
  return (
    <Facts loading={product === undefined}>
      <Fact label={t('licensePrefix')}>
        {product?.licensePrefix && <EntityLink mono>{product.licensePrefix}</EntityLink>}
      </Fact>
      <Fact label={t('licenseDuration')}>{duration('license')}</Fact>
      <Fact label={t('maintenanceDuration')}>{duration('maintenance')}</Fact>
      <Fact label={t('licenseActivationRule')}>
        {product?.licenseActivationRule && t(`rules.${product.licenseActivationRule}`)}
      </Fact>
      <Fact label={t('licenseMaxVersion')}>{product?.licenseMaxVersion || t('anyVersion')}</Fact>
      <Fact label={t('subscription')}>{id === null ? null : (name ?? String(id))}</Fact>
      <Fact label={t('trial')}>{product?.isLicenseTrial ? t('yes') : t('no')}</Fact>
      <Fact label={t('upgradeRight')}>{product?.islicenseUpgradeRight ? t('yes') : t('no')}</Fact>
      <Fact label={t('productForm:livingSeats.reclaimDays')}>
        {product?.seatReclaimDays
          ? t('productForm:livingSeats.afterDays', { count: product.seatReclaimDays })
          : t('productForm:livingSeats.never')}
      </Fact>
      <Fact label={t('productForm:livingSeats.selfReleases')}>
        {product?.selfReleases
          ? t('productForm:livingSeats.aYear', { amount: formatNumber(product.selfReleases, language) })
          : t('productForm:livingSeats.none')}
      </Fact>
    </Facts>
  )
}
