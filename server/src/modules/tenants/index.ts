export { countryCodeOf, countryNamesText, isCountryCode } from './countries.ts'
export { jobInEachTenant, jobInPieces } from './each.ts'
export {
  findTenantByCode,
  findTenantSettings,
  listActing,
  listTenants,
  nameOfTenant,
  type TenantRow,
} from './queries.ts'
export { tenantsRoutes } from './routes.ts'
export { rootGroupId, seedTenant, type TenantDraft } from './seed.ts'
