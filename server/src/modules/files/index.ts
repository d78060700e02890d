export { filesJobs } from './jobs.ts'
export { filesRoutes } from './routes.ts'
