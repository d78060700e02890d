import { useQuery } from '@tanstack/react-query'
import type { Product } from '@trellis/contract/catalogue'
import { tenants } from '@trellis/contract/tenants'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../app/me.ts'
import { PriceExplainer } from '../../app/PriceExplainer.tsx'
import { queryOf } from '../../app/queries.ts'
import { DateTime } from '../../ui/DateTime.tsx'
import { type Definition, DefinitionList } from '../../ui/DefinitionList.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { Money } from '../../ui/Money.tsx'
import { Quantity } from '../../ui/Quantity.tsx'
import { usePriceCurrency } from './currencies.ts'
import { durationOf } from './duration.ts'
import { OriginalProduct } from './OriginalProduct.tsx'
import styles from './products.module.css'
import { StatusOfProduct } from './StatusOfProduct.tsx'

interface FactsProps {
  product: Product | undefined
}

type Say = TFunction<'products'>

/** Renders the final layout with placeholders while the product is loading. */
function Facts({ product, facts }: FactsProps & { facts: [string, (product: Product) => ReactNode, 'wide'?][] }) {
  const items: Definition[] = facts.map(([term, value, wide]) => ({
    term,
    value: product && value(product),
    ...(wide && { wide: true }),
  }))
  return <DefinitionList loading={product === undefined} items={items} />
}

const yesNo = (value: boolean, t: Say) => (value ? t('yes') : t('no'))

export function IdentityFacts({ product }: FactsProps) {
  const { t } = useTranslation('products')
  const environments = { 1: t('environment.cloud'), 2: t('environment.onPremise') }
  return (
    <Facts
      product={product}
      facts={[
        [t('sku'), ({ sku }) => <EntityLink mono>{sku}</EntityLink>],
        [t('oemSku'), ({ oemSku }) => oemSku && <EntityLink mono>{oemSku}</EntityLink>],
        [t('type'), ({ type }) => type?.name],
        [t('environmentType'), ({ environmentType }) => environments[environmentType]],
        [t('airServerRequired'), ({ airServerRequired }) => yesNo(airServerRequired, t)],
        [
          t('creationDate'),
          ({ creationDate, createdBy }) => (
            <>
              <DateTime value={creationDate} />
              {createdBy !== null && ` · ${createdBy}`}
            </>
          ),
        ],
      ]}
    />
  )
}

export function SaleFacts({ product }: FactsProps) {
  const { t } = useTranslation('products')
  const seesAll = useCan('Products', 'ra')
  const currencyOf = usePriceCurrency(product ? [product] : [])
  return (
    <Facts
      product={product}
      facts={[
        [
          t('customPrice'),
          (priced) => (
            <span className={styles.price}>
              {priced.customPrice === null ? (
                t('notBuyable')
              ) : (
                <Money amount={priced.customPrice} currency={currencyOf(priced)} precise />
              )}
              <PriceExplainer productId={priced.productId} product={priced.name} />
            </span>
          ),
        ],
        ...(seesAll
          ? [
              [
                t('priceMsrp'),
                ({ priceMsrp, currency }: Product) => (
                  <Money amount={priceMsrp} currency={currency.currencyCode} precise />
                ),
              ] as [string, (product: Product) => ReactNode],
            ]
          : []),
        [t('stock'), ({ stock }) => <Quantity value={stock} />],
        [
          t('statusHeader'),
          ({ status }) => (
            <span className={styles.status}>
              <StatusOfProduct status={status} />
              <span className={styles.quiet}>{t(`statusMeaning.${status}`)}</span>
            </span>
          ),
          'wide',
        ],
      ]}
    />
  )
}

export function LicenseFacts({ product }: FactsProps) {
  const { t } = useTranslation('products')
  const subscriptions = useQuery({
    ...queryOf(tenants.subscriptions, { body: {} }),
    staleTime: 5 * 60_000,
    enabled: product?.subscriptionId != null,
  })
  if (product?.isLicense === false) return <p className={styles.quiet}>{t('noLicense')}</p>
  const nameOf = (id: number) =>
    subscriptions.data?.items.find(({ subscriptionId }) => subscriptionId === id)?.name ?? String(id)
  return (
    <Facts
      product={product}
      facts={[
        [t('licensePrefix'), ({ licensePrefix }) => licensePrefix && <EntityLink mono>{licensePrefix}</EntityLink>],
        [t('licenseDuration'), (of) => durationOf(of, 'license', t) || t('noDuration')],
        [t('maintenanceDuration'), (of) => durationOf(of, 'maintenance', t) || t('noDuration')],
        [t('licenseActivationRule'), ({ licenseActivationRule: rule }) => rule && t(`rules.${rule}`)],
        [t('licenseMaxVersion'), ({ licenseMaxVersion }) => licenseMaxVersion || t('anyVersion')],
        [t('subscription'), ({ subscriptionId }) => (subscriptionId === null ? null : nameOf(subscriptionId))],
        [t('trial'), ({ isLicenseTrial }) => yesNo(isLicenseTrial, t)],
        [t('upgradeRight'), ({ islicenseUpgradeRight }) => yesNo(islicenseUpgradeRight, t)],
      ]}
    />
  )
}

export function RelationFacts({ product }: FactsProps) {
  const { t } = useTranslation('products')
  return (
    <Facts
      product={product}
      facts={[
        [
          t('extendedProduct'),
          ({ extendedProductId, extendedSku }) =>
            extendedProductId && (
              <EntityLink href={`/products/${extendedProductId}`} mono>
                {extendedSku}
              </EntityLink>
            ),
        ],
        [
          t('originalProduct'),
          ({ originalProductId }) => originalProductId && <OriginalProduct id={originalProductId} />,
        ],
        [t('tenants'), ({ tenants: places }) => places.map(({ name }) => name).join(', ')],
      ]}
    />
  )
}
