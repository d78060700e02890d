import type { LiveKind } from '@trellis/contract/live'
import { json, type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'
import { changedBy, type Notice, type Source } from './notices.ts'

/** A changed record, and at which accounts somebody stands who reaches it. */
export interface Reached {
  /** Position of the notice that announced it. */
  notice: number
  kind: LiveKind
  /** Null: many records. */
  id: string | null
  accounts: string[]
  /** Full name of the author, for the kinds of which every reader may know it. */
  by: string | null
}

/** Records that belong to one account each; price lists belong to several. */
const owned: { source: Source; record: Sql; id: Sql; account: Sql }[] = [
  { source: 'deal', record: sql`join offered.deals r`, id: sql`r.deal_id`, account: sql`r.vendor_id` },
  { source: 'user', record: sql`join offered.users r`, id: sql`r.user_id`, account: sql`r.account_id` },
  {
    source: 'price_list',
    record: sql`join offered.price_lists r`,
    id: sql`r.price_list_id`,
    account: sql`r.account_id`,
  },
  {
    source: 'price_list',
    record: sql`join offered.price_list_accounts r`,
    id: sql`r.price_list_id`,
    account: sql`r.account_id`,
  },
  {
    source: 'environment',
    record: sql`join offered.environments r`,
    id: sql`r.environment_id`,
    account: sql`r.account_id`,
  },
  { source: 'file', record: sql`join offered.files r`, id: sql`r.file_id`, account: sql`r.account_id` },
  {
    source: 'certification',
    record: sql`join offered.issued_certificates r`,
    id: sql`r.issued_id`,
    account: sql`r.account_id`,
  },
]

/**
 * Which of these accounts reach the records of the notices: the record belongs to the account or to one below it, as in
 * the lists. A product belongs to the root account here, because only readers of the whole catalogue are told of it.
 * A price list belongs to its owner and to the accounts that have it; a list that is inherited is not announced.
 * @param accounts the tops of what the listening users may read
 */
export const listReached = (tx: Reader, notices: Notice[], accounts: string[]) =>
  tx.rows<Reached>(sql`
    with notices as (
      select n.* from jsonb_to_recordset(${json(rowsOf(notices))})
        as n (notice int, kind text, source text, action text, ids jsonb, first uuid, last uuid, author uuid)
    ), changed as materialized (
      select n.notice, n.kind, n.source, i.id::uuid, false as many
      from notices n cross join lateral jsonb_array_elements_text(n.ids) i (id)
      where n.ids is not null
      union all
      select n.notice, n.kind, n.source, a.entity_id::uuid, true
      from notices n
      join offered.audit_log a on a.tenant_id = (select current_tenant()) and a.audit_id between n.first and n.last
        and a.action = n.action
      where n.ids is null
    ), concerned as (
      select c.notice, c.kind, c.many, case c.kind when 'stock' then s.account_id else c.id end as id, s.account_id
      from changed c
      join offered.orders o on o.tenant_id = (select current_tenant()) and o.order_id = c.id
      cross join lateral (values (o.buyer_id), (o.vendor_id)) s (account_id)
      where c.source = 'order'
      union all
      select c.notice, c.kind, c.many, case c.kind when 'stock' then l.owner_id else c.id end, l.owner_id
      from changed c
      join offered.licenses l on l.tenant_id = (select current_tenant()) and l.license_id = c.id
      where c.source = 'license'
      union all
      select c.notice, c.kind, c.many, c.id, c.id from changed c where c.source = 'account'
      union all
      ${sql.join(
        owned.map(
          ({ source, record, id, account }) => sql`
      select c.notice, c.kind, c.many, c.id, ${account}
      from changed c
      ${record} on r.tenant_id = (select current_tenant()) and ${id} = c.id
      where c.source = ${sql.lit(source)}`,
        ),
        sql` union all `,
      )}
      union all
      select c.notice, c.kind, c.many, c.id, r.account_id
      from changed c
      join offered.accounts r on r.tenant_id = (select current_tenant()) and r.parent_id is null
      where c.source = 'product'
    )
    select c.notice, c.kind, case when not c.many then c.id end as id, array_agg(distinct a.account_id) as accounts,
      (select u.first_name || ' ' || u.last_name from offered.users u
       where u.tenant_id = (select current_tenant()) and u.user_id = n.author) as by
    from concerned c
    join notices n on n.notice = c.notice and n.kind = c.kind
    cross join lateral accounts_at_or_above(c.account_id) a
    where a.account_id = any(${accounts}::uuid[])
    group by c.notice, c.kind, n.author, case when not c.many then c.id end`)

/** The kinds whose author both sides of an order, and all readers of an account, see on the record too. */
const withAuthor: readonly LiveKind[] = ['order', 'account']

const rowsOf = (notices: Notice[]) =>
  notices.flatMap(({ action, userId = null, ids = null, first = null, last = null }, notice) =>
    changedBy(action).map(({ kind, source }) => {
      const author = withAuthor.includes(kind) ? userId : null
      return { notice, kind, source, action, ids, first, last, author }
    }),
  )
