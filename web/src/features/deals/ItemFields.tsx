import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { maximumQuantity } from '@trellis/contract/values'
import { type Ref, useCallback } from 'react'
import { useFormContext, useFormState } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { amountOfLine } from '../../app/amounts.ts'
import { Empty } from '../../ui/Empty.tsx'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { Stack, Text } from '../../ui/layout.tsx'
import { Money } from '../../ui/Money.tsx'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { type SearchOption, SearchSelect } from '../../ui/SearchSelect.tsx'
import { Lines } from '../../ui/Skeletons.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { flatten, search } from '../../ui/tree.ts'
import styles from './deals.module.css'
import { type Item, itemOf, type NewDealInput, type NewDealValues } from './newDeal.ts'
import type { Offered } from './useDealProducts.ts'

/** Maximum number of options; typing finds the others. */
const atMost = 50

interface ItemFieldsProps {
  offered: Offered
  picker: Ref<HTMLInputElement>
  currency: string | null
}

/** The products of a new deal: found by name or SKU, with quantities. */
export function ItemFields({ offered: { products, error, retry }, picker, currency }: ItemFieldsProps) {
  const { t } = useTranslation('deals')
  const form = useFormContext<NewDealInput, unknown, NewDealValues>()
  const items = form.watch('items')
  const { errors } = useFormState({ control: form.control, name: 'items' })
  const load = useCallback(
    async (typed: string): Promise<SearchOption[]> => {
      const byId = new Map(products?.map((product) => [product.productId, product]))
      const leaves = flatten(
        (products ?? []).map(({ productId, productName, sku }) => ({ id: productId, name: productName, hint: sku })),
      )
      return search(leaves, typed)
        .slice(0, atMost)
        .flatMap(({ node }) => {
          const product = byId.get(node.id)
          if (product === undefined) return []
          const { productId, productName, sku, priceMSRP, currencyCode } = product
          return {
            value: productId,
            label: productName,
            hint: sku,
            aside: <Money amount={priceMSRP} currency={currencyCode} precise />,
          }
        })
    },
    [products],
  )
  const become = (next: Item[]) => form.setValue('items', next, { shouldDirty: true, shouldTouch: true })
  const add = (productId: string) => {
    const product = products?.find((each) => each.productId === productId)
    if (product === undefined) return
    const known = items.some((item) => item.productId === productId)
    become(
      known
        ? items.map((item) => (item.productId === productId ? { ...item, qt: item.qt + 1 } : item))
        : [...items, itemOf(product)],
    )
    form.clearErrors('items')
  }
  return (
    <Panel title={t('items')}>
      {error ? (
        <ErrorBlock error={error} title={t('form.productsFailed')} retry={retry} shape="line" />
      ) : products === undefined ? (
        <Lines count={3} />
      ) : products.length === 0 ? (
        <Empty title={t('form.noProducts')}>{t('form.noProductsText')}</Empty>
      ) : (
        <Stack>
          <SearchSelect
            ref={picker}
            label={t('form.addProduct')}
            placeholder={t('form.addProductPlaceholder')}
            load={load}
            value={null}
            onChange={(option) => option && add(option.value)}
          />
          {items.length === 0 ? (
            <Text kind="quiet">{t('form.nothingAdded')}</Text>
          ) : (
            <Stack as="ul" gap="none" aria-label={t('items')}>
              {items.map((item, index) => (
                <li key={item.productId} className={styles.line}>
                  <Stack gap="none">
                    <Text kind="strong">{item.name}</Text>
                    <Text kind="small">
                      {item.sku} · <Money amount={item.price} currency={currency} precise />
                    </Text>
                    {errors.items?.[index]?.productId && (
                      <Text kind="error" role="alert">
                        {errors.items[index].productId.message}
                      </Text>
                    )}
                  </Stack>
                  <NumberInput
                    aria-label={t('form.quantityOf', { product: item.name })}
                    name={`items.${index}.qt`}
                    value={item.qt}
                    minimum={1}
                    maximum={maximumQuantity}
                    error={errors.items?.[index]?.qt?.message}
                    onChange={(qt) =>
                      become(items.map((each, at) => (at === index ? { ...each, qt: qt as number } : each)))
                    }
                  />
                  <Text>
                    <Money
                      amount={amountOfLine({ quantity: item.qt, price: item.price }, currency)}
                      currency={currency}
                    />
                  </Text>
                  <Tooltip label={t('form.remove', { product: item.name })}>
                    <ActionIcon
                      aria-label={t('form.remove', { product: item.name })}
                      onClick={() => become(items.toSpliced(index, 1))}
                    >
                      <IconTrash size={16} aria-hidden />
                    </ActionIcon>
                  </Tooltip>
                </li>
              ))}
            </Stack>
          )}
        </Stack>
      )}
    </Panel>
  )
}
