export { openLive } from './live.ts'
export { changesChannel } from './notices.ts'
export { liveRoutes } from './routes.ts'
