export { newsJobs } from './jobs.ts'
export { remindOfEnds } from './remind.ts'
export { newsRoutes } from './routes.ts'
export { tell } from './tell.ts'
