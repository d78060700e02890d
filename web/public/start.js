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

// The build says here what each of the two worlds starts with: it is on its way before the code that will ask for it is read.
const { signedIn = '', signedOut = '' } = document.currentScript.dataset
for (const href of (document.cookie.includes('trellis_session=') ? signedIn : signedOut).split(' ')) {
  if (href === '') continue
  const link = document.createElement('link')
  Object.assign(link, href.endsWith('.css') ? { rel: 'preload', as: 'style', href } : { rel: 'modulepreload', href })
  link.crossOrigin = ''
  document.head.append(link)
}
