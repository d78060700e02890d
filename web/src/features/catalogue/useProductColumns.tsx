import type { Product } from '@trellis/contract/catalogue'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../app/me.ts'
import { PriceExplainer } from '../../app/PriceExplainer.tsx'
import type { Column } from '../../ui/columns.ts'
import { DateTime } from '../../ui/DateTime.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { Money } from '../../ui/Money.tsx'
import { NoValue } from '../../ui/NoValue.tsx'
import { Quantity } from '../../ui/Quantity.tsx'
import { useCurrencyCodes, usePriceCurrency } from './currencies.ts'
import { durationOf } from './duration.ts'
import styles from './products.module.css'
import { StatusOfProduct } from './StatusOfProduct.tsx'

/** Only users who see the whole catalogue see the MSRP; all see the price that they pay. */
export function useProductColumns(products: readonly Product[]): Column<Product>[] {
  const { t } = useTranslation('products')
  const seesAll = useCan('Products', 'ra')
  const currencyOf = usePriceCurrency(products)
  const codes = useCurrencyCodes()
  return useMemo(() => {
    const choices = (of: Record<string, string>) => Object.entries(of).map(([value, label]) => ({ value, label }))
    const statuses = { Active: t('status.Active'), Pending: t('status.Pending'), Deleted: t('status.Deleted') }
    const environments = { 1: t('environment.cloud'), 2: t('environment.onPremise') }
    const msrp: Column<Product> = {
      id: 'priceMsrp',
      header: t('priceMsrp'),
      cell: (product) => <Money amount={product.priceMsrp} currency={product.currency.currencyCode} precise />,
      sort: 'price',
      align: 'right',
      text: (product) => String(product.priceMsrp),
      file: [
        { path: 'priceMsrp', kind: 'money' },
        { path: 'currency.currencyCode', label: t('form.currency') },
      ],
    }
    const columns: Column<Product>[] = [
      {
        id: 'name',
        header: t('name'),
        cell: (product) => <EntityLink hint={product.description}>{product.name}</EntityLink>,
        sort: 'name',
        filter: { field: 'name', kind: 'text' },
        text: (product) => product.name,
        file: { path: 'name' },
      },
      {
        id: 'sku',
        header: t('sku'),
        cell: (product) => (
          <EntityLink mono hint={product.oemSku}>
            {product.sku}
          </EntityLink>
        ),
        sort: 'sku',
        filter: { field: 'sku', kind: 'text' },
        text: (product) => product.sku,
        file: { path: 'sku' },
      },
      {
        id: 'oemSku',
        header: t('oemSku'),
        cell: (product) => <EntityLink mono>{product.oemSku}</EntityLink>,
        sort: 'oemSku',
        filter: { field: 'oemSku', kind: 'text' },
        hidden: true,
        text: (product) => product.oemSku ?? '',
        file: { path: 'oemSku' },
      },
      {
        id: 'typeName',
        header: t('type'),
        cell: (product) => product.type?.name ?? <NoValue />,
        sort: 'typeName',
        filter: { field: 'typeName', kind: 'text' },
        text: (product) => product.type?.name ?? '',
        file: { path: 'type.name' },
      },
      {
        id: 'kind',
        header: t('kind'),
        cell: (product) => t(`kinds.${kindOf(product)}`),
        hidden: true,
        text: (product) => t(`kinds.${kindOf(product)}`),
      },
      {
        id: 'duration',
        header: t('duration'),
        cell: (product) => (product.isLicense ? durationOf(product, 'license', t) : ''),
        hidden: true,
        text: (product) => (product.isLicense ? durationOf(product, 'license', t) : ''),
      },
      {
        id: 'environmentType',
        header: t('environmentType'),
        cell: (product) => environments[product.environmentType],
        sort: 'environmentType',
        filter: { field: 'environmentType', kind: 'choice', options: choices(environments) },
        text: (product) => environments[product.environmentType],
        file: { path: 'environmentType', words: environments },
      },
      {
        id: 'status',
        header: t('statusHeader'),
        cell: (product) => <StatusOfProduct status={product.status} />,
        sort: 'status',
        filter: { field: 'status', kind: 'choice', options: choices(statuses) },
        card: 'corner',
        text: (product) => statuses[product.status],
        file: { path: 'status', words: statuses },
      },
      ...(seesAll ? [msrp] : []),
      {
        id: 'customPrice',
        header: t('customPrice'),
        cell: (product) => (
          <span className={styles.price}>
            <Money amount={product.customPrice} currency={currencyOf(product)} precise />
            <PriceExplainer productId={product.productId} product={product.name} />
          </span>
        ),
        align: 'right',
        text: (product) => String(product.customPrice ?? ''),
        file: [
          { path: 'customPrice', kind: 'money' },
          { path: 'customPriceCurrencyId', label: t('form.currency'), words: codes },
        ],
      },
      {
        id: 'stock',
        header: t('stock'),
        cell: (product) => <Quantity value={product.stock} />,
        align: 'right',
        text: (product) => String(product.stock),
        file: { path: 'stock', kind: 'number' },
      },
      {
        id: 'creationDate',
        header: t('creationDate'),
        cell: (product) => <DateTime value={product.creationDate} />,
        sort: 'creationDate',
        hidden: true,
        text: (product) => product.creationDate,
        file: { path: 'creationDate', kind: 'date' },
      },
    ]
    return columns
  }, [t, seesAll, currencyOf, codes])
}

function kindOf(product: Product): 'trial' | 'upgradeRight' | 'extension' | 'license' | 'goods' {
  if (!product.isLicense) return 'goods'
  if (product.isLicenseTrial) return 'trial'
  if (product.islicenseUpgradeRight) return 'upgradeRight'
  return product.extendedProductId === null ? 'license' : 'extension'
}
