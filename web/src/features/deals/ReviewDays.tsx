import { DealSettings } from '@trellis/contract/deal-changes'
import { maximumReviewDays } from '@trellis/contract/deal-states'
import { deals } from '@trellis/contract/deals'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../app/useWrite.ts'
import { Form, FormActions, inputsOf, useZodForm } from '../../ui/form.tsx'
import { Stack } from '../../ui/layout.tsx'
import { NumberField } from '../../ui/NumberField.tsx'

/** The form of how many days managers promise to decide in. */
export default function ReviewDays({ reviewDays, onClose }: { reviewDays: number; onClose: () => void }) {
  const { t } = useTranslation('deals')
  const form = useZodForm(DealSettings, { reviewDays })
  const change = useWrite(deals.changeSettings, { invalidates: ['/deals'], success: 'deals:toast.promiseChanged' })
  return (
    <Form
      form={form}
      guard={false}
      label={t('promise.title')}
      onSubmit={async (body) => {
        await change.mutateAsync({ body })
        onClose()
      }}
    >
      <Stack>
        <NumberField
          {...inputsOf(form)('reviewDays')}
          label={t('promise.days')}
          description={t('promise.daysText')}
          minimum={1}
          maximum={maximumReviewDays}
          required
          autoFocus
        />
        <FormActions submit={t('promise.save')} onCancel={onClose} />
      </Stack>
    </Form>
  )
}
