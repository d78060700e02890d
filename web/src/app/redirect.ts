const longest = 2000

/**
 * Where sign-in may lead: a path of ours that a screen answers to, or `/`. Whoever sends somebody a sign-in link chooses
 * the value, so it is taken apart by the browser's own rules and never used as it came.
 */
export function localPath(value: unknown, origin: string, isKnown: (path: string) => boolean): string {
  // A backslash counts as a slash to browsers, and line breaks and tabs are left out before they read an address.
  if (typeof value !== 'string' || value.length > longest || /[\\\p{Cc}\s]/u.test(value)) return '/'
  if (!value.startsWith('/') || !URL.canParse(value, origin)) return '/'
  const { origin: where, username, pathname, search, hash } = new URL(value, origin)
  const ours =
    where === origin && username === '' && !pathname.includes('//') && !/%(2f|5c|0[0-9a-f]|1[0-9a-f])/i.test(pathname)
  return ours && isKnown(pathname) ? pathname + search + hash : '/'
}

/** The sign-in screen that leads back to where somebody wanted to go. */
export function signInPath(wanted: string): string {
  return wanted === '/' ? '/auth/signin' : `/auth/signin?redirect=${encodeURIComponent(wanted)}`
}
