export { inEachTenant } from './each.ts'
export { findTenantByCode, listTenants, type TenantRow } from './queries.ts'
export { tenantsRoutes } from './routes.ts'
export { rootGroupId, seedTenant, type TenantDraft } from './seed.ts'
