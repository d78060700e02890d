import { useQuery } from '@tanstack/react-query'
import { Outlet, useBlocker, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { LeaveGuard } from '../ui/leave.tsx'
import type { Links } from '../ui/link.tsx'
import { UiProvider } from '../ui/UiProvider.tsx'
import { meQuery } from './me.ts'
import { styleNonce } from './nonce.ts'
import { RouterLink, targetOf } from './RouterLink.tsx'
import { rememberedTenant } from './tenant.ts'
import { useServerErrorWords } from './useErrorWords.ts'

/** A changed form asks before one of our links, or "back", leaves it; the browser's own ways out ask by themselves. */
const useRouterGuard: LeaveGuard = (dirty, mayLeave) => {
  useBlocker({ shouldBlockFn: async () => !(await mayLeave()), disabled: !dirty, enableBeforeUnload: false })
}

const mantine = { getStyleNonce: () => styleNonce ?? '' }

/** What every screen has around it, frame or not: looks, words, links. */
export function Shell() {
  const { i18n } = useTranslation()
  const router = useRouter()
  const { data: me } = useQuery({ ...meQuery, enabled: false })
  const tenant = rememberedTenant()
  const links = useMemo<Links>(
    () => ({
      Link: RouterLink,
      prefetch: (href) => void router.preloadRoute(targetOf(href)).catch(() => undefined),
    }),
    [router],
  )
  return (
    <UiProvider
      language={i18n.resolvedLanguage ?? 'en'}
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
