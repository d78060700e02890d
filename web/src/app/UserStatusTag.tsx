import { type UserStatus, userStatuses } from '@trellis/contract/identity'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { StatusTag, type Tone } from '../ui/StatusTag.tsx'

/** The colour of each status (rules P1). */
const toneOf: Record<UserStatus, Tone> = {
  user_pending: 'warning',
  user_active: 'success',
  user_suspended: 'error',
}

const isKnown = (status: string): status is UserStatus => (userStatuses as readonly string[]).includes(status)

/** An unknown status is shown as suspended, and logged (rules V10). */
export function UserStatusTag({ status }: { status: string }) {
  const { t } = useTranslation()
  const known = isKnown(status)
  useEffect(() => {
    if (!known) console.info(`Unknown user status: ${status}`)
  }, [known, status])
  const shown = known ? status : 'user_suspended'
  return <StatusTag tone={toneOf[shown]}>{t(`userStatus.${shown}`)}</StatusTag>
}
