import { pieSlices } from '@trellis/contract/dashboard'
import { type Sql, sql } from '../../platform/database/sql.ts'

/** Change in percent with one decimal; null when the previous value is zero (rules D5). */
const trend = (current: string, previous: string) =>
  sql`round((${sql.ref(current)} - ${sql.ref(previous)}) * 100.0 / nullif(${sql.ref(previous)}, 0), 1)`

/** A figure of both periods as JSON. */
export const trendOf = (current: string, previous: string): Sql => sql`json_build_object(
  'current', trim_scale(${sql.ref(current)}), 'previous', trim_scale(${sql.ref(previous)}), 'trend', trim_scale(${trend(current, previous)}))`

/** A time series as JSON. Its trend is that of the amount. Both periods use the sampling of the current one. */
export const seriesOf = (side: string): Sql => sql`json_build_object(
  'current', ${sql.ref(`${side}.current_json`)}, 'previous', ${sql.ref(`${side}.previous_json`)},
  'samplingFrequency', (select frequency from sampling),
  'trend', trim_scale(${trend(`${side}.amount`, `${side}.previous_amount`)}), 'sameSamplingRate', true)`

/**
 * JSON of the largest slices plus one slice "other" with the sum of the rest. `name` is the SQL that reads the name of a
 * slice by its `id`.
 */
export const pieOf = (sums: string, name: Sql): Sql => sql`(
  select coalesce(json_agg(json_build_object('name', slice.name, 'amount', slice.amount) order by slice.row_no), '[]')
  from (
    select row_number() over (order by largest.amount desc, largest.id) as row_no, ${name} as name, trim_scale(largest.amount) as amount
    from (select id, amount from ${sql.ref(sums)} where amount > 0 order by amount desc, id limit ${pieSlices - 1}) largest
    union all
    select ${pieSlices}, 'other', trim_scale(rest.amount)
    from (
      select sum(others.amount) as amount
      from (select amount from ${sql.ref(sums)} where amount > 0 order by amount desc, id offset ${pieSlices - 1}) others
    ) rest
    where rest.amount > 0
  ) slice)`
