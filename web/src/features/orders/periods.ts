import { useTranslation } from 'react-i18next'
import { addDays, dayIn } from '../../ui/days.ts'
import { useLocale } from '../../ui/locale.tsx'
import { businessNow } from '../../ui/now.ts'
import type { DatePreset } from '../../ui/table/filters.ts'

/** Presets of the date filter, as days in the reader's time zone. */
export function usePeriods(): DatePreset[] {
  const { t } = useTranslation('orders')
  const { timeZone } = useLocale()
  const today = dayIn(timeZone, new Date(businessNow()))
  return [
    { label: t('presets.last7'), from: addDays(today, -6), to: today },
    { label: t('presets.last30'), from: addDays(today, -29), to: today },
    { label: t('presets.thisMonth'), from: `${today.slice(0, 8)}01`, to: today },
    { label: t('presets.thisYear'), from: `${today.slice(0, 5)}01-01`, to: today },
  ]
}
