import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useDueDay } from '../dueDay.ts'
import { meQuery } from '../me.ts'

/** The longest wait of a browser's timer, in milliseconds. */
const longestTimer = 2 ** 31 - 1

/** Says on every screen until when the reader can go on without a second factor, and leads through it then (rules P33). */
export default function FactorNotice({ date }: { date: string }) {
  const { t } = useTranslation('passkeys')
  const dayOf = useDueDay()
  const router = useRouter()
  const client = useQueryClient()
  const isOnProfile = useLocation({ select: ({ pathname }) => pathname.startsWith('/profile') })
  useEffect(() => {
    const left = Date.parse(date) - Date.now()
    if (left > longestTimer) return
    const lead = () => void client.refetchQueries(meQuery).then(() => router.invalidate())
    const timer = window.setTimeout(lead, Math.max(left, 0))
    return () => window.clearTimeout(timer)
  }, [date, router, client])
  if (isOnProfile) return null
  return (
    <div style={{ marginBottom: '1rem' }}>
      <Notice
        action={
          <LinkButton href="/profile" variant="default" size="xs">
            {t('required.setUp')}
          </LinkButton>
        }
      >
        {t('required.notice', { day: dayOf(date) })}
      </Notice>
    </div>
  )
}
