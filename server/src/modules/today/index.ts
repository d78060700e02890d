export { firstStepsRoutes, todayRoutes } from './routes.ts'
