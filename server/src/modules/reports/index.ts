export { reportsJobs } from './jobs.ts'
export { reportsRoutes } from './routes.ts'
