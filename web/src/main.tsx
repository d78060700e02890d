import { Activity, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { RunningApp } from './app/App.tsx'
import { fetchTexts, forgetChosenLanguage, loadTexts, startLanguages } from './app/i18n.ts'
import { type PublicPath, publicPath } from './app/places.ts'
import { signInPath } from './app/redirect.ts'
import { accessToken, isSignedIn, onSessionChange, type SessionChange } from './app/session.ts'
import { fetchTenant } from './app/tenant.ts'

/**
 * Two small worlds behind one page: the public screens, which are light enough for a bad line, and the application of
 * whoever is signed in. The session says which; when it changes, so does the world, without a reload.
 *
 * A session that is lost, and not ended by its user, leaves the application standing behind the sign-in screen with all
 * that was typed (docs/decisions/011). It is React's `Activity` that holds it: nothing of it is seen, heard or run meanwhile.
 */
const root = createRoot(document.getElementById('root') as HTMLElement)

let app: RunningApp | null = null
/** Where the application was when its session was lost; null while it is in front, or there is none. */
let lostAt: ReturnType<typeof here> | null = null
/** The sign-in screen with where it leads, for the way back to it from the other public screens. */
let signInHref = '/auth/signin'
let turns = 0
/** The last session ended because its user has no account: the sign-in screen says so. */
let withoutAccount = false
/** Of sessions that ended again before the application was back: each begins with an empty sign-in screen. */
let losses = 0

const appTexts = ['common', 'errors', 'ui']
const publicTexts = ['session', 'errors', 'ui']

const loadApp = () => import('./app/App.tsx')

async function loadPublic(screen: PublicPath) {
  const [world] = await Promise.all([import('./routes/-PublicApp.tsx'), loadTexts(...publicTexts)])
  await world.loadScreen(screen)
  return world
}

/** `screen` stands in front of the application, if there is one. */
function draw(screen: ReactNode): void {
  const behind = app && (
    <Activity key={app.number} mode={screen === null ? 'visible' : 'hidden'}>
      {app.element}
    </Activity>
  )
  flushSync(() =>
    root.render(
      <>
        {behind}
        {screen}
      </>,
    ),
  )
}

/** Before files that could not be fetched are asked for again, in milliseconds. */
const patience = 2000

/** What is fetched for a turn, however often that takes; null when a later turn overtakes it. Until then what is on screen stays. */
async function fetched<T>(turn: number, load: () => Promise<T>): Promise<T | null> {
  while (turn === turns) {
    const answer = await load().catch(() => null)
    if (answer !== null) return turn === turns ? answer : null
    await new Promise((resolve) => setTimeout(resolve, patience))
  }
  return null
}

/** Draws what the session and the address ask for; a later call overtakes an earlier one that still waits for its files. */
async function show(): Promise<void> {
  const turn = ++turns
  const screen = publicPath(window.location.pathname)
  if (isSignedIn() && lostAt === null && (screen === null || screen === '/auth/signin')) {
    const there = await fetched(turn, () => Promise.all([loadApp(), loadTexts(...appTexts)]))
    if (there === null) return
    app ??= there[0].startApp()
    return draw(null)
  }
  const there = await fetched(turn, () => loadPublic(screen ?? '/auth/signin'))
  if (there === null) return
  const { PublicApp } = there
  draw(
    <PublicApp
      key={losses}
      screen={screen ?? '/auth/signin'}
      go={go}
      onBegin={() => void loadApp().catch(() => undefined)}
      returning={lostAt && (app?.reader() ?? null)}
      withoutAccount={withoutAccount}
    />,
  )
  // Only now: until it is hidden or ended, the application's router follows every change of the address.
  const { pathname, search, hash } = window.location
  if (screen === null) window.history.replaceState(null, '', signInPath(pathname + search + hash))
  if (screen === null || screen === '/auth/signin') signInHref = window.location.pathname + window.location.search
}

function go(screen: PublicPath, { replace = false } = {}): void {
  const href = screen === '/auth/signin' ? signInHref : screen
  if (replace) window.history.replaceState(null, '', href)
  else window.history.pushState(null, '', href)
  void show()
}

/** A dialog that was just closed has gone by then: hidden halfway, it would stay halfway. In milliseconds. */
const dialogsGo = 400

const here = () => ({ href: window.location.href, state: window.history.state, focus: document.activeElement })

async function lose(): Promise<void> {
  if (app === null) return show()
  if (lostAt !== null) return
  lostAt = here()
  await new Promise((resolve) => setTimeout(resolve, dialogsGo))
  // Back already, in another tab, or gone for good.
  if (lostAt === null) return
  lostAt = here()
  await show()
}

/** The application that waits goes on where it was, if it is still the same reader's; nobody else sees anything of it. */
async function comeBack(): Promise<void> {
  const turn = ++turns
  const same = app !== null && (await app.isStillTheReaders())
  if (turn !== turns) return
  if (!same && isSignedIn()) return renew()
  if (!same) {
    losses += 1
    return show()
  }
  const left = lostAt
  lostAt = null
  if (left !== null) window.history.replaceState(left.state, '', left.href)
  draw(null)
  if (left?.focus instanceof HTMLElement && left.focus.isConnected) left.focus.focus()
}

/** All stores are empty after this (rules V6). */
async function renew(): Promise<void> {
  const last = app
  app = null
  lostAt = null
  await show()
  last?.end()
}

async function leave(elsewhere: boolean): Promise<void> {
  await renew()
  signInHref = '/auth/signin'
  // Who chose to leave does not come back to the same screen by signing in.
  if (!elsewhere && publicPath(window.location.pathname) === '/auth/signin')
    window.history.replaceState(null, '', signInHref)
}

function follow(change: SessionChange, elsewhere: boolean): void {
  if (change === 'signed-in' && !elsewhere) forgetChosenLanguage()
  withoutAccount = change === 'no-account'
  if (change === 'lost') void lose()
  else if (change === 'signed-out' || change === 'no-account') void leave(elsewhere)
  else void (app === null ? show() : comeBack())
}

/**
 * After an update the old files are gone: one reload fetches the new ones. Where only the line is gone, or the server, it
 * would fetch nothing and lose what was typed: whoever asked for the file says so.
 */
async function reloadIfUpdated(): Promise<void> {
  const place = 'trellis.reloaded'
  if (Date.now() - Number(sessionStorage.getItem(place)) < 10_000) return
  const page = await fetch('/', { cache: 'no-store' }).then(
    (answer) => (answer.ok ? answer.text() : null),
    () => null,
  )
  if (page === null || page.includes(new URL(import.meta.url).pathname)) return
  sessionStorage.setItem(place, String(Date.now()))
  window.location.reload()
}
window.addEventListener('vite:preloadError', ({ payload }) => {
  // The router, too, would reload for a screen whose file did not come, whatever the reason; this is where it looks whether it has.
  sessionStorage.setItem(`tanstack_router_reload:${payload.message}`, '1')
  void reloadIfUpdated()
})

/** "Back" among the public screens; within the application its router sees to it. */
window.addEventListener('popstate', () => {
  if (app === null || lostAt !== null) void show()
})

onSessionChange(follow)
// On their way while the rest begins: what fails here is asked for again by whoever needs it.
fetchTexts(...(isSignedIn() ? appTexts : publicTexts))
void fetchTenant().catch(() => undefined)
if (isSignedIn()) void accessToken().catch(() => undefined)
await startLanguages()
await show()
