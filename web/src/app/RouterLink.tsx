import { Link } from '@tanstack/react-router'
import type { LinkProps } from '../ui/link.tsx'
import { parseSearch } from './searchText.ts'

/** An address of ours as the router takes it. Addresses in data are text; what they match is found out when they are followed. */
export function targetOf(href: string) {
  const { pathname, search, hash } = new URL(href, window.location.origin)
  return { to: pathname as '/', search: parseSearch(search) as never, hash: hash.slice(1) }
}

/** A link to one of our screens: no reload, and what the screen needs is fetched while the pointer is still on its way. */
export function RouterLink({ href, ...anchor }: LinkProps) {
  if (!href.startsWith('/')) return <a {...anchor} href={href} />
  return <Link {...anchor} {...targetOf(href)} preload="intent" activeOptions={{ exact: true, includeSearch: true }} />
}
