export { dealsJobs } from './jobs.ts'
export { orderDeal } from './order-deal.ts'
export { dealsRoutes } from './routes.ts'
