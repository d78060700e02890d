import { createContext, use, useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import { isSame, type Params } from './paths.ts'
import type { Place, Search, Target } from './route.ts'
import type { Match, Router, RouterState } from './router.ts'

export const RouterContext = createContext<Router | null>(null)
export const MatchesContext = createContext<readonly Match[]>([])

export function useRouter(): Router {
  const router = use(RouterContext)
  if (router === null) throw new Error('There is no router here')
  return router
}

/** What `select` makes of the state; drawn again only when its content changes. */
export function useRouterState<T>({ select }: { select: (state: RouterState) => T }): T {
  const router = useRouter()
  const last = useRef<T>(undefined)
  return useSyncExternalStore(router.subscribe, () => {
    const next = select(router.state)
    if (!isSame(last.current, next)) last.current = next
    return last.current as T
  })
}

export const useLocation = <T = Place>({ select }: { select?: (place: Place) => T } = {}): T =>
  useRouterState({ select: ({ location }) => (select ? select(location) : (location as T)) })

export function useNavigate(): (target: Target) => Promise<void> {
  const router = useRouter()
  return useRef((target: Target) => router.navigate(target)).current
}

function useMatch(routeId: string): Match {
  const match = use(MatchesContext).find((each) => each.routeId === routeId)
  if (match === undefined) throw new Error(`${routeId} is not on the screen`)
  return match
}

/** What a screen reads of its own route, without importing it. */
export const getRouteApi = (id: string) => ({
  useSearch: (): Search => useMatch(id).search,
  useParams: (): Params => useMatch(id).params,
  useNavigate: () => useNavigateAt(id),
})

/** A screen that is being left no longer changes the search in the address: it is another's. */
function useNavigateAt(id: string): (target: Target) => Promise<void> {
  const router = useRouter()
  return useRef(async (target: Target) => {
    if (target.to !== undefined || router.isAt(id)) await router.navigate(target)
  }).current
}

/** Asks before each navigation while it is not disabled; true refuses it. */
export function useBlocker(asked: { shouldBlockFn: () => Promise<boolean>; disabled: boolean }): void {
  const { blockers } = useRouter()
  const ask = useEffectEvent(() => asked.shouldBlockFn())
  const { disabled } = asked
  useEffect(() => {
    if (disabled) return
    const blocker = () => ask()
    blockers.add(blocker)
    return () => void blockers.delete(blocker)
  }, [blockers, disabled])
}
