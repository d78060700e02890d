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

// Preloads the start files of the application or of the public screens, as listed by the build for each language. A wrong
// guess only costs a few kilobytes.
let language = navigator.language
try {
  language = localStorage.getItem('trellis.language') ?? language
} catch {
  // Storage is unavailable: use the browser's language.
}
const world = document.cookie.includes('trellis_session=') ? 'signed-in' : 'signed-out'
const begun = document.currentScript.getAttribute(`data-${world}-${language.startsWith('it') ? 'it' : 'en'}`)
for (const href of begun?.split(' ') ?? []) {
  const link = document.createElement('link')
  const kind = href.endsWith('.css') ? 'style' : href.endsWith('.woff2') ? 'font' : null
  Object.assign(link, kind ? { rel: 'preload', as: kind, href } : { rel: 'modulepreload', href })
  link.crossOrigin = ''
  document.head.append(link)
}
