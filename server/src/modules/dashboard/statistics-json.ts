import { pieSlices } from '@trellis/contract/dashboard'
import { type Sql, sql } from '../../platform/database/sql.ts'

/** Change in percent with one decimal; null when the previous value is zero (rules D5). */
export const trend = (current: string, previous: string) =>
  sql`round((${sql.ref(current)} - ${sql.ref(previous)}) * 100.0 / nullif(${sql.ref(previous)}, 0), 1)`

/** A figure of both periods as JSON. */
export const trendOf = (current: string, previous: string): Sql => sql`json_build_object(
  'current', trim_scale(${sql.ref(current)}), 'previous', trim_scale(${sql.ref(previous)}), 'trend', trim_scale(${trend(current, previous)}))`

/**
 * A time series as JSON. Its trend is that of the amount, or of the number. Both periods use the sampling of the current
 * one.
 */
export const seriesOf = (side: string, by: 'amount' | 'qt' = 'amount'): Sql => sql`json_build_object(
  'current', ${sql.ref(`${side}.current_json`)}, 'previous', ${sql.ref(`${side}.previous_json`)},
  'samplingFrequency', (select frequency from sampling),
  'trend', trim_scale(${trend(`${side}.${by}`, `${side}.previous_${by}`)}), 'sameSamplingRate', true)`

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

/** The CTE `series`: the samples of each period and side with their sums, as JSON. Reads the CTE `samples`. */
export const seriesOfSides = (sides: Sql): Sql => sql`
  select w.which, w.side, sum(s.qt) as qt, sum(s.amount) as amount,
         json_build_object(
           'samples', coalesce(
             json_agg(json_build_object('key', s.key, 'value', json_build_object('qt', s.qt, 'amount', trim_scale(s.amount)))
                      order by s.key) filter (where s.key is not null), '[]'),
           'total', json_build_object('qt', coalesce(sum(s.qt), 0), 'amount', trim_scale(coalesce(sum(s.amount), 0)))) as json
  from (select which, side from (values ('current'), ('previous')) p (which), (values ${sides}) s (side)) w
  left join samples s on s.which = w.which and s.side = w.side
  group by w.which, w.side`

/** The CTE `sides`: the current and the previous period side by side. Reads the CTE `series`. */
export const bothPeriods = sql`
  select c.side, coalesce(c.qt, 0) as qt, coalesce(p.qt, 0) as previous_qt,
         coalesce(c.amount, 0) as amount, coalesce(p.amount, 0) as previous_amount,
         c.json as current_json, p.json as previous_json
  from series c join series p on p.side = c.side and p.which = 'previous'
  where c.which = 'current'`
