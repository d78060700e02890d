import { useCallback } from 'react'
import { type FieldError, get, useFormContext, useFormState } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { LineEditing } from '../../app/lines/LineEditing.tsx'
import type { Offers } from '../../app/lines/lines.ts'
import { Empty } from '../../ui/Empty.tsx'
import { Stack, Text } from '../../ui/layout.tsx'
import { Money } from '../../ui/Money.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { linesAt, type NewDealInput, type NewDealValues } from './newDeal.ts'
import type { DealOffer } from './useDealProducts.ts'

interface ItemFieldsProps {
  offered: Offers<DealOffer>
  currency: string | null
}

/** The products of a deal, as a section of a form. */
export function ItemFields(props: ItemFieldsProps) {
  const { t } = useTranslation('deals')
  return (
    <Panel title={t('items')}>
      <ItemInputs {...props} />
    </Panel>
  )
}

/** The products of a deal, at what its vendor pays. */
export function ItemInputs({ offered, currency }: ItemFieldsProps) {
  const { t } = useTranslation('deals')
  const form = useFormContext<NewDealInput, unknown, NewDealValues>()
  const { errors } = useFormState({ control: form.control, name: 'items' })
  const lines = linesAt(form.watch('items'), offered.offers)
  const asideOf = useCallback(
    ({ price, msrp, msrpCurrency }: DealOffer) => (
      <Stack gap="none" align="end">
        <Money amount={price} currency={currency} precise />
        <Text kind="small">
          {t('msrp')} <Money amount={msrp} currency={msrpCurrency} precise />
        </Text>
      </Stack>
    ),
    [currency, t],
  )
  return (
    <LineEditing
      offered={offered}
      none={<Empty title={t('form.noProducts')}>{t('form.noProductsText')}</Empty>}
      asideOf={asideOf}
      label={t('items')}
      lines={lines}
      currency={currency}
      quantityName="qt"
      faultAt={(path) => (get(errors, path) as FieldError | undefined)?.message}
      onChange={(change) => {
        // The schema of the form refuses a quantity that is not there.
        const items = change(lines).map(({ quantity, ...item }) => ({
          ...item,
          qt: quantity,
        })) as NewDealInput['items']
        form.setValue('items', items, { shouldDirty: true, shouldTouch: true })
        form.clearErrors('items')
      }}
    />
  )
}
