/**
 * Replaces `@tanstack/react-router` in the browser (vite.config.ts), because what we use of it is a fifth of its size
 * (docs/decisions/103). The package provides the types, and the tree of the routes.
 */
import { getRouteApi } from './hooks.ts'
import { Redirect, Route, type RouteOptions, type Target } from './route.ts'
import { Router, type RouterOptions } from './router.ts'

export { Navigate, Outlet, RouterProvider } from './drawing.tsx'
export { getRouteApi, useBlocker, useLocation, useNavigate, useRouter, useRouterState } from './hooks.ts'
export { Link } from './Link.tsx'
export { lazyFn, lazyRouteComponent } from './lazy.tsx'

export const createRouter = (options: RouterOptions) => new Router(options)

export const createFileRoute = (id: string) => (options: RouteOptions) =>
  Object.assign(new Route(id, options), getRouteApi(id))

export const createRootRouteWithContext = () => (options: RouteOptions) => new Route('__root__', options)

export const redirect = (target: Target) => new Redirect(target)
