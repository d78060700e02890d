export { wakeOnChanges, webhooksJobs } from './jobs.ts'
export { resealWebhooks } from './reseal.ts'
export { webhooksRoutes } from './routes.ts'
export { newSecret as newWebhookSecret, webhookSecret } from './sign.ts'
