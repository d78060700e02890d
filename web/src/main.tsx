import { Activity, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { RunningApp } from './app/App.tsx'
import { forgetChosenLanguage, loadTexts, startLanguages } from './app/i18n.ts'
import { onMissingPart } from './app/parts.ts'
import { type PublicPath, publicPath } from './app/places.ts'
import { signInPath } from './app/redirect.ts'
import { accessToken, isSignedIn, onSessionChange, type SessionChange } from './app/session.ts'
import { fetchTenant } from './app/tenant.ts'

/**
 * The page shows one of two bundles: the public screens, which are small enough for slow connections, or the
 * application for signed-in users. The session decides which; a change switches without a reload.
 *
 * When a session is lost (and not ended by its user), the application stays mounted behind the sign-in screen
 * and keeps everything that was typed (docs/decisions/011). React's `Activity` hides it and stops its
 * effects.
 */
const root = createRoot(document.getElementById('root') as HTMLElement)

let app: RunningApp | null = null
/**
 * The URL, history state and focus at the moment the session was lost; null while the application is visible
 * or does not exist.
 */
let lostAt: ReturnType<typeof here> | null = null
/** The URL of the sign-in screen with its `redirect` parameter, for going back from other public screens. */
let signInHref = '/auth/signin'
let turns = 0
/** True when the last session ended because its user has no account: the sign-in screen shows that. */
let withoutAccount = false
/**
 * Counts the sessions that ended again before the application was back; as a React key it clears the sign-in
 * screen each time.
 */
let losses = 0

const appTexts = ['common', 'errors', 'ui']
const publicTexts = ['session', 'errors', 'ui', 'validation']

const loadApp = () => import('./app/App.tsx')

async function loadPublic(screen: PublicPath) {
  const [world] = await Promise.all([import('./routes/-PublicApp.tsx'), loadTexts(...publicTexts)])
  await world.loadScreen(screen)
  return world
}

/** Renders `screen` in front of the hidden application; null shows the application. */
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

/** Milliseconds before files that could not be loaded are requested again. */
const retryDelay = 2000

/** Retries until loaded. Returns null when a later turn has started; until then the current screen stays. */
async function fetched<T>(turn: number, load: () => Promise<T>): Promise<T | null> {
  while (turn === turns) {
    const answer = await load().catch(() => null)
    if (answer !== null) return turn === turns ? answer : null
    await new Promise((resolve) => setTimeout(resolve, retryDelay))
  }
  return null
}

/**
 * Renders the screen for the current session and URL. A later call cancels an earlier one that still waits
 * for its files.
 */
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
  // Only now, because the application's router reacts to every URL change until the application is hidden or
  // ended.
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

/**
 * Milliseconds in which a closing dialog ends its transition; hiding the application earlier would freeze it
 * halfway.
 */
const dialogsGo = 400

const here = () => ({ href: window.location.href, state: window.history.state, focus: document.activeElement })

async function lose(): Promise<void> {
  // The sign-in screen is on its way. A call that was under way, here or in another tab, was refused meanwhile.
  if (isLeaving) return
  if (app === null) return show()
  if (lostAt !== null) return
  lostAt = here()
  await new Promise((resolve) => setTimeout(resolve, dialogsGo))
  // The session came back in another tab meanwhile, or was ended for good.
  if (lostAt === null) return
  lostAt = here()
  await show()
}

/** Shows the waiting application again if the same user signed in; any other user gets a new one. */
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

/** Starts a new application; afterwards all caches are empty (rules V6). */
async function renew(): Promise<void> {
  const last = app
  app = null
  lostAt = null
  await show()
  last?.end()
}

/** The application whose changed form waits until the reader decides what becomes of it. */
let paused: RunningApp | null = null

/**
 * In another tab, the session went over to another account of the reader (rules P65): what belongs to the former one goes at once. A
 * changed form waits behind a question, and is shown again if the session comes back to its account.
 */
async function changeAccount(): Promise<void> {
  if (app === null || lostAt !== null) return comeBack()
  // The guards of changed forms answer as they do when the page is closed.
  if (!window.dispatchEvent(new Event('beforeunload', { cancelable: true }))) paused = app
  draw(<main />)
  if (paused !== app) return renew()
  const waiting = app
  const there = await fetched(++turns, () => import('./routes/-OtherAccount.tsx'))
  const turn = turns
  const question = await there?.questionFor(waiting, changeAccount, renew)
  if (question === undefined || turn !== turns) return
  if (question === null) paused = null
  draw(question)
}

let isLeaving = false

async function leave(elsewhere: boolean): Promise<void> {
  isLeaving = true
  await renew()
  isLeaving = false
  signInHref = '/auth/signin'
  // A user who signed out deliberately does not return to the same screen after the next sign-in.
  if (!elsewhere && publicPath(window.location.pathname) === '/auth/signin')
    window.history.replaceState(null, '', signInHref)
}

function follow(change: SessionChange, elsewhere: boolean): void {
  if (change === 'signed-in' && !elsewhere) forgetChosenLanguage()
  withoutAccount = change === 'no-account'
  if (change === 'account') {
    // The tab that asked for it loads the page anew.
    if (elsewhere) void changeAccount()
  } else if (change === 'lost') void lose()
  else if (change === 'signed-out' || change === 'no-account') void leave(elsewhere)
  else void (app === null ? show() : comeBack())
}

/**
 * After an update the old files no longer exist: reload once to load the new ones. When only the network or
 * the server is down, a reload would lose what the user typed, so do nothing; the caller of the import
 * reports the error.
 */
async function reloadIfUpdated(): Promise<void> {
  const storageKey = 'trellis.reloaded'
  if (Date.now() - Number(sessionStorage.getItem(storageKey)) < 10_000) return
  const page = await fetch('/', { cache: 'no-store' }).then(
    (answer) => (answer.ok ? answer.text() : null),
    () => null,
  )
  if (page === null || page.includes(new URL(import.meta.url).pathname)) return
  sessionStorage.setItem(storageKey, String(Date.now()))
  window.location.reload()
}
onMissingPart(() => void reloadIfUpdated())

/** Handles "back" between public screens; inside the application the router does. */
window.addEventListener('popstate', () => {
  if (app === null || lostAt !== null) void show()
})

onSessionChange(follow)
startLanguages()
// Start these requests early. Failures are ignored here; the code that needs the data requests it again.
void loadTexts(...(isSignedIn() ? appTexts : publicTexts)).catch(() => undefined)
void fetchTenant().catch(() => undefined)
if (isSignedIn()) void accessToken().catch(() => undefined)
await show()
