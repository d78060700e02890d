import type { UserStatus } from '@trellis/contract/identity'
import { useTranslation } from 'react-i18next'
import { StatusTag, type Tone } from '../ui/StatusTag.tsx'
import { isKnown } from './known.ts'

/** The colour of each status (rules P1). */
const toneOf: Record<UserStatus, Tone> = {
  user_pending: 'warning',
  user_active: 'success',
  user_suspended: 'error',
}

/** An unknown status is shown as suspended, and noted (rules V10). */
export function UserStatusTag({ status }: { status: string }) {
  const { t } = useTranslation()
  const shown = isKnown('user status', status, toneOf) ? status : 'user_suspended'
  return <StatusTag tone={toneOf[shown]}>{t(`userStatus.${shown}`)}</StatusTag>
}
