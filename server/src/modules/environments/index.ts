export { environmentsFound } from './find.ts'
export { findEnvironment } from './queries.ts'
export { environmentsRoutes } from './routes.ts'
export { createEnvironment } from './save-environment.ts'
