export { updateFile } from './change-file.ts'
export { filesJobs } from './jobs.ts'
export { type FileLinks, openFileLinks } from './links.ts'
export { filesRoutes } from './routes.ts'
