import { type Product, productList } from '@trellis/contract/catalogue'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldsOf } from '../../app/fields.ts'
import { useCan } from '../../app/me.ts'
import { PriceExplainer } from '../../app/PriceExplainer.tsx'
import type { Column } from '../../ui/columns.ts'
import { Row } from '../../ui/layout.tsx'
import { Money } from '../../ui/Money.tsx'
import { useCurrencyCodes, usePriceCurrency } from './currencies.ts'
import { durationOf } from './duration.ts'
import { StatusOfProduct } from './StatusOfProduct.tsx'

const field = fieldsOf(productList)

/** Only users who see the whole catalogue see the MSRP; all see the price that they pay. */
export function useProductColumns(products: readonly Product[]): Column<Product>[] {
  const { t } = useTranslation('products')
  const seesAll = useCan('Products', 'ra')
  const currencyOf = usePriceCurrency(products)
  const codes = useCurrencyCodes()
  return useMemo(() => {
    const statuses = { Active: t('status.Active'), Pending: t('status.Pending'), Deleted: t('status.Deleted') }
    const environments = { 1: t('environment.cloud'), 2: t('environment.onPremise') }
    const msrp = field('price', t('priceMsrp'), {
      kind: 'money',
      currency: { path: 'currency.currencyCode', label: t('currency') },
      precise: true,
    })
    return [
      field('name', t('name'), {
        strong: true,
        width: 'clamp(14rem, 26vw, 34rem)',
        hint: ({ description }) => description,
      }),
      field('sku', t('sku'), { kind: 'code', card: 'line', hint: ({ oemSku }) => oemSku }),
      field('oemSku', t('oemSku'), { kind: 'code', hidden: true }),
      field('typeName', t('type'), { card: 'line' }),
      field('kind', t('kind'), {
        cell: (product) => t(`kinds.${kindOf(product)}`),
        file: null,
        hidden: true,
      }),
      field('duration', t('duration'), {
        cell: (product) => (product.isLicense ? durationOf(product, 'license', t) : ''),
        file: null,
        hidden: true,
      }),
      field('environmentType', t('environmentType'), { words: environments }),
      field('status', t('statusHeader'), {
        words: statuses,
        cell: (product) => <StatusOfProduct status={product.status} />,
        card: 'corner',
      }),
      ...(seesAll ? [msrp] : []),
      field('customPrice', t('customPrice'), {
        kind: 'money',
        card: 'end',
        cell: (product) => (
          <Row as="span" nowrap gap="none" justify="end">
            <Money amount={product.customPrice} currency={currencyOf(product)} precise />
            <PriceExplainer productId={product.productId} product={product.name} />
          </Row>
        ),
        more: [{ path: 'customPriceCurrencyId', label: t('currency'), words: codes }],
      }),
      field('stock', t('stock'), { kind: 'number' }),
      field('creationDate', t('creationDate'), { kind: 'date', hidden: true }),
      field('modifiedDate', t('modifiedDate'), { kind: 'date', hidden: true }),
    ]
  }, [t, seesAll, currencyOf, codes])
}

function kindOf(product: Product): 'trial' | 'upgradeRight' | 'extension' | 'license' | 'goods' {
  if (!product.isLicense) return 'goods'
  if (product.isLicenseTrial) return 'trial'
  if (product.islicenseUpgradeRight) return 'upgradeRight'
  return product.extendedProductId === null ? 'license' : 'extension'
}
