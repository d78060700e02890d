import type { Order, OrderUpdate } from '@trellis/contract/orders'
import { text } from '@trellis/contract/values'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { ChangedMeanwhile } from '../../app/live/ChangedMeanwhile.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form, FormActions, useZodForm } from '../../ui/form.tsx'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import { TextField } from '../../ui/TextField.tsx'

/** The texts that can be edited together; `invoice` is the provider and the number. */
export type Editable = 'refCode' | 'note' | 'invoice'

interface EditTextDialogProps {
  /** What is being edited; null when closed. */
  what: Editable | null
  order: Order
  onClose: () => void
  onSave: (change: OrderUpdate) => Promise<unknown>
}

/** Edits the reference code, the notes or the invoice of an order. */
export function EditTextDialog({ what, ...rest }: EditTextDialogProps) {
  const { t } = useTranslation('orders')
  return (
    <Dialog opened={what !== null} onClose={rest.onClose} title={what ? t(`detail.edit.${what}`) : ''} size="sm">
      {what && <Texts what={what} {...rest} />}
    </Dialog>
  )
}

const fields = {
  refCode: ['orderRefCode'],
  note: ['orderNote'],
  invoice: ['invoiceProvider', 'invoiceId'],
} as const

const Values = z.object({
  orderRefCode: text(),
  orderNote: text(2000),
  invoiceProvider: text(),
  invoiceId: text(),
})

function Texts({ what, order, onClose, onSave }: EditTextDialogProps & { what: Editable }) {
  const { t } = useTranslation(['orders', 'ui'])
  const { orderRefCode, orderNote, invoiceProvider, invoiceId } = order
  const fresh = {
    orderRefCode: orderRefCode ?? '',
    orderNote: orderNote ?? '',
    invoiceProvider: invoiceProvider ?? '',
    invoiceId: invoiceId ?? '',
  }
  const form = useZodForm(Values, fresh)
  const labelOf = (field: (typeof fields)[Editable][number]) =>
    field === 'orderNote' ? t('orders:note') : t(`orders:text.${field}`)
  return (
    <Form
      form={form}
      guard={false}
      label={t(`orders:detail.edit.${what}`)}
      onSubmit={async (values) => {
        await onSave(Object.fromEntries(fields[what].map((field) => [field, values[field].trim() || null])))
        onClose()
      }}
    >
      {fields[what].map((field, index) =>
        field === 'orderNote' ? (
          <TextAreaField
            key={field}
            control={form.control}
            name={field}
            label={labelOf(field)}
            maximum={2000}
            rows={6}
          />
        ) : (
          <TextField key={field} control={form.control} name={field} label={labelOf(field)} autoFocus={index === 0} />
        ),
      )}
      <ChangedMeanwhile
        form={form}
        fresh={fresh}
        kind="order"
        id={order.orderId}
        labels={Object.fromEntries(fields[what].map((field) => [field, labelOf(field)]))}
      />
      <FormActions submit={t('orders:detail.save')} onCancel={onClose} />
    </Form>
  )
}
