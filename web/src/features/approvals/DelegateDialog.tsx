import { useQuery } from '@tanstack/react-query'
import { delegations, maximumDelegationDays } from '@trellis/contract/approvals'
import { Day, Id } from '@trellis/contract/values'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useWrite } from '../../app/useWrite.ts'
import { DateField } from '../../ui/DateField.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { addDays, dayIn } from '../../ui/days.ts'
import { FieldRow, Form, FormActions, inputsOf, useZodForm } from '../../ui/form.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { businessNow } from '../../ui/now.ts'
import { SelectField } from '../../ui/SelectField.tsx'
import { startOfDay } from '../../ui/wallClock.ts'
import { candidatesQuery } from './queries.ts'

const Draft = z.object({ toUserId: Id, startDate: Day, endDate: Day })

/** Names a colleague who stands in from the beginning of a day to the end of another, by the reader's clock. */
export default function DelegateDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('approvals')
  const { timeZone } = useLocale()
  const today = dayIn(timeZone, new Date(businessNow()))
  const form = useZodForm<z.input<typeof Draft>, z.output<typeof Draft>>(Draft, { startDate: today })
  const input = inputsOf(form)
  const candidates = useQuery(candidatesQuery)
  const create = useWrite(delegations.create, { invalidates: ['/delegations'], success: 'approvals:delegates.saved' })
  const start = form.watch('startDate')
  return (
    <Dialog opened onClose={onClose} title={t('delegates.add')}>
      <Form
        form={form}
        guard={false}
        label={t('delegates.add')}
        onSubmit={async ({ toUserId, startDate, endDate }) => {
          await create.mutateAsync({
            body: {
              toUserId,
              startDate: startOfDay(startDate, timeZone),
              endDate: startOfDay(addDays(endDate, 1), timeZone),
            },
          })
          onClose()
        }}
      >
        <SelectField
          {...input('toUserId')}
          label={t('delegates.to')}
          required
          loading={candidates.isPending}
          empty={t('delegates.noCandidates')}
          options={(candidates.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
        <FieldRow>
          <DateField {...input('startDate')} label={t('delegates.from')} minimum={today} required />
          <DateField
            {...input('endDate')}
            label={t('delegates.until')}
            minimum={start ?? today}
            maximum={addDays(start ?? today, maximumDelegationDays - 1)}
            required
          />
        </FieldRow>
        <FormActions submit={t('form.save')} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
