import { perpetualYears } from '@trellis/contract/values'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { Fault, instant, type Kind } from '../../platform/import/cells.ts'
import { report, sound } from '../../platform/import/stage.ts'
import { terms } from './issue-queries.ts'

/*
 * How long an imported key lasts (rules K37). A given end counts, whatever the term of the product says: the key gets one grant
 * of its own that leads from its start to that end, so that its renewals go on from there (rules K20).
 */

type Which = 'license' | 'maintenance'

const perpetual = 'perpetual'
const forEver = sql.lit(perpetual)
const duration = /^P(?=\d)(?:(\d{1,3})Y)?(?:(\d{1,3})M)?(?:(\d{1,4})D)?$/i

/** The end of a key: `perpetual`, a date, or how long it lasts from its start, such as `P1Y6M`. */
export const endCell: Kind = {
  sqlType: 'text',
  read: (value) => {
    if (value.toLowerCase() === perpetual) return perpetual
    const parts = duration.exec(value)
    if (parts) return Number(parts[1] ?? 0) >= perpetualYears ? perpetual : value.toUpperCase()
    const read = instant.read(value)
    return read instanceof Fault && read.reason === 'notDate' ? new Fault('notEnd') : read
  },
}

const grants = ['license', 'maintenance'] as const
const columns: Record<Which, { cell: string; column: string }> = {
  license: { cell: 'expiration_date', column: 'expirationDate' },
  maintenance: { cell: 'maintenance_expiration_date', column: 'maintenanceExpirationDate' },
}

/** The columns of the staging table with the grant of a key, named as those of `license_details`. */
export const termColumns = grants
  .flatMap((grant) => [
    ...['years', 'months', 'days'].map((unit) => `${grant}_${unit} int`),
    `${grant}_is_perpetual boolean`,
  ])
  .join(', ')

export const stagedTerm = terms('s')

/**
 * Start of the license: its activation, or the first day of the following month, in UTC (rules K4). Null before
 * activation.
 */
export const startsAt = sql`case p.license_activation_rule when 'firstnextmonth'
  then (date_trunc('month', s.activation_date at time zone 'UTC') + interval '1 month') at time zone 'UTC'
  else s.activation_date end`

/** The last instant of the last day of a staged key `s`; null before its activation, and for a perpetual one. */
export const lastInstantOf = (grant: Which): Sql => sql`case when not s.${sql.ref(`${grant}_is_perpetual`)} then (
  (date_trunc('day', ${startsAt} at time zone 'UTC') + make_interval(
     years => s.${sql.ref(`${grant}_years`)}, months => s.${sql.ref(`${grant}_months`)}, days => s.${sql.ref(`${grant}_days`)})
   + interval '1 day' - interval '1 millisecond') at time zone 'UTC') end`

/** The given cell of a staged key. */
const cellOf = (grant: Which): Sql => sql`s.${sql.ref(columns[grant].cell)}`
const isDuration = (grant: Which): Sql => sql`${cellOf(grant)} like 'P%'`
const isDate = (grant: Which): Sql => sql`(${cellOf(grant)} <> ${forEver} and ${cellOf(grant)} not like 'P%')`
const part = (grant: Which, unit: 'Y' | 'M' | 'D'): Sql =>
  sql`coalesce(substring(${cellOf(grant)} from ${sql.lit(`(\\d+)${unit}`)})::int, 0)`

/** The day that a cell names, in UTC: the key lasts until its last instant. */
const dayOf = (grant: Which): Sql =>
  sql`(case when ${isDate(grant)} then ${cellOf(grant)}::timestamptz end at time zone 'UTC')::date`

const mostYears = 200

/**
 * Finds the grant of each new key: of its product, or the one that leads to the given end. From a start to a day it has as many whole
 * months as there are and then days, so that a later term of months ends on the same day of the month.
 */
export async function checkGivenEnds(tx: Tx): Promise<void> {
  const rows = sql`from stage_licenses s where ${sound} and s.state = 'new'`
  for (const grant of grants) {
    const { column } = columns[grant]
    await report(tx, column, 'endsWithBase', sql`${rows} and ${cellOf(grant)} is not null and s.base_id is not null`)
    await report(tx, column, 'notActivated', sql`${rows} and ${isDate(grant)} and s.activation_date is null`)
    const beforeStart = sql`${dayOf(grant)} < (s.activation_date at time zone 'UTC')::date`
    await report(tx, column, 'beforeActivation', sql`${rows} and ${beforeStart}`)
    const isFar = sql`${dayOf(grant)} > s.activation_date + make_interval(years => ${mostYears})`
    await report(tx, column, { reason: 'endTooFar', detail: sql.lit(mostYears) }, sql`${rows} and ${isFar}`)
    const of = (name: string) => sql.ref(`${grant}_${name}`)
    const months = sql`greatest(x.months - (x.start + make_interval(months => x.months) > x.day)::int, 0)`
    await tx.run(sql`
      update stage_licenses s set
        ${of('is_perpetual')} = case when ${cellOf(grant)} is null then p.${of('is_perpetual')} else ${cellOf(grant)} = ${forEver} end,
        ${of('years')} = case when ${cellOf(grant)} is null then p.${of('years')}
          when ${isDuration(grant)} then ${part(grant, 'Y')} when ${isDate(grant)} then m.months / 12 else 0 end,
        ${of('months')} = case when ${cellOf(grant)} is null then p.${of('months')}
          when ${isDuration(grant)} then ${part(grant, 'M')} when ${isDate(grant)} then m.months % 12 else 0 end,
        ${of('days')} = case when ${cellOf(grant)} is null then p.${of('days')}
          when ${isDuration(grant)} then ${part(grant, 'D')}
          when ${isDate(grant)} then m.day - (m.start + make_interval(months => m.months))::date else 0 end
      from (
        select x.*, ${months} as months_between from (
          select s.at_line, (${startsAt} at time zone 'UTC')::date as start, ${dayOf(grant)} as day,
                 ((extract(year from ${dayOf(grant)}) - extract(year from ${startsAt} at time zone 'UTC')) * 12
                  + extract(month from ${dayOf(grant)}) - extract(month from ${startsAt} at time zone 'UTC'))::int as months
          from stage_licenses s
          join offered.products p on p.tenant_id = (select current_tenant()) and p.product_id = s.product_id
          where s.state = 'new'
        ) x
      ) n
      cross join lateral (select n.start, n.day, n.months_between as months) m,
      offered.products p
      where n.at_line = s.at_line and p.tenant_id = (select current_tenant()) and p.product_id = s.product_id`)
  }
}

/** What a license `l` was made with, beside its renewals: the sums of its grants. */
const firstGrants = (grant: Which): Sql => sql`(
  select sum(d.${sql.ref(`${grant}_years`)}) as years, sum(d.${sql.ref(`${grant}_months`)}) as months, sum(d.${sql.ref(`${grant}_days`)}) as days
  from license_details d
  where d.tenant_id = l.tenant_id and d.license_id = l.license_id and not exists (
    select from license_renewals r where r.tenant_id = d.tenant_id and r.license_detail_id = d.license_detail_id))`

const ends: Record<Which, { end: Sql; before: Sql; isPerpetual: Sql }> = {
  license: { end: sql`l.expires_at`, before: sql`r.expires_before`, isPerpetual: sql`l.license_is_perpetual` },
  maintenance: {
    end: sql`l.maintenance_expires_at`,
    before: sql`r.maintenance_before`,
    isPerpetual: sql`l.maintenance_is_perpetual`,
  },
}

/** A row says another end than its license `l` has, or had before it was renewed. */
export const unlikeGivenEnd = (grant: Which): Sql => {
  const { end, before, isPerpetual } = ends[grant]
  const given = sql`((${dayOf(grant)} + 1)::timestamp at time zone 'UTC' - interval '1 millisecond')`
  return sql`${cellOf(grant)} is not null and case
    when ${cellOf(grant)} = ${forEver} then not ${isPerpetual}
    when ${isDuration(grant)} then not exists (
      select from ${firstGrants(grant)} g
      where (g.years, g.months, g.days) = (${part(grant, 'Y')}, ${part(grant, 'M')}, ${part(grant, 'D')}))
    else ${end} is distinct from ${given} and not exists (
      select from license_renewals r
      where r.tenant_id = l.tenant_id and r.license_id = l.license_id and ${before} = ${given}) end`
}

/** SQL: the cell of a license `l`. A key that upgrades another has no end of its own. */
export const endInFiles = (grant: Which): Sql => {
  const { end, isPerpetual } = ends[grant]
  const unit = (name: string, letter: string) =>
    sql`case when g.${sql.ref(name)} > 0 then g.${sql.ref(name)} || ${letter} end`
  return sql`case
    when exists (select from license_upgrades u where u.tenant_id = l.tenant_id and u.license_id = l.license_id) then null
    when ${isPerpetual} then ${forEver}
    when l.activated_at is not null then iso(${end})
    else (select coalesce(nullif(concat('P', ${unit('years', 'Y')}, ${unit('months', 'M')}, ${unit('days', 'D')}), 'P'), 'P0D')
          from ${firstGrants(grant)} g) end`
}

/** Keys whose end no file can say: an export would shorten or lengthen them, so it names them instead. */
export async function keysShortened(tx: Tx): Promise<string | null> {
  const isNoDay = (grant: Which) => sql`${ends[grant].end} is not null and (
    ${ends[grant].end} at time zone 'UTC' <> date_trunc('day', ${ends[grant].end} at time zone 'UTC') + interval '1 day' - interval '1 millisecond'
    or ${ends[grant].end} < l.activated_at
    or ${ends[grant].end} > l.activated_at + make_interval(years => ${mostYears}))`
  const keys = await tx.rows<{ serialKey: string }>(sql`
    select l.serial_key as "serialKey" from licenses l
    where l.tenant_id = (select current_tenant()) and (${isNoDay('license')} or ${isNoDay('maintenance')})
    order by l.serial_key limit 10`)
  if (keys.length === 0) return null
  return `No file can say when these keys end: ${keys.map(({ serialKey }) => serialKey).join(', ')}. \`portal check\` says why.`
}
