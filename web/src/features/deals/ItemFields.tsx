import { useCallback } from 'react'
import { type FieldError, get, useFormContext, useFormState } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { LineEditing } from '../../app/lines/LineEditing.tsx'
import type { Line, Offer, Offers } from '../../app/lines/lines.ts'
import { Empty } from '../../ui/Empty.tsx'
import { Money } from '../../ui/Money.tsx'
import { Panel } from '../../ui/Panel.tsx'
import type { NewDealInput, NewDealValues } from './newDeal.ts'

interface ItemFieldsProps {
  offered: Offers
  currency: string | null
}

/** The products of a new deal, at the list prices of its owner. */
export function ItemFields({ offered, currency }: ItemFieldsProps) {
  const { t } = useTranslation('deals')
  const form = useFormContext<NewDealInput, unknown, NewDealValues>()
  const { errors } = useFormState({ control: form.control, name: 'items' })
  const lines = form.watch('items').map(({ qt, ...item }): Line => ({ ...item, quantity: qt }))
  const asideOf = useCallback(({ price }: Offer) => <Money amount={price} currency={currency} precise />, [currency])
  return (
    <Panel title={t('items')}>
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
    </Panel>
  )
}
