export { newsJobs } from './jobs.ts'
export { remindOfEnds } from './remind.ts'
export { newsRoutes } from './routes.ts'
export { forgetNewsOf, tell } from './tell.ts'
