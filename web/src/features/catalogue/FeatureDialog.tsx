import { type Feature, NewFeature, productTypes } from '@trellis/contract/product-types'
import { useTranslation } from 'react-i18next'
import { type TextKey, useWrite } from '../../app/useWrite.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form, FormActions, useZodForm } from '../../ui/form.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { featureTypes } from './featureTypes.ts'

interface FeatureDialogProps {
  /** The feature to edit, `new` to create one, null when closed. */
  feature: Feature | 'new' | null
  onClose: () => void
}

const outcome = {
  invalidates: ['/productsType'],
  success: 'productTypes:productFeatureSaveSuccess' satisfies TextKey,
  failure: 'productTypes:productFeatureSaveError' satisfies TextKey,
} as const

export default function FeatureDialog({ feature, onClose }: FeatureDialogProps) {
  const { t } = useTranslation('productTypes')
  const own = feature === 'new' ? null : feature
  const title = own === null ? t('featurePage.addTitle') : t('featurePage.editTitle', { feature: own.name })
  return (
    <Dialog opened={feature !== null} onClose={onClose} title={title}>
      {feature !== null && <FeatureForm key={own?.id} feature={own} title={title} onClose={onClose} />}
    </Dialog>
  )
}

/** Creates a feature, or edits one: its value type stays as it is. */
function FeatureForm({ feature, title, onClose }: { feature: Feature | null; title: string; onClose: () => void }) {
  const { t } = useTranslation('productTypes')
  const { name = '', description = '', typeId } = feature ?? {}
  const form = useZodForm(NewFeature, { name, description, ...(typeId !== undefined && { typeId }) })
  const create = useWrite(productTypes.createFeature, outcome)
  const update = useWrite(productTypes.updateFeature, outcome)
  return (
    <Form
      form={form}
      guard={false}
      label={title}
      onSubmit={async (body) => {
        const { typeId: _, ...rest } = body
        await (feature ? update.mutateAsync({ params: { id: feature.id }, body: rest }) : create.mutateAsync({ body }))
        onClose()
      }}
    >
      <TextField control={form.control} name="name" label={t('name')} required autoFocus />
      <TextAreaField control={form.control} name="description" label={t('descriptionField')} maximum={2000} required />
      {feature === null && (
        <SelectField
          control={form.control}
          name="typeId"
          label={t('valueType')}
          description={t('featurePage.typeText')}
          required
          options={featureTypes.map(({ id, name }) => ({ value: id, label: t(`types.${name}`) }))}
        />
      )}
      <FormActions submit={feature ? t('save') : t('featurePage.addSubmit')} onCancel={onClose} />
    </Form>
  )
}
