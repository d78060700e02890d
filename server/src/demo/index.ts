import { hashPassword } from '../modules/people/index.ts'
import { listTenants } from '../modules/tenants/index.ts'
import type { Database } from '../platform/database/database.ts'
import { newId } from '../platform/ids.ts'
import { dayLength } from './acting.ts'
import { openKeys } from './keys.ts'
import { planLastDay } from './last-day.ts'
import { inviteLatecomers } from './latecomers.ts'
import { settle } from './network.ts'
import { chanceFrom } from './random.ts'
import { demoPassword } from './sign-ins.ts'
import { openStory } from './story.ts'
import { openTrade } from './trade.ts'
import { planYear } from './year.ts'

export { demoPassword, demoSignIns, demoTenantCode } from './sign-ins.ts'

const seed = 20_240_229
/** A year to look at, and the month before it to compare with. */
const daysTold = 396
/** How long before the end everybody else holds still, in milliseconds. */
const lastDay = 6 * 3_600_000

/** Fills the demo tenant where there is no tenant at all yet; true when it did. */
export async function fillDemoOnFirstRun(db: Database, log: (line: string) => void): Promise<boolean> {
  if ((await listTenants(db.shared)).length > 0) return false
  log('Filling the demo tenant …')
  await fillDemo(db)
  return true
}

/**
 * The demo: a software vendor, its network, and a year of their business up to now. Everything is done by the modules,
 * as the people of the demo would have done it, at the time they would have. All of it or, when interrupted, nothing.
 */
export async function fillDemo(db: Database, now = new Date()): Promise<void> {
  const passwordHash = await hashPassword(demoPassword)
  const tenantId = newId()
  // The last deeds are a while ago, so that nothing of the demo comes after the first thing a visitor does.
  const end = new Date(now.getTime() - 30 * 60_000)
  const today = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()))
  const began = new Date(today.getTime() - daysTold * dayLength)
  await db.administer({ tenantId, userId: null, reach: null, clock: null, requestId: null }, async (tx) => {
    const world = await settle(tx, tenantId, began, passwordHash)
    const story = openStory(tx, world, chanceFrom(seed))
    const trade = openTrade(story)
    planYear(story, trade, openKeys(story, trade), began, end)
    await story.tell(new Date(end.getTime() - lastDay))
    planLastDay(story, trade, end)
    await story.tell(end)
    await inviteLatecomers(tx, world, end, passwordHash)
  })
}
