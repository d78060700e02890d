import { useQuery } from '@tanstack/react-query'
import { Outlet, useBlocker, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { LeaveGuard } from '../ui/leave.tsx'
import type { Links } from '../ui/link.tsx'
import { UiProvider } from '../ui/UiProvider.tsx'
import { showNothingGoing } from './afterPaint.ts'
import { formatTag, useFormatChoice } from './formatTag.ts'
import { languageOf } from './i18n.ts'
import { meQuery, useKnownTenant } from './me.ts'
import { styleNonce } from './nonce.ts'
import { RouterLink, targetOf } from './RouterLink.tsx'
import { useServerErrorWords } from './useErrorWords.tsx'

/**
 * Asks before a link of the application or "back" leaves a changed form; `useLeaveGuard` handles closing and
 * reloading the tab.
 */
const useRouterGuard: LeaveGuard = (dirty, mayLeave) => {
  const shouldBlockFn = async () => {
    // A navigation that is refused never ends.
    showNothingGoing()
    return !(await mayLeave())
  }
  useBlocker({ shouldBlockFn, disabled: !dirty, enableBeforeUnload: false })
}

const mantine = { getStyleNonce: () => styleNonce ?? '' }

/** The providers that every screen needs, inside the frame or not: theme, texts, links. */
export function Shell() {
  const { i18n } = useTranslation()
  const router = useRouter()
  const { data: me } = useQuery({ ...meQuery, enabled: false })
  const tenant = useKnownTenant()
  const [formats] = useFormatChoice()
  const links = useMemo<Links>(
    () => ({
      Link: RouterLink,
      prefetch: (href) => void router.preloadRoute(targetOf(href)).catch(() => undefined),
    }),
    [router],
  )
  return (
    <UiProvider
      language={formatTag(languageOf(i18n.resolvedLanguage) ?? 'en', formats, navigator.languages)}
      timeZone={me?.timeZone ?? 'UTC'}
      primaryColor={tenant?.theme.primaryColor}
      portalName={tenant?.tenantName ?? 'Trellis'}
      links={links}
      leaveGuard={useRouterGuard}
      errorWords={useServerErrorWords()}
      mantine={styleNonce === undefined ? {} : mantine}
    >
      <Outlet />
    </UiProvider>
  )
}
