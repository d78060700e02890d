import { maximumDealLevel } from '@trellis/contract/deal-states'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { sqlName } from '../../platform/import/cells.ts'
import { report, reportFuture, reportRepeated, sound } from '../../platform/import/stage.ts'
import { accountNamed, isReached } from '../accounts/index.ts'
import { productNamed } from '../catalogue/index.ts'
import { checkExternalIds } from '../tenants/index.ts'

/** Facts of the deal itself, which every row of it repeats. */
const headings = [
  'externalIds',
  'vendorAccountCode',
  'company',
  'vatId',
  'firstName',
  'lastName',
  'email',
  'phoneNumber',
  'webSite',
  'street',
  'city',
  'postalCode',
  'countryCode',
  'description',
  'startDate',
  'creationDate',
  'estimatedCloseDate',
  'chanceOfClosure',
  'status',
  'protectionStatus',
] as const

/**
 * A deal is known by its code, or without one by vendor, company and date of creation. One that exists already stays as it
 * is: people have gone on with it.
 */
export async function checkDeals(tx: Tx): Promise<void> {
  await tx.run(sql`analyze stage_deals`)
  await tx.run(sql`
    update stage_deals s set vendor_id = a.account_id, product_id = p.product_id,
      deal_ref = coalesce('code ' || key_of(o.code),
        'of ' || key_of(o.vendor_account_code) || ' ' || key_of(o.company) || ' ' || extract(epoch from o.creation_date))
    from stage_deals o
    left join offered.accounts a on ${accountNamed(sql`o.vendor_account_code`)}
    left join offered.products p on ${productNamed(sql`o.sku`)}
    where o.at_line = s.at_line`)
  await tx.run(sql`create index on stage_deals (deal_ref, line)`)
  await reportRepeated(tx, 'stage_deals', 'line', 'deal_ref, line')
  const rows = sql`from stage_deals s where ${sound}`
  await report(tx, 'vendorAccountCode', 'noAccount', sql`${rows} and s.vendor_id is null`)
  await report(
    tx,
    'vendorAccountCode',
    'ownsNoDeals',
    sql`from stage_deals s
        join offered.accounts a on a.tenant_id = (select current_tenant()) and a.account_id = s.vendor_id
        join offered.account_groups g on g.tenant_id = a.tenant_id and g.group_id = a.group_id
        where ${sound} and g.level > ${maximumDealLevel}`,
  )
  await report(tx, 'sku', 'noProduct', sql`${rows} and s.sku is not null and s.product_id is null`)
  await reportFuture(tx, 'stage_deals')
  await compareLines(tx)
  await findExisting(tx)
  await checkExternalIds(tx, {
    table: 'stage_deals',
    kind: 'deal',
    recordId: 'deal_id',
    record: 'deal_ref',
    states: ['new'],
    isReached,
  })
  await report(
    tx,
    'line',
    'anotherLineRefused',
    sql`from stage_deals s
        where s.deal_ref in (select o.deal_ref from stage_deals o join import_problems p on p.at_line = o.at_line) and ${sound}`,
  )
}

/** All rows of a deal must have the same facts of the deal. */
async function compareLines(tx: Tx): Promise<void> {
  const values = (row: Sql) => headings.map((name) => sql`${row}.${sql.ref(sqlName(name))}`)
  const each = sql.join(
    headings.map((name) => {
      const column = sql.ref(sqlName(name))
      return sql`(${name}, s.${column}::text, s.${column} is distinct from f.${column})`
    }),
  )
  await tx.run(sql`
    insert into import_problems (at_line, column_name, value, reason)
    select s.at_line, h.name, h.value, 'unlikeFirstLine'
    from stage_deals s
    join (select distinct on (deal_ref) * from stage_deals order by deal_ref, line) f on f.deal_ref = s.deal_ref
    cross join lateral (values ${each}) h (name, value, differs)
    where (${sql.join(values(sql`s`))}) is distinct from (${sql.join(values(sql`f`))}) and h.differs and ${sound}`)
}

async function findExisting(tx: Tx): Promise<void> {
  await tx.run(sql`
    update stage_deals s set deal_id = d.deal_id, state = 'same'
    from deals d
    join deal_prospects p on p.tenant_id = d.tenant_id and p.deal_id = d.deal_id
    where d.tenant_id = (select current_tenant())
      and case when s.code is not null then key_of(d.code) = key_of(s.code)
               else d.vendor_id = s.vendor_id and d.created_at = s.creation_date and key_of(p.name) = key_of(s.company) end`)
  await tx.run(sql`update stage_deals set state = 'new' where state is null`)
  const known = sql`from stage_deals s
    join deals d on d.tenant_id = (select current_tenant()) and d.deal_id = s.deal_id where ${sound}`
  await report(tx, 'vendorAccountCode', 'unlikeDeal', sql`${known} and d.vendor_id <> s.vendor_id`)
  await report(tx, 'creationDate', 'unlikeDeal', sql`${known} and d.created_at <> s.creation_date`)
}
