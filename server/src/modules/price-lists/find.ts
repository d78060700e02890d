import { type Asked, anyText, candidatesOf, type Findable, grade } from '../../platform/database/finding.ts'
import { sql } from '../../platform/database/sql.ts'
import { seenIn } from './queries.ts'

/** Finds the price lists that the reader sees by name; null without permission to read price lists. */
export function priceListsFound(asked: Asked): Findable | null {
  const { actor } = asked
  const read = asked.readIn('PriceLists')
  if (read === null) return null
  const { accounts } = read
  return {
    kinds: ['priceList'],
    mayHave: (patterns) => anyText('priceList', patterns),
    rows: asked.best(
      'priceList',
      sql`
        select l.price_list_id as record_id, l.created_at as at, ${grade([sql`l.name_folded`], [sql`l.name_folded`])} as grade
        from (${asked.textsOr('priceList', candidatesOf(sql`from price_lists t`, 'price_list_id').some(sql`true`))}) k
        join price_lists l on l.price_list_id = k.record_id
        cross join asked q
        where ${asked.bits(sql`l.name_folded`)} = ${asked.everyBit} and ${seenIn(accounts, actor)}`,
    ),
    shown: sql`
      select json_build_object(
        'title', l.name, 'code', (select c.code from offered.currencies c where c.currency_id = l.currency_id),
        'about', (select a.name from offered.accounts a
                  where a.tenant_id = l.tenant_id and a.account_id = l.account_id and l.account_id in ${accounts}),
        'creationDate', iso(l.created_at))
      from price_lists l where l.price_list_id = h.record_id and ${seenIn(accounts, actor)}`,
  }
}
