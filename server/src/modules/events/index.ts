export { type Eyes, type Feed, openFeed } from './feed.ts'
export { endOf, looked, placeBefore } from './journal.ts'
export { eventsRoutes } from './routes.ts'
