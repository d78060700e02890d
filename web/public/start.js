// Runs before the first paint and before everything else. A file of its own because the content security policy allows no
// inline script.

// Somebody who chose dark never sees a flash of light.
try {
  const chosen = localStorage.getItem('mantine-color-scheme-value')
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
} catch {
  document.documentElement.setAttribute('data-mantine-color-scheme', 'light')
}

// The build says here what each of the two worlds starts with, in each language: it is on its way before the code that will
// ask for it is read. A wrong guess costs a few kilobytes and nothing else.
let language = navigator.language
try {
  language = localStorage.getItem('trellis.language') ?? language
} catch {
  // Then the browser's own.
}
const world = document.cookie.includes('trellis_session=') ? 'signed-in' : 'signed-out'
const begun = document.currentScript.getAttribute(`data-${world}-${language.startsWith('it') ? 'it' : 'en'}`)
for (const href of begun?.split(' ') ?? []) {
  const link = document.createElement('link')
  Object.assign(link, href.endsWith('.css') ? { rel: 'preload', as: 'style', href } : { rel: 'modulepreload', href })
  link.crossOrigin = ''
  document.head.append(link)
}
