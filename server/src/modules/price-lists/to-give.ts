import { hasPermission } from '@trellis/contract/permissions'
import type { ListsToGive } from '@trellis/contract/pricing'
import { named } from '../../platform/database/search.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { own } from './queries.ts'
import { isParentsToGive, whyNotHandOn } from './rules.ts'

type Offer = ListsToGive['items'][number]

/**
 * The lists that the actor can assign to a new account below `parentId`: the lists that the parent or the actor's account
 * owns or is served by, as far as the actor may assign them.
 */
export async function listsToGive(tx: Reader, actor: Actor, parentId: string): Promise<ListsToGive> {
  if (!hasPermission(actor.permissions, 'PriceLists', 'c')) return { required: false, items: [] }
  const rows = await tx.rows<{ offer: Offer; own: boolean; propagates: boolean; ofParent: boolean; toParent: boolean }>(
    sql`
    select json_build_object(
             'priceListId', l.price_list_id, 'name', l.name, 'currencyCode', c.code, 'accountName', a.name) as offer,
           ${own(actor)} as own,
           coalesce(l.price_list_id = mine.price_list_id and mine.can_propagate, false) as propagates,
           l.account_id = ${parentId} as "ofParent",
           coalesce(l.price_list_id = above.price_list_id and above.can_propagate, false) as "toParent"
    from price_lists l
    join offered.currencies c on c.currency_id = l.currency_id
    left join effective_price_list(${parentId}::uuid) above on true
    left join effective_price_list(${actor.accountId}::uuid) mine on true
    left join offered.accounts a on a.tenant_id = l.tenant_id and a.account_id = l.account_id
      and a.account_id in (select account_id from reachable_accounts())
    where l.tenant_id = (select current_tenant())
      and (l.account_id in (${parentId}, ${actor.accountId})
        or l.price_list_id in (above.price_list_id, mine.price_list_id))
    order by ${named(sql`l.name`)}, l.price_list_id`,
  )
  const given = rows.filter((row) => whyNotHandOn(row) === null)
  return { required: given.some(isParentsToGive), items: given.map(({ offer }) => offer) }
}
