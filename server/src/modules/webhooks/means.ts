import type { Database } from '../../platform/database/database.ts'
import type { Outward } from '../../platform/outward.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Feed } from '../events/index.ts'

export interface WebhookMeans {
  db: Database
  outward: Outward
  secrets: Secrets
  feed: Feed
  /** The business clock of tests. */
  clock?: () => string
}
