-- The texts by which long lists are searched, as `license_texts` has those of licenses: `like` is not leakproof, so under
-- row-level security no index can serve it. These therefore stand in a table of their own, without row-level security, where
-- the application has no rights: only the function `records_with_text` reads it, for the tenant of the transaction.
create table search_texts (
  tenant_id uuid not null,
  -- What the record is: 'order', 'deal' or 'certificate'.
  kind text not null,
  record_id uuid not null,
  folded text not null,
  primary key (tenant_id, kind, record_id)
);

do $$
declare
  each_tenant uuid;
begin
  for each_tenant in select tenant_id from tenants loop
    perform set_config('app.tenant', each_tenant::text, true);
    insert into search_texts (tenant_id, kind, record_id, folded)
    select tenant_id, 'order', order_id, concat_ws(' ', lower(code), ref_code_folded) from orders;
    insert into search_texts (tenant_id, kind, record_id, folded)
    select p.tenant_id, 'deal', p.deal_id, fold(concat_ws(' ', d.code, p.name, p.legal_name, p.vat_id))
    from deal_prospects p join deals d on d.tenant_id = p.tenant_id and d.deal_id = p.deal_id;
    insert into search_texts (tenant_id, kind, record_id, folded)
    select tenant_id, 'certificate', issued_id, fold(concat_ws(' ', validation_code, guest_first_name, guest_last_name))
    from issued_certificates;
  end loop;
  perform set_config('app.tenant', '', true);
end $$;

-- Triggers of several modules need it, and their texts are applied before that of the platform, which replaces it.
create function keep_search_texts() returns trigger language plpgsql as $$
begin
  raise exception 'server/schema/platform.sql is not applied';
end $$;

create index search_texts_by_part on search_texts using gin (tenant_id, kind, folded gin_trgm_ops);
