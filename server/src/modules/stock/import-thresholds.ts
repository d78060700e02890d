import { sql } from '../../platform/database/sql.ts'
import { required, wholeNumber } from '../../platform/import/cells.ts'
import type { ImportFile } from '../../platform/import/file.ts'
import { key } from '../../platform/import/keys.ts'
import { report, reportRepeated, sound } from '../../platform/import/stage.ts'
import { accountNamed, inReach } from '../accounts/index.ts'
import { recordRows } from '../audit/index.ts'
import { productNamed } from '../catalogue/index.ts'

const tenant = sql`(select current_tenant())`

/** Below how many available pieces an account is warned (rules S6). */
export const thresholdsImport: ImportFile = {
  name: 'thresholds.csv',
  columns: {
    accountCode: required(key()),
    sku: required(key(64)),
    threshold: required(wholeNumber(1, 1_000_000_000)),
  },
  workedOut: 'account_id uuid, product_id uuid, former int, state text',
  isLeaf: true,

  async check(tx) {
    await reportRepeated(tx, 'stage_thresholds', 'sku', 'key_of(account_code), key_of(sku)')
    await tx.run(sql`
      update stage_thresholds s set account_id = a.account_id, product_id = p.product_id, former = t.threshold,
        state = case when t.threshold is null then 'new' when t.threshold <> o.threshold then 'changed' else 'same' end
      from stage_thresholds o
      left join offered.accounts a on ${accountNamed(sql`o.account_code`)} and a.deleted_at is null and ${inReach(sql`a.account_id`)}
      left join offered.products p on ${productNamed(sql`o.sku`)} and p.status <> 'Deleted'
      left join stock_thresholds t on t.tenant_id = ${tenant} and t.account_id = a.account_id and t.product_id = p.product_id
      where o.at_line = s.at_line`)
    const rows = sql`from stage_thresholds s where ${sound}`
    await report(tx, 'accountCode', 'noAccount', sql`${rows} and s.account_id is null`)
    await report(tx, 'sku', 'noProduct', sql`${rows} and s.product_id is null`)
  },

  async write(tx, step) {
    const rows = sql`stage_thresholds s where s.state <> 'same'`
    // A product that the account never had gets a balance of zero, so that the list of stock shows the warning.
    await tx.run(sql`
      insert into stock_balances (account_id, product_id, is_root)
      select s.account_id, s.product_id, a.parent_id is null
      from stage_thresholds s join offered.accounts a on a.tenant_id = ${tenant} and a.account_id = s.account_id
      where s.state = 'new' order by s.product_id, s.account_id on conflict do nothing`)
    await tx.run(sql`
      insert into stock_thresholds (account_id, product_id, threshold)
      select s.account_id, s.product_id, s.threshold from ${rows}
      on conflict (tenant_id, account_id, product_id) do update set threshold = excluded.threshold`)
    await recordRows(
      tx,
      'stock.threshold_changed',
      'account',
      sql`select s.account_id, jsonb_build_object('productId', s.product_id, 'threshold', s.former),
                 jsonb_build_object('productId', s.product_id, 'threshold', s.threshold, 'source', 'import')
          from ${rows} order by s.at_line`,
    )
    const all = await tx.row<{ count: number }>(sql`select count(*)::int as count from stage_thresholds`)
    step(all?.count ?? 0, all?.count ?? 0)
  },

  present: (among) => sql`
    select t.account_id::text || t.product_id::text as id, a.code as "accountCode", p.sku, t.threshold::text
    from stock_thresholds t
    join offered.accounts a on a.tenant_id = t.tenant_id and a.account_id = t.account_id and a.deleted_at is null
    join offered.products p on p.tenant_id = t.tenant_id and p.product_id = t.product_id and p.status <> 'Deleted'
    where t.tenant_id = ${tenant} and ${inReach(sql`t.account_id`)} and ${among(sql`t.account_id`)}
    order by a.code, p.sku`,

  sums: async () => ({}),
}
