import type { Product, ProductStatus } from '@trellis/contract/catalogue'
import type { Currency } from '@trellis/contract/tenants'
import { useTranslation } from 'react-i18next'
import { useIsFirstStep } from '../../app/first-steps/FirstStep.tsx'
import { useCan } from '../../app/me.ts'
import { FieldRow, type ZodForm } from '../../ui/form.tsx'
import { Stack, Text } from '../../ui/layout.tsx'
import { MoneyField } from '../../ui/MoneyField.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { MsrpEffect } from './MsrpEffect.tsx'
import type { ProductInput, ProductOutput } from './productDraft.ts'

interface SaleFieldsProps {
  form: ZodForm<ProductInput, ProductOutput>
  currencies: readonly Currency[]
  product: Product | undefined
}

/** In the order of a product's life cycle. */
const statuses = ['Pending', 'Active', 'Deleted'] as const satisfies readonly ProductStatus[]

/** The price of a product, and whether it is for sale. */
export function SaleFields({ form, currencies, product }: SaleFieldsProps) {
  const { t } = useTranslation(['products', 'productForm'])
  const mayDelete = useCan('Products', 'd')
  const isFirst = useIsFirstStep()
  const [currencyId, status, priceMsrp] = form.watch(['currencyId', 'status', 'priceMsrp'])
  const currency = currencies.find((each) => each.currencyId === currencyId)
  const own = product && currencyId === product.currency.currencyId ? product.currency : undefined
  const name = currency?.currencyName ?? own?.currencyName
  return (
    <Stack>
      <FieldRow>
        <MoneyField
          control={form.control}
          name="priceMsrp"
          label={t('priceMsrp')}
          // The sign is the same for every currency (rules V8); the currency field is below.
          currency="$"
          required
        />
        <SelectField
          control={form.control}
          name="currencyId"
          label={t('currency')}
          placeholder={t('productForm:currencyOwn')}
          clearable={product === undefined}
          options={currencies.map(({ currencyId, currencyCode, currencyName }) => ({
            value: currencyId,
            label: `${currencyCode} · ${currencyName}`,
          }))}
        />
      </FieldRow>
      <Text as="p" kind="quiet">
        {name === undefined ? t('productForm:priceInOwn') : t('productForm:priceIn', { currency: name })}
      </Text>
      {product && typeof priceMsrp === 'number' && (
        <MsrpEffect product={product} priceMsrp={priceMsrp} currencyCode={currency?.currencyCode ?? null} />
      )}
      {product ? (
        <SelectField
          control={form.control}
          name="status"
          label={t('statusHeader')}
          description={t(`statusMeaning.${status}`)}
          required
          options={statuses.map((each) => ({
            value: each,
            label: t(`status.${each}`),
            disabled: each === 'Deleted' && !mayDelete && product.status !== 'Deleted',
          }))}
        />
      ) : (
        <Text as="p" kind="quiet">
          {t(isFirst ? 'productForm:active' : 'productForm:pending')}
        </Text>
      )}
    </Stack>
  )
}
