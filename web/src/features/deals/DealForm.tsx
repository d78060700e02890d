import type { Deal } from '@trellis/contract/deal-answers'
import { dealStatuses } from '@trellis/contract/deal-states'
import { deals } from '@trellis/contract/deals'
import { externalIdsText } from '@trellis/contract/external-ids'
import { text } from '@trellis/contract/values'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { ExternalIdsField } from '../../app/ExternalIdsField.tsx'
import { ExternalIdsInput, externalIdsChange } from '../../app/externalIds.ts'
import { ChangedMeanwhile } from '../../app/live/ChangedMeanwhile.tsx'
import { useWrite } from '../../app/useWrite.ts'
import { DateField } from '../../ui/DateField.tsx'
import { dayIn } from '../../ui/days.ts'
import { FieldRow, Form, FormActions, inputsOf, useZodForm } from '../../ui/form.tsx'
import { Text } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import { epochOf } from './time.ts'
import { useWhyNot } from './useWhyNot.ts'

const Values = z.object({
  description: text(2000),
  estimatedCloseDate: z.nullable(z.string()),
  chanceOfClosure: z.int().check(z.minimum(0), z.maximum(100)),
  dealStatus: z.enum(dealStatuses),
  externalIds: ExternalIdsInput,
})

interface DealFormProps {
  deal: Deal
  onChanged: (deal: Deal) => void
}

/** What the vendor of a deal changes: description, status, estimated close, chance and the ids of other systems. */
export function DealForm({ deal, onChanged }: DealFormProps) {
  const { t } = useTranslation('deals')
  return (
    <Panel title={t('form.change')}>
      <Changing key={deal.dealId} deal={deal} onChanged={onChanged} />
    </Panel>
  )
}

function Changing({ deal, onChanged }: DealFormProps) {
  const { t } = useTranslation('deals')
  const { timeZone } = useLocale()
  const blocked = useWhyNot()(deal, 'update')
  const closes = deal.estimatedCloseDate === null ? null : dayIn(timeZone, new Date(deal.estimatedCloseDate))
  const fresh = {
    description: deal.description ?? '',
    estimatedCloseDate: closes,
    chanceOfClosure: deal.chanceOfClosure,
    dealStatus: deal.status,
    externalIds: externalIdsText(deal.externalIds),
  }
  const form = useZodForm(Values, fresh)
  const input = inputsOf(form)
  const update = useWrite(deals.update, {
    invalidates: ['/deals'],
    success: 'deals:toast.updated',
    failure: 'deals:toast.updateError',
    onSuccess: onChanged,
    of: () => deal,
  })
  const isOff = blocked !== null
  return (
    <Form
      form={form}
      label={t('deal')}
      onSubmit={({ description, estimatedCloseDate, externalIds, ...values }) =>
        update.mutateAsync({
          params: { id: deal.dealId },
          body: {
            ...values,
            externalIds: externalIdsChange(externalIds, deal.externalIds) ?? {},
            description: description.trim() || null,
            // The same day as before keeps its exact instant.
            ...(estimatedCloseDate === closes ? {} : { estimatedCloseDate: epochOf(estimatedCloseDate) }),
          },
        })
      }
    >
      <TextAreaField {...input('description')} label={t('description')} maximum={2000} disabled={isOff} />
      <FieldRow>
        <SelectField
          {...input('dealStatus')}
          label={t('statusName')}
          required
          disabled={isOff}
          options={dealStatuses.map((value) => ({ value, label: t(`status.${value}`) }))}
        />
        <DateField {...input('estimatedCloseDate')} label={t('estimatedCloseDate')} disabled={isOff} />
        <NumberField {...input('chanceOfClosure')} label={t('chance')} unit="%" maximum={100} disabled={isOff} />
      </FieldRow>
      <ExternalIdsField
        {...input('externalIds')}
        label={t('externalIds')}
        description={t('externalIdsText')}
        disabled={isOff}
      />
      <ChangedMeanwhile
        form={form}
        fresh={fresh}
        kind="deal"
        id={deal.dealId}
        labels={{
          description: t('description'),
          estimatedCloseDate: t('estimatedCloseDate'),
          chanceOfClosure: t('chance'),
          dealStatus: t('statusName'),
          externalIds: t('externalIds'),
        }}
      />
      {isOff ? (
        <Text as="p" kind="quiet">
          {blocked}
        </Text>
      ) : (
        <FormActions submit={t('update')} disabled={!form.formState.isDirty} />
      )}
    </Form>
  )
}
