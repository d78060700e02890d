const longest = 2000

/**
 * The path to open after sign-in: a known path of this application, or `/`. The value comes from a link that
 * an attacker may have written (open redirect), so it is parsed as a URL and never used unchecked.
 */
export function localPath(value: unknown, origin: string, isKnown: (path: string) => boolean): string {
  // Browsers treat a backslash as a slash, and remove line breaks and tabs before they parse a URL.
  if (typeof value !== 'string' || value.length > longest || /[\\\p{Cc}\s]/u.test(value)) return '/'
  if (!value.startsWith('/') || !URL.canParse(value, origin)) return '/'
  const { origin: where, username, pathname, search, hash } = new URL(value, origin)
  const ours =
    where === origin && username === '' && !pathname.includes('//') && !/%(2f|5c|0[0-9a-f]|1[0-9a-f])/i.test(pathname)
  return ours && isKnown(pathname) ? pathname + search + hash : '/'
}

/** The URL of the sign-in screen that leads back to the wanted screen. */
export function signInPath(wanted: string): string {
  return wanted === '/' ? '/auth/signin' : `/auth/signin?redirect=${encodeURIComponent(wanted)}`
}
