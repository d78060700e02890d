import {
  type Asked,
  anyAccount,
  anyText,
  candidatesOf,
  type Findable,
  grade,
  manyTexts,
  perAccount,
  tenant,
} from '../../platform/database/finding.ts'
import { sql } from '../../platform/database/sql.ts'
import { textsWith } from '../../platform/database/words.ts'
import { productOf } from './queries.ts'
import { spellingsOf } from './spellings.ts'

const candidates = candidatesOf(sql`from licenses t`, 'license_id')
const scopes = candidatesOf(sql`from offered.license_scopes t`, 'license_id')

/**
 * Finds keys by a part of them, a device, the owner and the order; by the product only together with one of these, because
 * a product has too many keys. Null without permission to read keys.
 */
export function licensesFound(asked: Asked, text: string): Findable | null {
  const read = asked.readIn('Licenses')
  if (read === null) return null
  const reached = read.reaches(sql`l.owner_id`)
  const spellings = sql`${spellingsOf(text)}::text[]`
  const own = sql`(${asked.bits(sql`lower(l.serial_key)`)} | coalesce(n.bits, 0)
    | coalesce((select bit_or(${asked.bits(sql`s.device_folded`)}) from license_seats s
                where s.tenant_id = l.tenant_id and s.license_id = l.license_id), 0)
    | coalesce((select ${asked.bits(sql`lower(o.code)`)} from offered.orders o
                where o.tenant_id = l.tenant_id and o.order_id = l.derived_order_id), 0))`
  return {
    kinds: ['license'],
    mayHave: (patterns) => sql`
      ${anyText('license', patterns)} or ${anyText('order', patterns)} or ${anyAccount(patterns)}
      or exists (
        select from offered.product_publications b
        join offered.products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id
        where b.tenant_id = ${tenant} and (p.name_folded || ' ' || lower(p.sku)) like any(${patterns}))
      or exists (select from licenses l where l.tenant_id = ${tenant} and l.serial_key = any(${spellings}))`,
    rows: asked.nearThenFar({
      near: scopes.latest(sql`t.account_id = ${read.top}`),
      far: (isNeeded) => sql`
        ${asked.byParts(
          (one) => sql`
            select f.record_id from asked q
            cross join lateral ${textsWith('license', one, sql.lit(manyTexts))} f
            where ${isNeeded}`,
        )}
        union select l.license_id from (${asked.byParts(
          (one, two, three) => sql`
            select f.record_id from asked q
            cross join lateral texts_with_words('order', ${one}, ${two}, ${three}, ${sql.lit(perAccount.records)}) f
            where ${isNeeded}`,
        )}) f
        cross join lateral (
          select l.license_id from licenses l where l.tenant_id = ${tenant} and l.derived_order_id = f.record_id
          limit ${sql.lit(perAccount.records)}) l
        union ${candidates.ofNamed('owner_id', isNeeded)}
        union select l.license_id from licenses l where l.tenant_id = ${tenant} and l.serial_key = any(${spellings})`,
      hits: (some) => sql`
        select 'license' as kind, l.license_id as record_id, l.created_at as at,
               greatest(case when l.serial_key = any(${spellings}) then 2 else 0 end,
                        ${grade([sql`lower(l.serial_key)`], [sql`lower(l.serial_key)`])}) as grade
        from (${some}) k
        cross join lateral (
          select * from licenses l where l.tenant_id = ${tenant} and l.license_id = k.record_id offset 0) l
        cross join asked q
        left join named_accounts n on n.account_id = l.owner_id
        cross join lateral (select ${own} as bits offset 0) w
        where ${reached} and (l.serial_key = any(${spellings}) or w.bits = ${asked.everyBit}
          or w.bits <> 0 and w.bits | (
            select ${asked.bits(sql`(p.name_folded || ' ' || lower(p.sku))`)}
            from offered.product_publications b
            join offered.products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id
            where b.tenant_id = l.tenant_id and b.product_id = l.product_id) = ${asked.everyBit})`,
    }),
    shown: sql`
      select json_build_object(
        'title', l.serial_key, 'code', p.name, 'about', a.name, 'creationDate', iso(l.created_at))
      from licenses l ${productOf}
      join offered.accounts a on a.tenant_id = l.tenant_id and a.account_id = l.owner_id
      where l.tenant_id = ${tenant} and l.license_id = h.record_id and ${reached}`,
  }
}
