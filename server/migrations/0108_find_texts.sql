-- What a person has in hand (a code, a name, a VAT id) finds its record by any part of it. `like` is not leakproof, so under
-- row-level security no index can serve it. As `license_texts` does for keys, this table holds the texts of the other
-- records, without row-level security and without rights for the application: only `texts_like` reads it, for the tenant of
-- the transaction. Triggers of server/schema/find.sql keep it.
create table find_texts (
  tenant_id uuid not null,
  kind text not null,
  -- The record, or what belongs to it and has a text of its own: an address of an account, the prospect of a deal.
  text_id uuid not null,
  record_id uuid not null,
  folded text not null,
  primary key (tenant_id, kind, text_id)
);

do $$
declare
  each_tenant uuid;
begin
  for each_tenant in select tenant_id from tenants loop
    perform set_config('app.tenant', each_tenant::text, true);
    insert into find_texts (tenant_id, kind, text_id, record_id, folded)
    select tenant_id, 'order', order_id, order_id, fold(concat_ws(' ', code, ref_code)) from orders
    union all
    select tenant_id, 'account', account_id, account_id, fold(concat_ws(' ', name, code)) from accounts
    union all
    select tenant_id, 'account', address_id, account_id, fold(concat_ws(' ', legal_name, vat_id)) from addresses
    union all
    select tenant_id, 'user', user_id, user_id, fold(concat_ws(' ', first_name, last_name, email::text)) from users
    union all
    select tenant_id, 'deal', deal_id, deal_id, fold(code) from deals
    union all
    select tenant_id, 'deal', prospect_id, deal_id, fold(concat_ws(' ', name, vat_id)) from deal_prospects
    union all
    select tenant_id, 'certificate', issued_id, issued_id,
      fold(concat_ws(' ', validation_code, guest_first_name, guest_last_name)) from issued_certificates
    union all
    select tenant_id, 'priceList', price_list_id, price_list_id, fold(name) from price_lists
    union all
    select tenant_id, 'environment', environment_id, environment_id,
      fold(concat_ws(' ', customer_name, customer_environment_id)) from environments;
  end loop;
  perform set_config('app.tenant', '', true);
end $$;

create index find_texts_by_part on find_texts using gin (tenant_id, kind, folded gin_trgm_ops);
