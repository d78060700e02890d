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

const candidates = candidatesOf(sql`from deals t`, 'deal_id')

/** Finds deals by code, prospect, VAT id and vendor; null without permission to read deals. */
export function dealsFound(asked: Asked): Findable | null {
  const read = asked.readIn('Deals')
  if (read === null) return null
  const reached = read.reaches(sql`d.vendor_id`)
  const vatId = sql`lower(p.vat_id)`
  return {
    kinds: ['deal'],
    mayHave: (patterns) => sql`${anyText('deal', patterns)} or ${anyAccount(patterns)}`,
    rows: asked.nearThenFar({
      near: candidates.latest(read.reaches(sql`t.vendor_id`)),
      far: (isNeeded) => sql`${asked.textsOf('deal', isNeeded)} union ${candidates.ofNamed('vendor_id', isNeeded)}`,
      hits: (some) => sql`
        select 'deal' as kind, d.deal_id as record_id, d.created_at as at,
               ${grade([sql`lower(d.code)`, vatId, sql`p.name_folded`], [sql`p.name_folded`, vatId])} as grade
        from (${some}) k
        cross join lateral (select * from deals d where d.tenant_id = ${tenant} and d.deal_id = k.record_id offset 0) d
        join deal_prospects p on p.tenant_id = d.tenant_id and p.deal_id = d.deal_id
        cross join asked q
        left join named_accounts n on n.account_id = d.vendor_id
        where ${asked.bits(sql`(lower(d.code) || ' ' || p.name_folded || ' ' || ${vatId})`)}
              | coalesce(n.bits, 0) = ${asked.everyBit} and ${reached}`,
    }),
    shown: sql`
      select json_build_object(
        'title', p.name, 'code', d.code, 'about', v.name, 'creationDate', iso(d.created_at))
      from deals d
      join deal_prospects p on p.tenant_id = d.tenant_id and p.deal_id = d.deal_id
      join offered.accounts v on v.tenant_id = d.tenant_id and v.account_id = d.vendor_id
      where d.tenant_id = ${tenant} and d.deal_id = h.record_id and ${reached}`,
  }
}
