export { changeSettings } from './change-settings.ts'
export type { ResolveTxt } from './domains.ts'
export { removeLogo, setLogo } from './logo.ts'
export { settingsRoutes } from './routes.ts'
