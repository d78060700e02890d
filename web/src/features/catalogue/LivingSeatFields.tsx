import { seatReclaimDaysAtMost, selfReleasesAtMost } from '@trellis/contract/catalogue'
import { useTranslation } from 'react-i18next'
import { FieldRow, type ZodForm } from '../../ui/form.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import type { ProductInput, ProductOutput } from './productDraft.ts'

/** What devices and users of a key may do with its seats without support (rules K29, K31). */
export function LivingSeatFields({ form }: { form: ZodForm<ProductInput, ProductOutput> }) {
  const { t } = useTranslation('productForm')
  return (
    <FieldRow>
      <NumberField
        control={form.control}
        name="seatReclaimDays"
        label={t('livingSeats.reclaimDaysLabel')}
        description={t('livingSeats.reclaimDaysText')}
        minimum={1}
        maximum={seatReclaimDaysAtMost}
      />
      <NumberField
        control={form.control}
        name="selfReleases"
        label={t('livingSeats.selfReleasesLabel')}
        description={t('livingSeats.selfReleasesText')}
        maximum={selfReleasesAtMost}
        required
      />
    </FieldRow>
  )
}
