import type { RequestOf } from '@trellis/contract/endpoint'
import { priceLists } from '@trellis/contract/price-lists'
import { sql } from '../platform/database/sql.ts'
import type { World } from './network.ts'

export const euro = 978

type Draft = RequestOf<typeof priceLists.create>['body']

/** Helpers for tests of price lists: products by SKU, new lists, the list that all accounts are served by, the audit log. */
export function pricing({ vendor, products, db, tenantId }: World) {
  let made = 0
  const idOf = (sku: string) => products[sku]?.productId ?? ''
  return {
    idOf,

    /** The request for a new list with these prices by SKU. */
    listOf: (prices: Record<string, number>, more: Partial<Draft> = {}): { body: Draft } => ({
      body: {
        name: `List ${++made}`,
        currencyId: euro,
        items: Object.entries(prices).map(([sku, customPrice]) => ({ productId: idOf(sku), customPrice })),
        ...more,
      },
    }),

    async verdantList(): Promise<string> {
      const page = await vendor.call(priceLists.search, {
        body: { filterBy: [{ field: 'name', values: ['Verdant list'] }] },
      })
      return page.items[0]?.priceListId ?? ''
    },

    /** The audit events of one action on one record, oldest first. */
    audited: (action: string, id: string) =>
      db
        .read({ tenantId, userId: null, reach: null, clock: null, requestId: null })
        .rows<{ before: unknown; after: unknown; user_id: string }>(sql`
          select before, after, user_id from audit_log
          where tenant_id = current_tenant() and action = ${action} and entity_id = ${id} order by audit_id`),
  }
}
