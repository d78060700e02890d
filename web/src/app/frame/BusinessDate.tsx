import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatDay } from '../../ui/format.ts'
import { useLocale } from '../../ui/locale.tsx'
import { businessNow } from '../../ui/now.ts'
import { tenantQuery, useTenant } from '../me.ts'
import { askForTenant } from '../tenant.ts'

/** Milliseconds after which the sandbox is asked for its clock again, which somebody else may move. */
const clockEvery = 60_000

/** The business date of a sandbox whose clock was moved; nothing while it was not (decision 158). */
export default function BusinessDate() {
  const { t } = useTranslation('settings')
  const locale = useLocale()
  const { secondsAhead } = useTenant()
  useQuery({ ...tenantQuery(), queryFn: askForTenant, refetchInterval: clockEvery })
  if (secondsAhead === 0) return null
  const date = formatDay(new Date(businessNow()), locale)
  return (
    <span data-business-date title={t('clock.shown', { date })}>
      {date}
    </span>
  )
}
