import { perpetualYears } from '@trellis/contract/values'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldGroup, type ZodForm } from '../../ui/form.tsx'
import { Columns } from '../../ui/layout.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { SwitchField } from '../../ui/SwitchField.tsx'
import type { ProductInput, ProductOutput } from './productDraft.ts'

interface DurationFieldsProps {
  form: ZodForm<ProductInput, ProductOutput>
  of: 'license' | 'maintenance'
}

/**
 * Years, months and days, or perpetual, which is stored as 255 years. Switching perpetual off restores the
 * typed values.
 */
export function DurationFields({ form, of }: DurationFieldsProps) {
  const { t } = useTranslation(['products', 'productForm'])
  const isPerpetual = form.watch(`${of}IsPerpetual`)
  const typed = useRef(0)
  const years = `${of}DurationYears` as const
  const turn = (isOn: boolean) => {
    const now = form.getValues(years)
    if (isOn) typed.current = typeof now === 'number' && now !== perpetualYears ? now : 0
    form.setValue(years, isOn ? perpetualYears : typed.current, { shouldDirty: true, shouldValidate: true })
  }
  return (
    <FieldGroup legend={t(`${of}Duration`)}>
      <SwitchField
        control={form.control}
        name={`${of}IsPerpetual`}
        label={t(`productForm:${of}IsPerpetual`)}
        description={t('productForm:perpetualText', { years: perpetualYears })}
        onChosen={turn}
      />
      <Columns gap="md" min="6rem">
        <NumberField
          control={form.control}
          name={years}
          label={t('productForm:years')}
          maximum={perpetualYears}
          disabled={isPerpetual}
          required
        />
        <NumberField
          control={form.control}
          name={`${of}DurationMonths`}
          label={t('productForm:months')}
          maximum={255}
          disabled={isPerpetual}
          required
        />
        <NumberField
          control={form.control}
          name={`${of}DurationDays`}
          label={t('productForm:days')}
          maximum={3650}
          disabled={isPerpetual}
          required
        />
      </Columns>
    </FieldGroup>
  )
}
