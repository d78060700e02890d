export { openLive } from './live.ts'
export { liveRoutes } from './routes.ts'
