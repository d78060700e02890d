import { hashPassword } from '../modules/people/index.ts'
import { listTenants } from '../modules/tenants/index.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tx } from '../platform/database/tx.ts'
import { newId } from '../platform/ids.ts'
import { dayLength } from './acting.ts'
import { planCertificates } from './certificates.ts'
import { planDeals, planReadNews } from './deals.ts'
import { openKeys } from './keys.ts'
import { planLastDay } from './last-day.ts'
import { inviteLatecomers, settleSecondAccount } from './latecomers.ts'
import type { World } from './members.ts'
import { type Portal, settle } from './network.ts'
import { chanceFrom } from './random.ts'
import { type DemoMeans, planRecords } from './records.ts'
import { fillSecond } from './second.ts'
import { demoPassword } from './sign-ins.ts'
import { openStory } from './story.ts'
import { openTrade } from './trade.ts'
import { planYear } from './year.ts'

export { actAs } from './acting.ts'
export type { DemoMeans } from './records.ts'
export { demoPassword, demoSignIns, demoTenantCode, secondSignIns, secondTenantCode } from './sign-ins.ts'

const seed = 20_240_229
/** A year, and the month before it for comparison. */
const daysTold = 396
/** How long before the end the random business stops, in milliseconds. */
const lastDay = 6 * 3_600_000

/** Fills the demo tenant if there is no tenant at all; true when it did. `now` is the end of its story. */
export async function fillDemoOnFirstRun(
  db: Database,
  means: DemoMeans,
  log: (line: string) => void,
  now = new Date(),
): Promise<boolean> {
  if ((await listTenants(db)).length > 0) return false
  log('Filling the demo tenant …')
  await fillDemo(db, means, now)
  return true
}

/**
 * Creates the demo: a software vendor, its network, and a year of business up to now. Everything goes through the
 * modules, as the demo's users at the right time. It is one transaction: complete, or nothing after an interruption. A
 * second, small tenant follows.
 */
async function fillDemo(db: Database, means: DemoMeans, now: Date): Promise<void> {
  const passwordHash = await hashPassword(demoPassword)
  const tenantId = newId()
  await db.administer({ tenantId, userId: null, reach: null, clock: null, requestId: null }, (tx) =>
    tellStory(tx, means, { tenantId, passwordHash }, now),
  )
  // Created after the first, which serves the host names that no tenant has.
  await fillSecond(db, passwordHash, beginningOf(now))
}

const beginningOf = (now: Date): Date => {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  return new Date(today - daysTold * dayLength)
}

/** A tenant to fill with the demo's network and its year, and the password of its people. */
export interface Told {
  tenantId: string
  passwordHash: string
  /** Absent: the demo's own. */
  portal?: Portal
}

/** Creates the tenant with its network and a year of business up to now, in the transaction, which acts as the tenant. */
export async function tellStory(
  tx: Tx,
  means: DemoMeans,
  { tenantId, passwordHash, portal }: Told,
  now: Date,
): Promise<World> {
  // The last events are half an hour old, so that nothing in the demo is later than a visitor's first action.
  const end = new Date(now.getTime() - 30 * 60_000)
  const began = beginningOf(now)
  const world = await settle(tx, tenantId, began, passwordHash, portal)
  const story = openStory(tx, world, chanceFrom(seed))
  const trade = openTrade(story)
  planCertificates(story, end)
  planYear(story, trade, openKeys(story, trade), began, end)
  planDeals(story, end)
  await story.tell(new Date(end.getTime() - lastDay))
  planLastDay(story, trade, end)
  planRecords(story, means, end)
  planReadNews(story, end)
  await story.tell(end)
  await inviteLatecomers(tx, world, end, passwordHash)
  await settleSecondAccount(tx, world, end)
  return world
}
