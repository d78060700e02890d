import { type Sql, sql } from '../../platform/database/sql.ts'
import { sealedEvents } from './audit-search.ts'
import type { Invariant } from './invariant.ts'

const here = sql`(select current_tenant())`

/** The texts of a kind that the rows of a table should have. */
const textsOf = (kind: string, table: string, textId: string, recordId: string, columns: string) => sql`
  select ${sql.lit(kind)} as kind, ${sql.ref(textId)} as text_id, ${sql.ref(recordId)} as record_id,
    fold(concat_ws(' ', ${sql.raw(columns)})) as folded, null::bigint as times
  from ${sql.ref(table)} where tenant_id = ${here}`

const expected: Sql[] = [
  textsOf('order', 'orders', 'order_id', 'order_id', 'code, ref_code'),
  textsOf('account', 'accounts', 'account_id', 'account_id', 'name, code'),
  textsOf('accountName', 'accounts', 'account_id', 'account_id', 'name'),
  textsOf('account', 'addresses', 'address_id', 'account_id', 'legal_name, vat_id'),
  textsOf('city', 'addresses', 'address_id', 'account_id', 'city'),
  textsOf('user', 'users', 'user_id', 'user_id', 'first_name, last_name, email'),
  textsOf('deal', 'deals', 'deal_id', 'deal_id', 'code'),
  textsOf('deal', 'deal_prospects', 'prospect_id', 'deal_id', 'name, legal_name, vat_id'),
  textsOf(
    ...(['certificate', 'issued_certificates', 'issued_id', 'issued_id'] as const),
    'validation_code, guest_first_name, guest_last_name',
  ),
  textsOf('priceList', 'price_lists', 'price_list_id', 'price_list_id', 'name'),
  textsOf(
    ...(['environment', 'environments', 'environment_id', 'environment_id'] as const),
    'customer_name, customer_environment_id',
  ),
  textsOf('license', 'licenses', 'license_id', 'license_id', 'serial_key'),
  textsOf('license', 'license_seats', 'license_seat_id', 'license_id', 'device_name, device_uuid'),
  // The names that records have had, with the number of the events that have them.
  sql`
    select 'audit', n.text_id, n.text_id, n.folded, n.times
    from (
      select md5(entity_id || ' ' || name_folded)::uuid as text_id, name_folded as folded, count(*) as times
      from (${sealedEvents}) x where name_folded is not null group by entity_id, name_folded) n`,
]

export const textInvariants: Invariant[] = [
  {
    name: 'each record is found by the texts that it has, or has had in the audit log',
    broken: sql`
      select case when k.text_id is null then 'the text ' || t.text_id || ' of ' || t.kind || ' ' || coalesce(t.record, t.record_id::text) || ' has no record'
                  else k.kind || ' ' || k.record_id || coalesce(' is found as ' || t.folded || coalesce(' in ' || t.times || ' events', ''), ' is not found')
             end as what
      from (${sql.join(expected, sql` union all `)}) k
      full join texts_of_tenant() t on t.kind = k.kind and t.text_id = k.text_id
      where (k.folded, k.record_id, k.times) is distinct from (t.folded, t.record_id, t.times)`,
  },
]
