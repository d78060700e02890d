import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { fetchTexts, forgetChosenLanguage, loadTexts, startLanguages } from './app/i18n.ts'
import { publicPath } from './app/places.ts'
import { signInPath } from './app/redirect.ts'
import { accessToken, isSignedIn, onSessionChange, type SessionChange } from './app/session.ts'
import { fetchTenant } from './app/tenant.ts'

/**
 * Two small worlds behind one page: the public screens, which are light enough for a bad line, and the application of
 * whoever is signed in. The session says which; when it changes, so does the world, without a reload.
 */
const root = createRoot(document.getElementById('root') as HTMLElement)

let endApp: (() => void) | null = null

const appTexts = ['common', 'errors', 'ui']
const publicTexts = ['session', 'errors', 'ui']

const loadApp = () => import('./app/App.tsx')

async function show(): Promise<void> {
  const { pathname, search, hash } = window.location
  const screen = publicPath(pathname)
  const signedIn = isSignedIn()
  const endLast = endApp
  endApp = null
  if (signedIn && (screen === null || screen === '/auth/signin')) {
    const [{ startApp }] = await Promise.all([loadApp(), loadTexts(...appTexts)])
    const app = startApp()
    endApp = app.end
    flushSync(() => root.render(app.element))
    endLast?.()
  } else {
    const [{ PublicApp }] = await Promise.all([import('./routes/-PublicApp.tsx'), loadTexts(...publicTexts)])
    flushSync(() => root.render(<PublicApp screen={screen ?? '/auth/signin'} onBegin={loadApp} />))
    // Only now: until its end the application's router follows every change of the address.
    endLast?.()
    if (screen === null) window.history.replaceState(null, '', signInPath(pathname + search + hash))
  }
}

function follow(change: SessionChange): void {
  // Somebody else may have signed in over there: nothing that this tab has read may stay on screen.
  if (change === 'changed-elsewhere' && isSignedIn() && endApp !== null) {
    window.location.reload()
    return
  }
  if (change === 'signed-in') forgetChosenLanguage()
  void show().then(() => {
    // Who chose to leave does not come back to the same screen by signing in.
    if (change === 'signed-out') window.history.replaceState(null, '', '/auth/signin')
  })
}

/** After an update the old files are gone: one reload fetches the new ones. */
window.addEventListener('vite:preloadError', (event) => {
  const place = 'trellis.reloaded'
  if (Date.now() - Number(sessionStorage.getItem(place)) < 10_000) return
  event.preventDefault()
  sessionStorage.setItem(place, String(Date.now()))
  window.location.reload()
})

onSessionChange(follow)
// On their way while the rest begins: what fails here is asked for again by whoever needs it.
fetchTexts(...(isSignedIn() ? appTexts : publicTexts))
void fetchTenant().catch(() => undefined)
if (isSignedIn()) void accessToken().catch(() => undefined)
await startLanguages()
await show()
