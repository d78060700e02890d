export { dashboardJobs, foldSales } from './jobs.ts'
export { dashboardRoutes } from './routes.ts'
