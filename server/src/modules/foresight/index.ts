export { shortageNeeding } from './needs.ts'
export { foresightRoutes } from './routes.ts'
