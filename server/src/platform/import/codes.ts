import { type Sql, sql } from '../database/sql.ts'
import type { Tx } from '../database/tx.ts'
import type { Aside } from './file.ts'

/** Numbers the rows of a query (`seq`, `year`): their codes, in the table `new_codes`, rise with `seq` in each year. */
export async function giveCodes(tx: Tx, aside: Aside, series: 'SO' | 'DL', rows: Sql): Promise<void> {
  await tx.run(sql`drop table if exists new_codes`)
  await tx.run(sql`create temporary table new_codes (seq bigint primary key, code text)`)
  const years = await tx.rows<{ year: number; count: number }>(
    sql`select year, count(*) as count from (${rows}) r group by 1 order by 1`,
  )
  for (const { year, count } of years) {
    await aside((other) => other.run(sql`select open_numbers(${series}, ${year})`))
    await tx.run(sql`
      insert into new_codes
      select r.seq, c.code
      from (select seq, row_number() over (order by seq) as nth from (${rows}) r where year = ${year}) r
      join next_codes(${series}, ${year}, ${count}) with ordinality as c (code, nth) using (nth)`)
  }
  await tx.run(sql`analyze new_codes`)
}
