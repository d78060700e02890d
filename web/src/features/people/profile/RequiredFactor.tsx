import { useTranslation } from 'react-i18next'
import { useDueDay } from '../../../app/dueDay.ts'
import { useMe } from '../../../app/me.ts'
import { Notice } from '../../../ui/Notice.tsx'

/** Says that a second factor is required of the reader, and until when they can go on without (rules P33). */
export function RequiredFactor() {
  const { t } = useTranslation('passkeys')
  const dayOf = useDueDay()
  const { isRequired, dueDate } = useMe().secondFactor
  if (!isRequired) return null
  return (
    <Notice>{dueDate === null ? t('required.profile') : t('required.profileUntil', { day: dayOf(dueDate) })}</Notice>
  )
}
