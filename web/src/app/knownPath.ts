import { publicPath } from './places.ts'
import type { AppRouter } from './router.ts'

/** Does a screen behind sign-in answer to this path? */
export const knownPath =
  (router: AppRouter) =>
  (pathname: string): boolean =>
    publicPath(pathname) === null && router.getMatchedRoutes(pathname)[2] !== undefined
