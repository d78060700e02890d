import { later } from '../../ui/later.tsx'

/*
 * The screens of operators, loaded when one is opened. Routes that name them directly would put the parts of each screen into the list
 * that everybody loads first, and hardly anybody is an operator.
 */

export const TenantsScreen = later(async () => ({ default: (await import('./TenantsPage.tsx')).TenantsPage }))
export const TenantScreen = later(async () => ({ default: (await import('./TenantPage.tsx')).TenantPage }))
export const CreateTenantScreen = later(async () => ({
  default: (await import('./CreateTenantPage.tsx')).CreateTenantPage,
}))
