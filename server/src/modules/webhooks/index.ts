export { wakeOnChanges, webhooksJobs } from './jobs.ts'
export { webhooksRoutes } from './routes.ts'
