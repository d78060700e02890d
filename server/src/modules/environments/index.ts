export { environmentsRoutes } from './routes.ts'
