import { type AnchorHTMLAttributes, type MouseEvent, type Ref, useEffect, useRef } from 'react'
import { useRouter, useRouterState } from './hooks.ts'
import { isSame, trimmed } from './paths.ts'
import type { Place, Target } from './route.ts'

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement>, Pick<Target, 'to' | 'params' | 'search' | 'hash'> {
  ref?: Ref<HTMLAnchorElement>
  activeOptions?: { exact?: boolean; includeSearch?: boolean }
  /** It always is. */
  preload?: 'intent'
}

/** Milliseconds that the pointer rests on a link before its screen is loaded. */
const rest = 50

const isPlain = (event: MouseEvent) =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.altKey || event.shiftKey)

/** A link to a screen: opens it without loading the page, and loads what it needs when it is pointed at. */
export function Link({ to, params, search, hash, activeOptions, preload, ...anchor }: LinkProps) {
  const router = useRouter()
  const target = { to, params, search, hash }
  const isActive = useRouterState({ select: ({ location }) => isAt(location, target, activeOptions) })
  const timer = useRef(0)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const load = () => void router.preloadRoute(target).catch(() => undefined)
  return (
    <a
      {...(isActive && { 'aria-current': 'page' as const })}
      {...anchor}
      href={router.hrefOf(target)}
      onClick={(event) => {
        anchor.onClick?.(event)
        const opensElsewhere = anchor.target !== undefined && anchor.target !== '_self'
        if (event.defaultPrevented || !isPlain(event) || opensElsewhere) return
        event.preventDefault()
        void router.navigate(target)
      }}
      onMouseEnter={(event) => {
        anchor.onMouseEnter?.(event)
        timer.current = window.setTimeout(load, rest)
      }}
      onMouseLeave={(event) => {
        anchor.onMouseLeave?.(event)
        window.clearTimeout(timer.current)
      }}
      onFocus={(event) => {
        anchor.onFocus?.(event)
        load()
      }}
      onTouchStart={(event) => {
        anchor.onTouchStart?.(event)
        load()
      }}
    />
  )
}

/** Whether the reader is there, or below it. */
function isAt(
  place: Place,
  { to = '', params, search = {} }: Target,
  options: LinkProps['activeOptions'] = {},
): boolean {
  const { exact = false, includeSearch = true } = options
  const here = trimmed(place.pathname)
  const there = trimmed(params === undefined ? to : to.replace(/\$(\w+)/g, (_, name: string) => params[name] ?? ''))
  const isThere = exact ? here === there : here === there || here.startsWith(there === '/' ? there : `${there}/`)
  if (!isThere || !includeSearch) return isThere
  return exact
    ? isSame(place.search, search)
    : Object.entries(search).every(([name, value]) => isSame(place.search[name], value))
}
