import { createRootRouteWithContext, Navigate } from '@tanstack/react-router'
import type { RouteContext } from '../app/router.ts'
import { Shell } from '../app/Shell.tsx'

/** An unknown path redirects to the start page (rules V2). */
export const Route = createRootRouteWithContext<RouteContext>()({
  component: Shell,
  notFoundComponent: () => <Navigate to="/" replace />,
})
