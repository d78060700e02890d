import { sql } from '../../platform/database/sql.ts'
import type { Invariant } from './invariant.ts'

const here = sql`(select current_tenant())`

/** Records whose keys differ only by case and surrounding spaces. */
const doubled = (table: string, what: string, key: string, of = 'tenant_id') => sql`
  select ${what}::text || string_agg(quote_literal(${sql.ref(key)}), ', ' order by ${sql.ref(key)}) as what
  from ${sql.ref(table)} where tenant_id = ${here} group by ${sql.raw(of)}, key_of(${sql.ref(key)}) having count(*) > 1`

export const importInvariants: Invariant[] = [
  {
    name: 'the reference of an imported order exists once',
    broken: sql`
      select 'reference ' || quote_literal(min(ref_code)) || ' is that of the orders ' || string_agg(code, ', ' order by code) as what
      from orders where tenant_id = ${here} and origin = 'import' and ref_code is not null
      group by key_of(ref_code) having count(*) > 1`,
  },
  {
    name: 'the stock of an account and product was opened once',
    broken: sql`
      select 'account ' || a.code || ', product ' || coalesce(p.sku, '?') || ': opened with ' || string_agg(m.quantity::text, ' and ' order by m.movement_id) as what
      from stock_movements m
      join accounts a on a.tenant_id = m.tenant_id and a.account_id = m.account_id
      left join products p on p.product_id = m.product_id
      where m.tenant_id = ${here} and m.reason = 'import'
      group by a.code, p.sku, m.account_id, m.product_id having count(*) > 1`,
  },
  {
    name: 'no two keys differ by nothing but case and spaces',
    broken: sql.join(
      [
        doubled('accounts', 'accounts ', 'code'),
        doubled('products', 'products ', 'sku'),
        doubled('price_lists', 'price lists of one account ', 'name', 'account_id'),
        doubled('product_types', 'product types ', 'name'),
        doubled('features', 'features ', 'name'),
      ],
      sql` union all `,
    ),
  },
  {
    name: 'the last import by command came to its end',
    broken: sql`
      select 'the import begun ' || to_char(r.started_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC by ' || r.started_by || ' was interrupted'
          || coalesce(' while ' || r.phase || ' ' || r.file || ', of which nothing was kept', '')
          || '; run \`portal import\` with ' || r.folder || ' again, and it goes on from there' as what
      from (select * from import_runs where tenant_id = ${here} order by started_at desc, run_id desc limit 1) r
      where r.state = 'interrupted' or (r.state = 'running' and not import_is_running())`,
  },
]
