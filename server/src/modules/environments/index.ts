export { findEnvironment } from './queries.ts'
export { environmentsRoutes } from './routes.ts'
