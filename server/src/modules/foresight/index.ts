export { type Common, foresee, type Known, oldestWeek } from './foresee.ts'
export { shortageNeeding } from './needs.ts'
export { foresightRoutes } from './routes.ts'
