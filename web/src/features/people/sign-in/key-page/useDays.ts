import { useTranslation } from 'react-i18next'
import { rememberedTenant } from '../../../../app/tenant.ts'

/** Days, times and numbers of the page in the reader's language. */
export function useDays() {
  const { language } = useTranslation().i18n
  const timeZone = rememberedTenant()?.timeZone
  const written = (instant: string, format: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, format).format(new Date(instant))
  return {
    /** Keys end with a day of UTC (rules K5). */
    lastDay: (instant: string) => written(instant, { dateStyle: 'long', timeZone: 'UTC' }),
    /** In the tenant's time zone, wherever it is read. */
    day: (instant: string) => written(instant, { dateStyle: 'long', timeZone }),
    time: (instant: string) => written(instant, { dateStyle: 'medium', timeStyle: 'short', timeZone }),
    number: (value: number) => new Intl.NumberFormat(language).format(value),
  }
}
