import { useQuery } from '@tanstack/react-query'
import { type PriceList, priceLists } from '@trellis/contract/price-lists'
import { requiredText } from '@trellis/contract/values'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { ChangedMeanwhile } from '../../app/live/ChangedMeanwhile.tsx'
import { useWrite } from '../../app/useWrite.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form, FormActions, useZodForm } from '../../ui/form.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { currenciesQuery } from './queries.ts'

interface EditListDialogProps {
  list: PriceList
  opened: boolean
  onClose: () => void
}

/** Edits the name of a price list, and its currency while the list is empty. */
export function EditListDialog(props: EditListDialogProps) {
  const { t } = useTranslation('priceLists')
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={t('edit.title')} size="sm">
      <EditForm {...props} />
    </Dialog>
  )
}

const Draft = z.object({ name: requiredText(), currencyId: z.int() })

function EditForm({ list, onClose }: EditListDialogProps) {
  const { t } = useTranslation('priceLists')
  const currencies = useQuery(currenciesQuery)
  const fresh = { name: list.name, currencyId: list.currencyId }
  const form = useZodForm(Draft, fresh)
  const update = useWrite(priceLists.update, {
    invalidates: ['/pricelists'],
    success: 'priceLists:updated',
    failure: 'priceLists:updateError',
    of: () => list,
  })
  const isEmpty = list.productCount === 0
  return (
    <Form
      form={form}
      guard={false}
      label={t('edit.title')}
      onSubmit={async (body) => {
        await update.mutateAsync({ params: { id: list.priceListId }, body })
        onClose()
      }}
    >
      <TextField control={form.control} name="name" label={t('form.name')} required autoFocus />
      <SelectField
        control={form.control}
        name="currencyId"
        label={t('form.currency')}
        description={isEmpty ? undefined : t('edit.currencyFixed')}
        required
        disabled={!isEmpty}
        loading={currencies.isPending}
        options={(currencies.data ?? []).map(({ currencyId: value, currencyCode, currencyName }) => ({
          value,
          label: `${currencyCode} · ${currencyName}`,
        }))}
      />
      <ChangedMeanwhile
        form={form}
        fresh={fresh}
        kind="price_list"
        id={list.priceListId}
        labels={{ name: t('form.name') }}
      />
      <FormActions submit={t('save')} onCancel={onClose} />
    </Form>
  )
}
