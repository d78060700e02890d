import { type ErrorComponentProps, Outlet, useLocation, useRouter } from '@tanstack/react-router'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeys } from '../../ui/keys.ts'
import { later } from '../../ui/later.tsx'
import { Stack, Text } from '../../ui/layout.tsx'
import { useMediaQuery } from '../../ui/useMediaQuery.ts'
import { useStored } from '../../ui/useStored.ts'
import { keepTrying } from '../again.ts'
import { useWaiting } from '../exports/waiting.ts'
import { undoHeld } from '../held.ts'
import { useMe } from '../me.ts'
import { isProblem } from '../problem.ts'
import { recordOf } from '../recentList.ts'
import { ScreenError } from '../ScreenError.tsx'
import { useDecisionStates } from '../useHeldWrite.ts'
import { useRemembered } from '../useRemembered.ts'
import { currentView } from '../view.ts'
import styles from './Frame.module.css'
import { MenuDrawer } from './MenuDrawer.tsx'
import { SideMenu } from './SideMenu.tsx'
import { TopBar } from './TopBar.tsx'
import { type ApproveDialogProps, PaletteProvider } from './usePalette.tsx'
import { WhyHere } from './WhyHere.tsx'

/** Fetched by the loader of the frame before it stands, so that nothing moves. */
export const loadFactorNotice = () => import('./FactorNotice.tsx')
const FactorNotice = later(loadFactorNotice)
const ViewBanner = later(() => import('./ViewBanner.tsx'))
const WaitingExports = later(() => import('../exports/WaitingExports.tsx'))

/** Narrower screens have no room for menu and table side by side. */
const roomForMenu = '(min-width: 62em)'

/** The permanent part of the screen: menu, top bar, and the area for the screens. */
export function Frame({ approveDialog }: { approveDialog: ComponentType<ApproveDialogProps> }) {
  return (
    <PaletteProvider approveDialog={approveDialog}>
      <FrameLayout />
    </PaletteProvider>
  )
}

function FrameLayout() {
  const { t } = useTranslation()
  const wide = useMediaQuery(roomForMenu)
  const [drawer, setDrawer] = useState(false)
  const [collapsed, setCollapsed] = useStored<boolean>('trellis.menu-collapsed', false)
  const content = useContentFocus()
  useUndoKey()
  const view = currentView()
  const waiting = useWaiting()
  const { dueDate } = useMe().secondFactor
  useRemembered(useLocation({ select: ({ pathname }) => recordOf(pathname), structuralSharing: true }))
  return (
    <div className={styles.frame} data-collapsed={collapsed || undefined} data-view={view !== null || undefined}>
      <a href="#content" className={styles.skip}>
        {t('top.skip')}
      </a>
      <TopBar onMenu={wide ? undefined : () => setDrawer(true)} menuOpen={drawer} />
      {wide ? (
        <SideMenu collapsed={collapsed} onCollapse={() => setCollapsed(!collapsed)} />
      ) : (
        <MenuDrawer opened={drawer} onClose={() => setDrawer(false)} />
      )}
      <main id="content" ref={content} tabIndex={-1} className={styles.content}>
        {dueDate !== null && <FactorNotice date={dueDate} />}
        <WhyHere />
        <Outlet />
      </main>
      {view && <ViewBanner view={view} waiting={null} />}
      {waiting.length > 0 && <WaitingExports ids={waiting} waiting={null} />}
    </div>
  )
}

/** The key U undoes delayed actions, on every screen (rules V16). */
function useUndoKey() {
  const { t } = useTranslation()
  const isHeld = [...useDecisionStates().values()].includes('held')
  useKeys({
    hints: [{ keys: ['U'], does: t('undo.key') }],
    run: ({ key }) => {
      const isUndo = isHeld && key.toLowerCase() === 'u'
      if (isUndo) undoHeld()
      return isUndo
    },
  })
}

/** After navigation, moves the focus to the new content for keyboard and screen reader users. */
function useContentFocus() {
  const content = useRef<HTMLElement>(null)
  const pathname = useLocation({ select: (location) => location.pathname })
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const focused = document.activeElement
    const lost = focused === null || focused === document.body || !content.current?.contains(focused)
    if (lost && focused?.closest('dialog, [role="dialog"]') == null) content.current?.focus({ preventScroll: true })
  }, [pathname])
  return content
}

/** Skeleton of the frame while the user is loading; it prevents layout shifts. */
export function FramePending() {
  const { t } = useTranslation()
  return (
    <div className={styles.frame} aria-busy>
      <div className={styles.top} />
      <div className={styles.side} />
      <main className={styles.content}>
        <Text as="p" kind="small" role="status">
          {t('starting')}
        </Text>
      </main>
    </div>
  )
}

/**
 * Shown when the user could not be loaded, without whom there is no frame. What passes is tried again as long as this stands; the
 * attempts draw nothing, so that it is announced once.
 */
export function FrameFailed({ error: latest, reset }: ErrorComponentProps) {
  const { t } = useTranslation()
  const router = useRouter()
  // Each attempt fails with another reference.
  const [error] = useState<unknown>(latest)
  const passes = isProblem(error) && (error.transient || error.code === 'RQ429')
  useEffect(() => (passes ? keepTrying(() => router.invalidate({ sync: true })) : undefined), [passes, router])
  return (
    <Stack as="main" gap="none" justify="center" className={styles.failed}>
      <Text as="h1" kind="title">
        {t('startFailed')}
      </Text>
      <ScreenError
        error={error}
        retry={() => {
          reset()
          void router.invalidate()
        }}
      >
        {passes && t('startAgain')}
      </ScreenError>
    </Stack>
  )
}
