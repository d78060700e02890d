import { sql } from '../../platform/database/sql.ts'
import type { Invariant } from './invariant.ts'

const here = sql`(select current_tenant())`

export const textInvariants: Invariant[] = [
  {
    name: 'each record is found by the texts that it has',
    broken: sql`
      select case when k.text_id is null then 'the text ' || t.text_id || ' of ' || t.kind || ' ' || t.record_id || ' has no record'
                  else k.kind || ' ' || k.record_id || coalesce(' is found as ' || t.folded, ' is not found') end as what
      from (
        select 'order' as kind, order_id as text_id, order_id as record_id, fold(concat_ws(' ', code, ref_code)) as folded
        from orders where tenant_id = ${here}
        union all
        select 'account', account_id, account_id, fold(concat_ws(' ', name, code)) from accounts where tenant_id = ${here}
        union all
        select 'account', address_id, account_id, fold(concat_ws(' ', legal_name, vat_id)) from addresses where tenant_id = ${here}
        union all
        select 'user', user_id, user_id, fold(concat_ws(' ', first_name, last_name, email::text)) from users
        where tenant_id = ${here}
        union all
        select 'deal', deal_id, deal_id, fold(code) from deals where tenant_id = ${here}
        union all
        select 'deal', prospect_id, deal_id, fold(concat_ws(' ', name, legal_name, vat_id)) from deal_prospects
        where tenant_id = ${here}
        union all
        select 'certificate', issued_id, issued_id, fold(concat_ws(' ', validation_code, guest_first_name, guest_last_name))
        from issued_certificates where tenant_id = ${here}
        union all
        select 'priceList', price_list_id, price_list_id, fold(name) from price_lists where tenant_id = ${here}
        union all
        select 'environment', environment_id, environment_id, fold(concat_ws(' ', customer_name, customer_environment_id))
        from environments where tenant_id = ${here}
      ) k
      full join find_texts_of_tenant() t on t.kind = k.kind and t.text_id = k.text_id
      where k.folded is distinct from t.folded or k.record_id is distinct from t.record_id`,
  },
]
