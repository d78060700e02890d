import { createRootRouteWithContext, Navigate } from '@tanstack/react-router'
import type { RouteContext } from '../app/router.ts'
import { Shell } from '../app/Shell.tsx'

/** An unknown path leads to the start (rules V2). */
export const Route = createRootRouteWithContext<RouteContext>()({
  component: Shell,
  notFoundComponent: () => <Navigate to="/" replace />,
})
