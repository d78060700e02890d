export { newsJobs } from './jobs.ts'
export { newsRoutes } from './routes.ts'
export { tell } from './tell.ts'
