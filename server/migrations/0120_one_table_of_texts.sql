-- `find_texts` and `search_texts` had the same texts of orders and certificates, each kept by triggers of its own. Lists now
-- read `find_texts` too (decision 069). All in one transaction, so that no record is created between the old texts and the
-- new ones: of deals, the legal name of the prospect was in `search_texts` alone.
do $$
declare
  each_tenant uuid;
begin
  -- A database that is created now has no triggers yet: their texts are applied after all migrations.
  if to_regprocedure('keep_find_text()') is not null then
    create or replace trigger keep_find_text after insert or delete or update of prospect_id, name, vat_id on deal_prospects
      for each row execute function keep_find_text('deal', 'prospect_id', 'deal_id', 'name', 'legal_name', 'vat_id');
  end if;
  for each_tenant in select tenant_id from tenants loop
    perform set_config('app.tenant', each_tenant::text, true);
    update find_texts t set folded = fold(concat_ws(' ', p.name, p.legal_name, p.vat_id))
    from deal_prospects p
    where t.tenant_id = p.tenant_id and t.kind = 'deal' and t.text_id = p.prospect_id
      and t.folded <> fold(concat_ws(' ', p.name, p.legal_name, p.vat_id));
  end loop;
  perform set_config('app.tenant', '', true);
end $$;

drop trigger if exists keep_search_texts on orders;
drop trigger if exists keep_changed_search_texts on orders;
drop trigger if exists keep_search_texts on deal_prospects;
drop trigger if exists keep_search_texts on issued_certificates;
drop function if exists keep_search_texts();
drop function if exists search_texts_of_tenant();

-- A process of the previous version asks this one until it ends. server/schema/find.sql has its present text.
create or replace function records_with_text(of_kind text, pattern text, maximum int) returns setof uuid language sql stable
  security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.record_id from find_texts t
  where t.tenant_id = nullif(current_setting('app.tenant', true), '')::uuid and t.kind = of_kind and t.folded like pattern
  limit maximum
$$;

drop table search_texts;
delete from table_rights where table_name = 'search_texts';
