import { Link } from '@tanstack/react-router'
import type { LinkProps } from '../ui/link.tsx'
import { parseSearch } from './searchText.ts'

/**
 * Converts an internal URL to navigation options. URLs in data are plain strings; the router matches them
 * when they are followed.
 */
export function targetOf(href: string) {
  const { pathname, search, hash } = new URL(href, window.location.origin)
  return { to: pathname as '/', search: parseSearch(search) as never, hash: hash.slice(1) }
}

/** A link to a screen of the application: navigates without a reload and preloads the screen on hover. */
export function RouterLink({ href, ...anchor }: LinkProps) {
  if (!href.startsWith('/')) return <a {...anchor} href={href} />
  return <Link {...anchor} {...targetOf(href)} preload="intent" activeOptions={{ exact: true, includeSearch: true }} />
}
