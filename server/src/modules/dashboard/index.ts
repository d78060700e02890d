export { dashboardJobs, foldSales } from './jobs.ts'
export { networkMapRoutes } from './map-routes.ts'
export { rescopeSales } from './rescope.ts'
export { dashboardRoutes } from './routes.ts'
