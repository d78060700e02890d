import { publicPath } from './places.ts'
import type { AppRouter } from './router.ts'

/** Tells whether a signed-in screen exists for this path. */
export const knownPath =
  (router: AppRouter) =>
  (pathname: string): boolean =>
    publicPath(pathname) === null && router.getMatchedRoutes(pathname)[2] !== undefined
