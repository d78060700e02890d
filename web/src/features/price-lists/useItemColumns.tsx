import type { PriceList, PriceListItem } from '@trellis/contract/price-lists'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Breaks } from '../../app/Breaks.tsx'
import { KnownTag } from '../../app/KnownTag.tsx'
import { useCan } from '../../app/me.ts'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import type { Column } from '../../ui/columns.ts'
import { fieldOf } from '../../ui/field.tsx'
import { formatMoney, formatPercentage } from '../../ui/format.ts'
import { useLocale } from '../../ui/locale.tsx'
import { Money } from '../../ui/Money.tsx'
import { percentBelow } from '../../ui/money.ts'
import { NoValue } from '../../ui/NoValue.tsx'
import { Percentage } from '../../ui/Percentage.tsx'
import type { Tone } from '../../ui/StatusTag.tsx'
import type { LocalOptions } from '../../ui/useLocalList.ts'
import { useBlocked } from './blocked.ts'
import type { Doing } from './ItemDialogs.tsx'
import type { Pricing } from './queries.ts'
import { useStatusWord } from './useStatusWord.ts'

const tones: Record<string, Tone> = { Active: 'success', Pending: 'warning', Deleted: 'error' }

/** How far the price is below the MSRP, in percent; null when the currencies differ. */
const below = ({ currencyId, customPriceCurrencyId, priceMsrp, customPrice }: PriceListItem) =>
  currencyId === customPriceCurrencyId ? percentBelow(priceMsrp, customPrice) : null

export const itemOrder: LocalOptions<PriceListItem> = {
  words: ({ name, sku }) => `${name} ${sku}`,
  start: { field: 'name', direction: 'asc' },
  sortBy: {
    name: ({ name }) => name,
    sku: ({ sku }) => sku,
    status: ({ status }) => status,
    msrp: ({ priceMsrp }) => priceMsrp,
    price: ({ customPrice }) => customPrice,
    below,
  },
}

/** The columns that table and grid have in common. */
export function useProductColumns(codeOf: Pricing['codeOf']): Column<PriceListItem>[] {
  const { t } = useTranslation('priceLists')
  const statusWord = useStatusWord()
  const mayOpen = useCan('Products', 'r')
  return useMemo(
    () => [
      fieldOf('name', t('price.product'), {
        href: ({ productId }) => (mayOpen ? `/products/${productId}` : null),
        sort: 'name',
      }),
      fieldOf('sku', t('price.sku'), { kind: 'code', sort: 'sku' }),
      fieldOf('status', t('price.status'), {
        cell: ({ status }) => <KnownTag kind="product status" value={status} tones={tones} word={statusWord} />,
        sort: 'status',
      }),
      fieldOf('msrp', t('price.msrp'), {
        path: 'priceMsrp',
        kind: 'money',
        currency: ({ currencyId }) => codeOf(currencyId),
        precise: true,
        sort: 'msrp',
      }),
    ],
    [t, statusWord, mayOpen, codeOf],
  )
}

/** The columns of a list's prices, with the actions on each. */
export function useItemColumns(
  list: PriceList | undefined,
  { codeOf }: Pricing,
  onDo: (doing: Doing) => void,
): Column<PriceListItem>[] {
  const { t } = useTranslation('priceLists')
  const { language } = useLocale()
  const common = useProductColumns(codeOf)
  const blocked = useBlocked()(list?.blocked.update)
  const currency = list?.currencyCode
  const isReadable = list?.accountName !== null
  const discountOf = ({ customPriceDiscountType: type, customPriceDiscountAmount: amount }: PriceListItem) =>
    type === null || amount === null
      ? null
      : type === 'percentage'
        ? formatPercentage(amount / 100, language, 4)
        : formatMoney(amount, currency, language, { precise: true })
  return [
    ...common,
    fieldOf('price', t('price.price'), {
      path: 'customPrice',
      kind: 'money',
      currency: () => currency,
      precise: true,
      sort: 'price',
      cell: ({ customPrice, quantityBreaks }) => (
        <>
          <Money amount={customPrice} currency={currency} precise />
          <Breaks
            breaks={quantityBreaks}
            currency={currency}
            words={(from, price) => t('breaks.line', { from, price })}
          />
        </>
      ),
    }),
    fieldOf('discount', t('price.discount'), {
      cell: (item) => discountOf(item) ?? <NoValue />,
      text: (item) => discountOf(item) ?? '',
      align: 'right',
    }),
    fieldOf('below', t('price.below'), {
      cell: (item) => {
        const percent = below(item)
        return <Percentage ratio={percent === null ? null : percent / 100} />
      },
      text: (item) => String(below(item) ?? ''),
      align: 'right',
      sort: 'below',
    }),
    fieldOf('extendedDescription', t('price.description'), { hidden: true, card: 'wide' }),
    {
      id: 'actions',
      header: '',
      align: 'right',
      hideable: false,
      card: 'corner',
      cell: (item) => (
        <ActionMenu
          label={t('detail.actionsOf', { product: item.name })}
          actions={[
            { label: t('detail.changePrice'), blocked, onClick: () => onDo({ what: 'update', item }) },
            ...(isReadable
              ? [{ label: t('detail.priceHistory'), onClick: () => onDo({ what: 'history', item }) }]
              : []),
            {
              label: t('detail.removeItem'),
              blocked,
              destructive: true,
              onClick: () => onDo({ what: 'remove', item }),
            },
          ]}
        />
      ),
    },
  ]
}
