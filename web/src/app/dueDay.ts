import { formatDay } from '../ui/format.ts'
import { useLocale } from '../ui/locale.tsx'
import { useKnownTenant } from './me.ts'

/** Returns the words for the day on which a rule of the tenant begins: it is a day of the tenant's time zone (rules P33). */
export function useDueDay(): (instant: string) => string {
  const { language, timeZone } = useLocale()
  const zone = useKnownTenant()?.timeZone ?? timeZone
  return (instant) => formatDay(new Date(instant), { language, timeZone: zone })
}
