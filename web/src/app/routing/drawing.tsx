import { Component, createContext, type ReactNode, use, useEffect, useLayoutEffect } from 'react'
import { MatchesContext, RouterContext, useNavigate, useRouter, useRouterState } from './hooks.ts'
import type { ErrorProps, Part, Target } from './route.ts'
import type { Match, Router } from './router.ts'
import { scrollBack } from './scrolling.ts'

/** The position of the match around a component. */
const LevelContext = createContext(-1)

/** Draws the screen of the present address. */
export function RouterProvider({ router }: { router: Router }) {
  return (
    <RouterContext value={router}>
      <Screen router={router} />
    </RouterContext>
  )
}

function Screen({ router }: { router: Router }) {
  const matches = useRouterState({ select: (state) => state.matches })
  const arrived = useRouterState({ select: (state) => state.arrived })
  useEffect(() => scrollBack.start(), [])
  useEffect(() => router.start(), [router])
  useLayoutEffect(() => {
    if (arrived !== null) scrollBack.arrive(arrived.place, arrived.resetScroll)
  }, [arrived])
  return (
    <MatchesContext value={matches}>
      <Outlet />
    </MatchesContext>
  )
}

/** The place of the next route, inside a layout. */
export function Outlet() {
  const level = use(LevelContext) + 1
  const match = use(MatchesContext)[level]
  return match === undefined ? <NotFound level={level} /> : <Drawn key={match.routeId} level={level} />
}

function NotFound({ level }: { level: number }) {
  const Missing = use(MatchesContext)[level - 1]?.route.options.notFoundComponent
  return Missing && <Missing />
}

function Drawn({ level }: { level: number }) {
  const router = useRouter()
  const match = use(MatchesContext)[level]
  if (match === undefined) return null
  const { component: Shown, pendingComponent, errorComponent } = match.route.options
  const Failed = errorComponent ?? router.options.defaultErrorComponent
  const Pending = pendingComponent ?? router.options.defaultPendingComponent
  if (match.status === 'pending') return <Pending />
  if (match.status === 'error') return <Failed error={match.error} reset={() => undefined} />
  return (
    <LevelContext value={level}>
      <Boundary of={match} Failed={Failed}>
        {Shown ? <Shown /> : <Outlet />}
      </Boundary>
    </LevelContext>
  )
}

interface BoundaryProps {
  /** What was opened anew begins without the error. */
  of: Match
  Failed: Part<ErrorProps>
  children: ReactNode
}

/** Shows the error of a screen that could not be drawn in its place. */
class Boundary extends Component<BoundaryProps, { error: unknown; has: boolean; of: Match }> {
  override state = { error: undefined as unknown, has: false, of: this.props.of }

  static getDerivedStateFromError(error: unknown) {
    return { error, has: true }
  }

  static getDerivedStateFromProps({ of }: BoundaryProps, state: { of: Match }) {
    return of === state.of ? null : { error: undefined, has: false, of }
  }

  override render() {
    const { Failed, children } = this.props
    const { error, has } = this.state
    return has ? <Failed error={error} reset={() => this.setState({ has: false })} /> : children
  }
}

/** Leads elsewhere as soon as it is drawn. */
export function Navigate(target: Target) {
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: it leads there once
  useEffect(() => void navigate(target), [])
  return null
}
