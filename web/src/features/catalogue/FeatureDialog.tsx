import { Button } from '@mantine/core'
import { type Feature, FeatureDraft, NewFeature, productTypes } from '@trellis/contract/product-types'
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

export function FeatureDialog({ feature, onClose }: FeatureDialogProps) {
  const { t } = useTranslation('productTypes')
  const isNew = feature === 'new'
  return (
    <Dialog
      opened={feature !== null}
      onClose={onClose}
      title={
        isNew || feature === null ? t('featurePage.addTitle') : t('featurePage.editTitle', { feature: feature.name })
      }
    >
      {isNew ? (
        <NewForm onClose={onClose} />
      ) : (
        feature !== null && <EditForm key={feature.id} feature={feature} onClose={onClose} />
      )}
    </Dialog>
  )
}

function NewForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('productTypes')
  const form = useZodForm(NewFeature, { name: '', description: '' })
  const create = useWrite(productTypes.createFeature, outcome)
  return (
    <Form
      form={form}
      guard={false}
      label={t('featurePage.addTitle')}
      onSubmit={async (body) => {
        await create.mutateAsync({ body })
        onClose()
      }}
    >
      <TextField control={form.control} name="name" label={t('name')} required autoFocus />
      <TextAreaField control={form.control} name="description" label={t('descriptionField')} maximum={2000} required />
      <SelectField
        control={form.control}
        name="typeId"
        label={t('valueType')}
        description={t('featurePage.typeText')}
        required
        options={featureTypes.map(({ id, name }) => ({ value: id, label: t(`types.${name}`) }))}
      />
      <FormActions submit={t('featurePage.addSubmit')}>
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
      </FormActions>
    </Form>
  )
}

function EditForm({ feature, onClose }: { feature: Feature; onClose: () => void }) {
  const { t } = useTranslation('productTypes')
  const form = useZodForm(FeatureDraft, { name: feature.name, description: feature.description })
  const update = useWrite(productTypes.updateFeature, outcome)
  return (
    <Form
      form={form}
      guard={false}
      label={t('featurePage.editTitle', { feature: feature.name })}
      onSubmit={async (body) => {
        await update.mutateAsync({ params: { id: feature.id }, body })
        onClose()
      }}
    >
      <TextField control={form.control} name="name" label={t('name')} required autoFocus />
      <TextAreaField control={form.control} name="description" label={t('descriptionField')} maximum={2000} required />
      <FormActions submit={t('save')}>
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
      </FormActions>
    </Form>
  )
}
