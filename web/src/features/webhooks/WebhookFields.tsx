import { kindsOfTypes } from '@trellis/contract/events'
import type { WebhookUpdate } from '@trellis/contract/webhooks'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod/mini'
import { inputsOf, type ZodForm } from '../../ui/form.tsx'
import { Stack } from '../../ui/layout.tsx'
import { MultiSelectField } from '../../ui/MultiSelectField.tsx'
import { TextField } from '../../ui/TextField.tsx'

export type WebhookValues = z.input<typeof WebhookUpdate>

const options = [...kindsOfTypes.keys()].sort().map((type) => ({ value: type, label: type }))

export function WebhookFields({ form, autoFocus = false }: FieldsProps) {
  const { t } = useTranslation('webhooks')
  const input = inputsOf(form)
  return (
    <Stack>
      <TextField
        {...input('url')}
        label={t('url')}
        description={t('urlText')}
        maximum={2000}
        required
        autoFocus={autoFocus}
      />
      <MultiSelectField {...input('types')} label={t('types')} description={t('typesText')} options={options} />
      <TextField {...input('description')} label={t('description')} maximum={200} />
    </Stack>
  )
}

interface FieldsProps {
  form: ZodForm<WebhookValues, z.output<typeof WebhookUpdate>>
  autoFocus?: boolean
}
