export { reportsRoutes, reportWriter } from './routes.ts'
