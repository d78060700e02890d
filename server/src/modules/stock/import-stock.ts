import { sql } from '../../platform/database/sql.ts'
import { required, wholeNumber } from '../../platform/import/cells.ts'
import { type ImportFile, inBatches, number } from '../../platform/import/file.ts'
import { key } from '../../platform/import/keys.ts'
import { report, reportRepeated, sound } from '../../platform/import/stage.ts'
import { accountNamed, inReach } from '../accounts/index.ts'
import { recordRows } from '../audit/index.ts'
import { productNamed } from '../catalogue/index.ts'
import { insertMovements } from './insert-movements.ts'

const table = 'stage_stock'

/** The imported opening quantity of the account and product; null when none was imported, or it was taken back. */
const opening = sql`(
  select nullif(sum(m.quantity), 0) from stock_movements m
  where m.tenant_id = (select current_tenant()) and m.account_id = s.account_id and m.product_id = s.product_id and m.reason = 'import')`

/**
 * Whether the row equals the current balance of a product that has had movements. This is the case for every row of the
 * tenant's own export.
 */
const isOnHand = sql`exists (
  select from stock_balances b
  where b.tenant_id = (select current_tenant()) and b.account_id = s.account_id and b.product_id = s.product_id
    and b.movements > 0 and b.quantity = s.quantity)`

/** Opening stock at the start of the portal: one movement per account and product, imported only once. */
export const stockImport: ImportFile = {
  name: 'stock.csv',
  columns: {
    accountCode: required(key()),
    sku: required(key(64)),
    quantity: required(wholeNumber(-1_000_000_000, 1_000_000_000)),
  },
  workedOut: 'account_id uuid, product_id uuid, seq int, state text',
  isLeaf: true,

  async check(tx) {
    await reportRepeated(tx, table, 'sku', 'key_of(account_code), key_of(sku)')
    await tx.run(sql`analyze stage_stock`)
    await tx.run(sql`
      update stage_stock s set account_id = a.account_id, product_id = p.product_id
      from stage_stock o
      left join offered.accounts a on ${accountNamed(sql`o.account_code`)} and a.deleted_at is null
      left join offered.products p on ${productNamed(sql`o.sku`)} and p.status <> 'Deleted'
      where o.at_line = s.at_line`)
    const rows = sql`from stage_stock s where ${sound}`
    await report(tx, 'accountCode', 'noAccount', sql`${rows} and s.account_id is null`)
    await report(tx, 'sku', 'noProduct', sql`${rows} and s.product_id is null`)
    await report(
      tx,
      'quantity',
      'belowZero',
      sql`${rows} and s.quantity < 0 and s.account_id <> (
        select account_id from offered.accounts where tenant_id = (select current_tenant()) and parent_id is null)`,
    )
    await tx.run(sql`
      update stage_stock s set state = case when o.opened is null and s.quantity <> 0 and not o.on_hand then 'new' else 'same' end
      from (select s.at_line, ${opening} as opened, ${isOnHand} as on_hand from stage_stock s) o where o.at_line = s.at_line`)
    await report(
      tx,
      'quantity',
      { reason: 'otherOpening', detail: opening },
      sql`${rows} and s.state = 'same' and s.quantity <> coalesce(${opening}, 0) and not ${isOnHand}`,
    )
  },

  async write(tx, step) {
    // Numbers rows in the order in which balances are always locked.
    const added = await number(tx, table, 'new', 'product_id, account_id')
    await inBatches(added, 2000, step, async (from, to) => {
      const rows = sql`stage_stock s where s.state = 'new' and s.seq between ${from} and ${to}`
      await tx.run(
        insertMovements(sql`
          select id_at(clock()), account_id, product_id, quantity, 'import', null::uuid, null::uuid from ${rows}`),
      )
      await recordRows(
        tx,
        'stock.imported',
        'account',
        sql`select s.account_id, null::jsonb, jsonb_build_object('sku', s.sku, 'quantity', s.quantity) from ${rows}`,
      )
    })
    // Written last, because sales wait for the balances that it locks. A row of zero moves nothing, but the stock list
    // then shows zero instead of no row.
    await tx.run(sql`
      insert into stock_balances as b (account_id, product_id, quantity, movements, is_root)
      select s.account_id, s.product_id, s.quantity, case when s.state = 'new' then 1 else 0 end, s.account_id = (
        select account_id from offered.accounts where tenant_id = (select current_tenant()) and parent_id is null)
      from stage_stock s where s.state = 'new' or s.quantity = 0 order by s.product_id, s.account_id
      on conflict (tenant_id, account_id, product_id)
      do update set quantity = b.quantity + excluded.quantity, movements = b.movements + excluded.movements
      where excluded.movements > 0`)
  },

  present: (among) => sql`
    select b.account_id::text || b.product_id::text as id, a.code as "accountCode", p.sku, b.quantity::text
    from stock_balances b
    join offered.accounts a on a.tenant_id = b.tenant_id and a.account_id = b.account_id and a.deleted_at is null
    join offered.products p on p.tenant_id = b.tenant_id and p.product_id = b.product_id and p.status <> 'Deleted'
    where b.tenant_id = (select current_tenant()) and ${inReach(sql`b.account_id`)} and ${among(sql`b.account_id`)}
    order by a.code, p.sku`,

  leavesOut: [
    {
      what: 'the movements: what is on hand is their sum',
      count: sql`select count(*) from stock_movements m where m.tenant_id = (select current_tenant()) and ${inReach(sql`m.account_id`)}`,
    },
  ],

  async sums(tx) {
    const row = await tx.row<{ quantity: number; zero: number }>(sql`
      select coalesce(sum(quantity), 0) as quantity, count(*) filter (where quantity = 0) as zero from stage_stock`)
    return { quantity: row?.quantity ?? 0, 'rows of zero': row?.zero ?? 0 }
  },
}
