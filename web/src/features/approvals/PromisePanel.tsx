import { ApprovalPromise, approvalRules } from '@trellis/contract/approvals'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../app/useWrite.ts'
import { FieldRow, Form, FormActions, inputsOf, useZodForm } from '../../ui/form.tsx'
import { Stack } from '../../ui/layout.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { Panel } from '../../ui/Panel.tsx'

/** Within how many hours the own account decides (rules G42). */
export function PromisePanel({ promise, mayChange }: { promise: ApprovalPromise; mayChange: boolean }) {
  const { t } = useTranslation('approvals')
  const form = useZodForm(ApprovalPromise, promise)
  const input = inputsOf(form)
  const save = useWrite(approvalRules.promise, {
    invalidates: ['/approvalRules', '/orders', '/deals'],
    success: 'approvals:promise.saved',
    onSuccess: (saved) => form.reset(saved),
  })
  return (
    <Panel title={t('promise.title')} description={t('promise.text')}>
      <Form
        form={form}
        label={t('promise.title')}
        onSubmit={(body) => save.mutateAsync({ body: { orderHours: body.orderHours, ebidHours: body.ebidHours } })}
      >
        <Stack>
          <FieldRow>
            <NumberField
              {...input('orderHours')}
              label={t('promise.orderHours')}
              unit={t('promise.hours')}
              minimum={1}
              maximum={720}
              disabled={!mayChange}
            />
            <NumberField
              {...input('ebidHours')}
              label={t('promise.ebidHours')}
              unit={t('promise.hours')}
              minimum={1}
              maximum={720}
              disabled={!mayChange}
            />
          </FieldRow>
          {mayChange && <FormActions submit={t('promise.save')} />}
        </Stack>
      </Form>
    </Panel>
  )
}
