export { monthReportsJobs } from './month/mail-months.ts'
export { monthReportsRoutes } from './month/routes.ts'
export { reportsRoutes, reportWriter } from './routes.ts'
