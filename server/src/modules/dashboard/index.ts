export { dashboardJobs, foldSales } from './jobs.ts'
export { rescopeSales } from './rescope.ts'
export { dashboardRoutes } from './routes.ts'
