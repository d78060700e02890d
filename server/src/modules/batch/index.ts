export { batchRoutes } from './routes.ts'
