-- What a person has in hand (a code, a name, a VAT id) finds its record by any part of it (decision 069). `like` is not
-- leakproof, so under row-level security no index can serve it. This table therefore holds the texts without row-level security
-- and without rights for the application: only `records_with_words` reads it, for the tenant of the transaction. The triggers
-- below keep it.
create table find_texts (
  tenant_id uuid not null,
  kind text not null,
  -- The record, or what belongs to it and has a text of its own: an address of an account, the prospect of a deal.
  text_id uuid not null,
  record_id uuid not null,
  folded text not null,
  primary key (tenant_id, kind, text_id)
);
-- The search for a part of a text.
create index find_texts_by_part on find_texts using gin (tenant_id, kind, folded gin_trgm_ops);

-- Keeps the texts by which ⌘K and the lists find records up to date; the application has no rights on them (decision 069).
-- Arguments of the trigger: the kind, the columns with the ids of the text and of the record, and the columns that make up the
-- text. It runs once per statement for inserts and deletes, and per row for updates, if the text has changed.
create or replace function keep_find_text() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into find_texts (tenant_id, kind, text_id, record_id, folded)
    select a.tenant_id, tg_argv[0], (a.given ->> tg_argv[1])::uuid, (a.given ->> tg_argv[2])::uuid,
      find_text(a.given, tg_argv[3:])
    from (select tenant_id, to_jsonb(added) as given from added offset 0) a;
  elsif tg_op = 'UPDATE' then
    update find_texts t
    set record_id = (to_jsonb(new) ->> tg_argv[2])::uuid, folded = find_text(to_jsonb(new), tg_argv[3:])
    where t.tenant_id = new.tenant_id and t.kind = tg_argv[0] and t.text_id = (to_jsonb(new) ->> tg_argv[1])::uuid;
  else
    delete from find_texts t using gone g
    where t.tenant_id = g.tenant_id and t.kind = tg_argv[0] and t.text_id = (to_jsonb(g) ->> tg_argv[1])::uuid;
  end if;
  return null;
end $$;

-- Joins the values of these columns of a row to one text.
create or replace function find_text(given jsonb, columns text[]) returns text language sql immutable parallel safe as
$$ select public.fold(coalesce(string_agg(given ->> c.name, ' ' order by c.place), ''))
   from unnest(columns) with ordinality c (name, place) $$;

-- Orders are created far more often than other records, and by the thousand in imports: the same text without the detour
-- through JSON, which took a quarter of the insert.
create or replace function keep_order_texts() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into find_texts (tenant_id, kind, text_id, record_id, folded)
  select a.tenant_id, 'order', a.order_id, a.order_id, fold(concat_ws(' ', a.code, a.ref_code)) from added a;
  return null;
end $$;

create or replace trigger keep_find_text after insert on orders referencing new table as added for each statement
  execute function keep_order_texts();
create or replace trigger keep_changed_find_text after update of code, ref_code on orders for each row
  when ((old.code, old.ref_code) is distinct from (new.code, new.ref_code))
  execute function keep_find_text('order', 'order_id', 'order_id', 'code', 'ref_code');
create or replace trigger keep_no_find_text after delete on orders referencing old table as gone for each statement
  execute function keep_find_text('order', 'order_id');

create or replace trigger keep_find_text after insert on accounts referencing new table as added for each statement
  execute function keep_find_text('account', 'account_id', 'account_id', 'name', 'code');
create or replace trigger keep_changed_find_text after update of name, code on accounts for each row
  when ((old.name, old.code) is distinct from (new.name, new.code))
  execute function keep_find_text('account', 'account_id', 'account_id', 'name', 'code');
create or replace trigger keep_no_find_text after delete on accounts referencing old table as gone for each statement
  execute function keep_find_text('account', 'account_id');

create or replace trigger keep_find_text after insert on addresses referencing new table as added for each statement
  execute function keep_find_text('account', 'address_id', 'account_id', 'legal_name', 'vat_id');
create or replace trigger keep_changed_find_text after update of legal_name, vat_id on addresses for each row
  when ((old.legal_name, old.vat_id) is distinct from (new.legal_name, new.vat_id))
  execute function keep_find_text('account', 'address_id', 'account_id', 'legal_name', 'vat_id');
create or replace trigger keep_no_find_text after delete on addresses referencing old table as gone for each statement
  execute function keep_find_text('account', 'address_id');

create or replace trigger keep_find_text after insert on users referencing new table as added for each statement
  execute function keep_find_text('user', 'user_id', 'user_id', 'first_name', 'last_name', 'email');
create or replace trigger keep_changed_find_text after update of first_name, last_name, email on users for each row
  when ((old.first_name, old.last_name, old.email::text) is distinct from (new.first_name, new.last_name, new.email::text))
  execute function keep_find_text('user', 'user_id', 'user_id', 'first_name', 'last_name', 'email');
create or replace trigger keep_no_find_text after delete on users referencing old table as gone for each statement
  execute function keep_find_text('user', 'user_id');

create or replace trigger keep_find_text after insert on deals referencing new table as added for each statement
  execute function keep_find_text('deal', 'deal_id', 'deal_id', 'code');
create or replace trigger keep_changed_find_text after update of code on deals for each row
  when (old.code is distinct from new.code) execute function keep_find_text('deal', 'deal_id', 'deal_id', 'code');
create or replace trigger keep_no_find_text after delete on deals referencing old table as gone for each statement
  execute function keep_find_text('deal', 'deal_id');

create or replace trigger keep_find_text after insert on deal_prospects referencing new table as added for each statement
  execute function keep_find_text('deal', 'prospect_id', 'deal_id', 'name', 'legal_name', 'vat_id');
create or replace trigger keep_changed_find_text after update of name, legal_name, vat_id on deal_prospects for each row
  when ((old.name, old.legal_name, old.vat_id) is distinct from (new.name, new.legal_name, new.vat_id))
  execute function keep_find_text('deal', 'prospect_id', 'deal_id', 'name', 'legal_name', 'vat_id');
create or replace trigger keep_no_find_text after delete on deal_prospects referencing old table as gone for each statement
  execute function keep_find_text('deal', 'prospect_id');

create or replace trigger keep_find_text after insert on issued_certificates
  referencing new table as added for each statement
  execute function keep_find_text(
    'certificate', 'issued_id', 'issued_id', 'validation_code', 'guest_first_name', 'guest_last_name');
create or replace trigger keep_changed_find_text
  after update of validation_code, guest_first_name, guest_last_name on issued_certificates for each row
  when ((old.validation_code, old.guest_first_name, old.guest_last_name)
        is distinct from (new.validation_code, new.guest_first_name, new.guest_last_name))
  execute function keep_find_text(
    'certificate', 'issued_id', 'issued_id', 'validation_code', 'guest_first_name', 'guest_last_name');
create or replace trigger keep_no_find_text after delete on issued_certificates
  referencing old table as gone for each statement execute function keep_find_text('certificate', 'issued_id');

create or replace trigger keep_find_text after insert on price_lists referencing new table as added for each statement
  execute function keep_find_text('priceList', 'price_list_id', 'price_list_id', 'name');
create or replace trigger keep_changed_find_text after update of name on price_lists for each row
  when (old.name is distinct from new.name)
  execute function keep_find_text('priceList', 'price_list_id', 'price_list_id', 'name');
create or replace trigger keep_no_find_text after delete on price_lists referencing old table as gone for each statement
  execute function keep_find_text('priceList', 'price_list_id');

create or replace trigger keep_find_text after insert on environments referencing new table as added for each statement
  execute function keep_find_text(
    'environment', 'environment_id', 'environment_id', 'customer_name', 'customer_environment_id');
create or replace trigger keep_changed_find_text after update of customer_name, customer_environment_id on environments
  for each row
  when ((old.customer_name, old.customer_environment_id) is distinct from (new.customer_name, new.customer_environment_id))
  execute function keep_find_text(
    'environment', 'environment_id', 'environment_id', 'customer_name', 'customer_environment_id');
create or replace trigger keep_no_find_text after delete on environments referencing old table as gone for each statement
  execute function keep_find_text('environment', 'environment_id');

-- How a folded text begins with, or has, what was typed: patterns of `like`, of which one must match (rules U6). Of one or two
-- letters or digits they are the beginnings of its words, which an index of three letters in a row also has; all else is
-- found anywhere. Wildcards that were typed are taken literally; they are escaped after folding, which makes plain ones of
-- their wide forms.
create or replace function word_patterns(typed text) returns text[] language sql immutable parallel safe strict as $$
  select case when typed ~ '^[[:alnum:]]{1,2}$' then array[f.word || '%', '% ' || f.word || '%', '%-' || f.word || '%']
    else array['%' || f.word || '%'] end
  from (select regexp_replace(public.fold(typed), '([\\%_])', '\\\1', 'g') as word) f
$$;

-- Records of a kind of the tenant, wherever they are, with a text that matches one pattern of each word: at most `maximum`
-- texts. The caller checks the reach. Planned for the words at hand, because the index serves some and not others.
create or replace function records_with_words(of_kind text, one text[], two text[], three text[], maximum int)
  returns setof uuid language sql stable
  security definer set plan_cache_mode = force_custom_plan set search_path = pg_catalog, public, pg_temp as $$
  select t.record_id from find_texts t
  where t.tenant_id = nullif(current_setting('app.tenant', true), '')::uuid and t.kind = of_kind
    and t.folded like any(one) and (two is null or t.folded like any(two)) and (three is null or t.folded like any(three))
  limit maximum
$$;

-- All texts of the tenant, for `portal check`.
create or replace function find_texts_of_tenant() returns setof find_texts language sql stable
  security definer set search_path = pg_catalog, public, pg_temp as $$
  select * from find_texts where tenant_id = nullif(current_setting('app.tenant', true), '')::uuid
$$;

-- The pattern with which `like` finds a typed text anywhere in another one.
create or replace function part_like(typed text) returns text language sql immutable parallel safe strict
  return '%' || regexp_replace(public.fold(typed), '([\\%_])', '\\\1', 'g') || '%';
