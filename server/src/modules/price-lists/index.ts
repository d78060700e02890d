import type { Route } from '../../platform/http/routes.ts'

export const priceListsRoutes: Route[] = []
