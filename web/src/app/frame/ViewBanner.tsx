import { IconEye } from '@tabler/icons-react'
import { users, type View } from '@trellis/contract/users'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { DateTime } from '../../ui/DateTime.tsx'
import { Stack, Text } from '../../ui/layout.tsx'
import { callWith } from '../calls.ts'
import { leaveView } from '../view.ts'
import styles from './ViewBanner.module.css'

/** The longest wait of a browser's timer, in milliseconds; a view is much shorter. */
const longestTimer = 2 ** 31 - 1

/** Says on every screen as whom the reader looks at the portal, and ends it. */
export default function ViewBanner({ view }: { view: View }) {
  const { t } = useTranslation(['common', 'profile'])
  const { userId, fullName, accountName, endDate, hiddenModules } = view
  const [ending, setEnding] = useState(false)
  useEffect(() => {
    const left = Math.min(Math.max(Date.parse(endDate) - Date.now(), 0), longestTimer)
    const timer = window.setTimeout(leaveView, left)
    return () => window.clearTimeout(timer)
  }, [endDate])
  async function end() {
    setEnding(true)
    // When the server cannot be told, the view ends there by itself.
    await callWith(users.endView, { params: { id: userId } }, { own: true }).catch(() => undefined)
    leaveView()
  }
  return (
    <aside className={styles.banner} aria-label={t('view.label')}>
      <IconEye size={20} stroke={1.6} aria-hidden className={styles.icon} />
      <Stack gap="none" style={{ minWidth: 0 }}>
        <Text as="p" role="status">
          <strong>{t('view.as', { name: fullName, account: accountName })}</strong>
        </Text>
        <Text as="p" kind="small">
          {t('view.until')} <DateTime value={endDate} />
          {hiddenModules.length > 0 &&
            ` · ${t('view.hidden', { modules: hiddenModules.map((module) => t(`profile:permissions.modules.${module}`)).join(', ') })}`}
        </Text>
      </Stack>
      <Button onClick={end} loading={ending} size="sm" className={styles.end}>
        {t('view.end')}
      </Button>
    </aside>
  )
}
