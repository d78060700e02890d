import { productTypes } from '@trellis/contract/product-types'
import { requiredText, text } from '@trellis/contract/values'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useWrite } from '../../app/useWrite.ts'
import { Form, FormActions, useZodForm } from '../../ui/form.tsx'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import { TextField } from '../../ui/TextField.tsx'

const Draft = z.object({ name: requiredText(), description: text(2000) })

interface NewTypeFormProps {
  onCancel: () => void
  onCreated: (id: string) => void
}

/** Creates a type with name and description; features are added afterwards. */
export default function NewTypeForm({ onCancel, onCreated }: NewTypeFormProps) {
  const { t } = useTranslation('productTypes')
  const form = useZodForm(Draft, { name: '', description: '' })
  const create = useWrite(productTypes.create, {
    invalidates: ['/productsType'],
    success: 'productTypes:productTypeCreateSuccess',
    failure: 'productTypes:productTypeCreateError',
  })
  return (
    <Form
      form={form}
      guard={false}
      label={t('addTitle')}
      onSubmit={async ({ name, description }) => {
        const { id } = await create.mutateAsync({ body: { name, description: description.trim() || null } })
        onCreated(id)
      }}
    >
      <TextField control={form.control} name="name" label={t('name')} required autoFocus />
      <TextAreaField control={form.control} name="description" label={t('descriptionField')} maximum={2000} />
      <FormActions submit={t('addSubmit')} onCancel={onCancel} />
    </Form>
  )
}
