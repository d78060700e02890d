export { beginTenant } from './begin-tenant.ts'
export { changeSettings } from './change-settings.ts'
export { removeLogo, setLogo } from './logo.ts'
export { settingsRoutes } from './routes.ts'
