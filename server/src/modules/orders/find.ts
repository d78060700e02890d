import {
  type Asked,
  anyAccount,
  anyText,
  candidatesOf,
  type Findable,
  grade,
  tenant,
} from '../../platform/database/finding.ts'
import { sql } from '../../platform/database/sql.ts'
import { blockedJson } from './queries.ts'
import { standing } from './standing.ts'

const candidates = candidatesOf(sql`from orders t`, 'order_id')
const scopes = candidatesOf(sql`from offered.order_scopes t`, 'order_id')

/** Finds orders by code, reference, and name or code of a party; null without permission to read orders. */
export function ordersFound(asked: Asked, text: string): Findable | null {
  const { actor } = asked
  const read = asked.readIn('Orders')
  if (read === null) return null
  const reached = read.reaches(sql`o.buyer_id`, sql`o.vendor_id`)
  const spellings = sql`${[text, text.toUpperCase(), text.toLowerCase()]}::text[]`
  const nearOf = (side: 'b' | 'v') => scopes.latest(sql`t.account_id = ${read.top} and t.list = ${sql.lit(side)}`)
  return {
    kinds: ['order'],
    mayHave: (patterns) => sql`${anyText('order', patterns)} or ${anyAccount(patterns)}`,
    rows: asked.nearThenFar({
      near: sql`(${nearOf('b')}) union (${nearOf('v')})`,
      far: (isNeeded) => sql`
        ${asked.textsOf('order', isNeeded)}
        union ${candidates.ofNamed('buyer_id', isNeeded)} union ${candidates.ofNamed('vendor_id', isNeeded)}
        union select o.order_id from orders o where o.tenant_id = ${tenant} and o.code = any(${spellings})
        union select o.order_id from orders o where o.tenant_id = ${tenant} and o.ref_code = any(${spellings})`,
      hits: (some) => sql`
        select 'order' as kind, o.order_id as record_id, o.created_at as at,
               ${grade([sql`lower(o.code)`, sql`o.ref_code_folded`], [sql`lower(o.code)`])} as grade
        from (${some}) k
        cross join lateral (select * from orders o where o.tenant_id = ${tenant} and o.order_id = k.record_id offset 0) o
        cross join asked q
        left join named_accounts b on b.account_id = o.buyer_id
        left join named_accounts v on v.account_id = o.vendor_id
        where ${asked.bits(sql`(lower(o.code) || ' ' || coalesce(o.ref_code_folded, ''))`)}
              | coalesce(b.bits, 0) | coalesce(v.bits, 0) = ${asked.everyBit} and ${reached}`,
    }),
    shown: sql`
      select json_build_object(
        'title', o.code, 'code', o.ref_code, 'status', o.status, 'side', s.side, 'creationDate', iso(o.created_at),
        'about', case s.side when 'buyer' then v.name when 'vendor' then b.name else b.name || ' · ' || v.name end,
        'blocked', json_build_object('approve', (${blockedJson(actor)}) ->> 'approve'))
      from orders o
      join offered.accounts b on b.tenant_id = o.tenant_id and b.account_id = o.buyer_id
      join offered.accounts v on v.tenant_id = o.tenant_id and v.account_id = o.vendor_id
      cross join lateral (
        select case when o.buyer_id = ${actor.accountId} then 'buyer' else ${standing(actor)} end as side) s
      where o.tenant_id = ${tenant} and o.order_id = h.record_id and ${reached}`,
  }
}
