import { Button } from '@mantine/core'
import type { Order } from '@trellis/contract/orders'
import { text } from '@trellis/contract/values'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form, FormActions, useZodForm } from '../../ui/form.tsx'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import { TextField } from '../../ui/TextField.tsx'

type What = 'orderRefCode' | 'orderNote'

interface EditTextDialogProps {
  /** Which of the two texts is being edited; null when closed. */
  what: What | null
  order: Order
  onClose: () => void
  onSave: (change: { orderRefCode: string | null } | { orderNote: string | null }) => Promise<unknown>
}

/** Edits the reference code or the notes of an order. */
export function EditTextDialog({ what, order, onClose, onSave }: EditTextDialogProps) {
  const { t } = useTranslation('orders')
  return (
    <Dialog
      opened={what !== null}
      onClose={onClose}
      title={what === 'orderNote' ? t('detail.changeNote') : t('detail.changeRefCode')}
      size="sm"
    >
      {what === 'orderRefCode' && <RefCodeForm order={order} onClose={onClose} onSave={onSave} />}
      {what === 'orderNote' && <NoteForm order={order} onClose={onClose} onSave={onSave} />}
    </Dialog>
  )
}

type TextFormProps = Omit<EditTextDialogProps, 'what'>

const orNull = (typed: string) => (typed.trim() === '' ? null : typed)

const RefCode = z.object({ orderRefCode: text() })

function RefCodeForm({ order, onClose, onSave }: TextFormProps) {
  const { t } = useTranslation('orders')
  const form = useZodForm(RefCode, { orderRefCode: order.orderRefCode ?? '' })
  return (
    <Form
      form={form}
      guard={false}
      label={t('detail.changeRefCode')}
      onSubmit={async ({ orderRefCode }) => {
        await onSave({ orderRefCode: orNull(orderRefCode.trim()) })
        onClose()
      }}
    >
      <TextField control={form.control} name="orderRefCode" label={t('refCode')} autoFocus />
      <Actions onClose={onClose} />
    </Form>
  )
}

const Note = z.object({ orderNote: text(2000) })

function NoteForm({ order, onClose, onSave }: TextFormProps) {
  const { t } = useTranslation('orders')
  const form = useZodForm(Note, { orderNote: order.orderNote ?? '' })
  return (
    <Form
      form={form}
      guard={false}
      label={t('detail.changeNote')}
      onSubmit={async ({ orderNote }) => {
        await onSave({ orderNote: orNull(orderNote) })
        onClose()
      }}
    >
      <TextAreaField control={form.control} name="orderNote" label={t('note')} maximum={2000} rows={6} />
      <Actions onClose={onClose} />
    </Form>
  )
}

function Actions({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['orders', 'ui'])
  return (
    <FormActions submit={t('orders:detail.save')}>
      <Button variant="default" onClick={onClose}>
        {t('ui:cancel')}
      </Button>
    </FormActions>
  )
}
