import { devices } from '@trellis/contract/devices'
import { licenses } from '@trellis/contract/licenses'
import { type RenewalAnswer, type RenewalWindow, renewals } from '@trellis/contract/renewals'
import { licensing } from './licensing.ts'
import type { Person, World } from './network.ts'

export interface DueKey {
  serialKey: string
  dueDate: string | null
}

export const day = 86_400_000

/** Helpers for tests of renewals: keys that end soon, and what became of them. */
export function renewing(world: World) {
  const { key, give } = licensing(world)

  /** Takes a seat at this moment, which starts the license. */
  async function activate(serialKey: string, at: Date, deviceUuid = 'laptop') {
    world.at(at.toISOString())
    try {
      return await world.vendor.call(devices.activate, { body: { serialKey, deviceUuid } })
    } finally {
      world.at(null)
    }
  }

  return {
    activate,

    /** A key of a product for one year that ends in so many days, and takes nothing of the owner's present stock. */
    async keyEnding(owner: Person, days: number, { sku = 'EDGE-1Y', seats = 1 } = {}) {
      const serialKey = await key(owner, sku, seats)
      const end = new Date(Date.now() + days * day)
      const start = new Date(Date.UTC(end.getUTCFullYear() - 1, end.getUTCMonth(), end.getUTCDate(), 9))
      const { expirationDate, maintenanceExpirationDate } = await activate(serialKey, start)
      return { serialKey, dueDate: expirationDate ?? maintenanceExpirationDate ?? '' }
    },

    renew: (who: Person, keys: DueKey[], more: { orderMissing?: boolean } = {}) =>
      who.call(renewals.renew, { body: { items: keys, ...more } }),

    outcomes: ({ items }: RenewalAnswer) => items.map(({ outcome, reason }) => (reason === null ? outcome : reason)),

    read: (who: Person, { serialKey }: DueKey) => who.call(licenses.read, { params: { serialKey } }),

    inWindow: (window: RenewalWindow, serialKeys: string[] = []) => ({
      limit: 3000,
      includeChildren: true,
      filterBy: [
        { field: 'window' as const, values: [window] },
        ...(serialKeys.length > 0 ? [{ field: 'serialKey' as const, values: serialKeys }] : []),
      ],
    }),

    /** Takes all pieces of a product from the stock of the user's account. */
    async empty(person: Person, sku: string) {
      const has = await person.stockOf(sku)
      if (has > 0) await give(person, sku, -has)
    },

    /** The last instant of the day that is so many years after an end. */
    later: (date: string | null, years: number) =>
      `${Number(date?.slice(0, 4)) + years}${date?.slice(4, 10)}T23:59:59.999Z`,
  }
}
