// Runs before the first paint and before all other scripts. It is a separate file because the content security policy
// forbids inline scripts.

// Applies the colour scheme before the first paint, so that the dark theme does not flash white.
try {
  const chosen = localStorage.getItem('mantine-color-scheme-value')
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
} catch {
  document.documentElement.setAttribute('data-mantine-color-scheme', 'light')
}

// Applies the height of rows before the first paint, so that no list moves.
try {
  if (localStorage.getItem('trellis.density') === 'comfortable') {
    document.documentElement.setAttribute('data-density', 'comfortable')
  }
} catch {
  // Storage is unavailable: rows are compact.
}

// Fetches the start files of the application or of the public screens, as listed by the build for each language. A wrong
// guess only costs a few kilobytes. `src/app/parts.ts` waits for what has begun here, and fetches again what failed.
let tags = navigator.languages
try {
  tags = [localStorage.getItem('trellis.language') ?? '', ...tags]
} catch {
  // Storage is unavailable: use the browser's languages.
}
const language = tags.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag === 'en' || tag === 'it') ?? 'en'
const world = document.cookie.includes('trellis_session=') ? 'signed-in' : 'signed-out'
if (world === 'signed-out') {
  // Shows the outline of the sign-in screen, and nothing but its frame for the other screens without a session.
  const { dataset, style } = document.documentElement
  dataset.welcome = language
  if (/^\/(auth\/(?!signin)|verify|key\/)/.test(location.pathname)) dataset.welcomeOf = 'other'
  try {
    const brand = localStorage.getItem('trellis.brand')
    if (brand) style.setProperty('--public-brand', brand)
  } catch {
    // Storage is unavailable: the tenant's color comes with the first answer.
  }
}
const files = document.currentScript.getAttribute(`data-${world}-${language}`)
window.begun = {}
for (const href of files?.split(' ') ?? []) {
  if (href.endsWith('.woff2')) {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'preload', as: 'font', href, crossOrigin: '' })
    document.head.append(link)
  } else {
    window.begun[href] = fetch(href)
      .then((answer) => answer.arrayBuffer().then(() => answer.ok))
      .catch(() => false)
  }
}
