export { type FurnishedTenant, furnishTenant } from './furnish-tenant.ts'
export { installationRoutes } from './routes.ts'
