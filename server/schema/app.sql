-- What app.ts is for the modules: here a lower column gets what higher ones offer, without naming them itself.

-- The account to which a record belongs, and its name now; no row when it is unknown here. Each column answers for its own
-- records (`audited_…` in its file). Records of the whole tenant have no account.
create or replace function audited(entity text, id text, out account_id uuid, out name text) language plpgsql stable as $$
declare
  -- Before the branches, so that each query has one plan.
  key constant uuid := case when id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then id::uuid end;
  number constant bigint := case when id ~ '^[0-9]{1,18}$' then id::bigint end;
begin
  case entity
    when 'license' then select a.account_id, a.name into account_id, name from audited_license(key) a;
    when 'order' then select a.account_id, a.name into account_id, name from audited_order(key) a;
    when 'account' then select a.account_id, a.name into account_id, name from audited_account(key) a;
    when 'price_list' then select a.account_id, a.name into account_id, name from audited_price_list(key) a;
    when 'price_plan' then select a.account_id, a.name into account_id, name from audited_price_plan(key) a;
    when 'session' then select a.account_id, a.name into account_id, name from audited_session(key) a;
    when 'user' then select a.account_id, a.name into account_id, name from audited_user(key) a;
    when 'api_key' then select a.account_id, a.name into account_id, name from audited_api_key(key) a;
    when 'webhook' then select a.account_id, a.name into account_id, name from audited_webhook(key) a;
    when 'deal' then select a.account_id, a.name into account_id, name from audited_deal(key) a;
    when 'certification' then select a.account_id, a.name into account_id, name from audited_certification(key) a;
    when 'connection' then select a.account_id, a.name into account_id, name from audited_connection(key) a;
    when 'environment' then select a.account_id, a.name into account_id, name from audited_environment(key) a;
    when 'file' then select a.account_id, a.name into account_id, name from audited_file(key) a;
    when 'import' then select a.account_id, a.name into account_id, name from audited_import(key) a;
    when 'product' then select a.account_id, a.name into account_id, name from audited_product(key) a;
    when 'product_type' then select a.account_id, a.name into account_id, name from audited_product_type(key) a;
    when 'feature' then select a.account_id, a.name into account_id, name from audited_feature(key) a;
    when 'certificate' then select a.account_id, a.name into account_id, name from audited_certificate(key) a;
    when 'approval_rule' then select a.account_id, a.name into account_id, name from audited_approval_rule(key) a;
    when 'approval_promise' then select a.account_id, a.name into account_id, name from audited_approval_promise(key) a;
    when 'signature' then select a.account_id, a.name into account_id, name from audited_signature(key) a;
    when 'delegation' then select a.account_id, a.name into account_id, name from audited_delegation(key) a;
    when 'tenant', 'deal_settings' then select a.account_id, a.name into account_id, name from audited_tenant(key) a;
    when 'sign_in' then select a.account_id, a.name into account_id, name from audited_tenant(current_tenant()) a;
    when 'role' then select a.account_id, a.name into account_id, name from audited_role(number) a;
    when 'group' then select a.account_id, a.name into account_id, name from audited_group(number) a;
    else null;
  end case;
end $$;

-- What a record is now, as text; 'gone' when it is not there, and null for kinds of records that are no state. The seals of the
-- audit log keep its hash (decision 114).
create or replace function audited_state(entity text, id text) returns text language plpgsql stable as $$
declare
  key constant uuid := case when id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then id::uuid end;
  number constant bigint := case when id ~ '^[0-9]{1,18}$' then id::bigint end;
  found text;
begin
  case entity
    when 'license' then found := state_of_license(key);
    when 'order' then found := state_of_order(key) || coalesce(state_of_movements(key), '');
    when 'account' then found := state_of_account(key) || coalesce(state_of_association(key), '') || state_of_stock(key);
    when 'user' then found := state_of_user(key);
    when 'api_key' then found := state_of_api_key(key);
    when 'webhook' then found := state_of_webhook(key);
    when 'deal' then found := state_of_deal(key);
    when 'price_list' then found := state_of_price_list(key);
    when 'price_plan' then found := state_of_price_plan(key);
    when 'certification' then found := state_of_certification(key);
    when 'certificate' then found := state_of_certificate(key);
    when 'connection' then found := state_of_connection(key);
    when 'environment' then found := state_of_environment(key);
    when 'file' then found := state_of_file(key);
    when 'product' then found := state_of_product(key);
    when 'product_type' then found := state_of_product_type(key);
    when 'feature' then found := state_of_feature(key);
    when 'tenant' then found := state_of_tenant(key);
    when 'deal_settings' then found := state_of_deal_settings(key);
    when 'approval_rule' then found := state_of_approval_rule(key);
    when 'approval_promise' then found := state_of_approval_promise(key);
    when 'signature' then found := state_of_signature(key);
    when 'delegation' then found := state_of_delegation(key);
    when 'sign_in' then found := state_of_sign_in();
    when 'role' then found := state_of_role(number);
    when 'group' then found := state_of_group(number);
    else return null;
  end case;
  return coalesce(found || coalesce(external_ids_text(key), ''), 'gone');
end $$;

-- Whether somebody relies on a role, beside who holds it: it is not deleted then.
create or replace function role_is_asked_for(a_role int) returns boolean language sql stable as
$$ select approval_rules_ask_for(a_role) $$;

-- The highest number that records of a series have in a year, 0 for none. Files of deals bring codes of other forms too.
create or replace function highest_number(series text, year int) returns bigint language plpgsql stable as $$
declare
  form constant text := series || '-' || year || '-';
  highest bigint;
begin
  select coalesce(max(substring(c.code from '^.{8}([0-9]{6,9})$')::bigint), 0) into highest
  from (
    select o.code from offered.orders o where series = 'SO' and o.tenant_id = (select current_tenant())
    union all
    select d.code from offered.deals d where series = 'DL' and d.tenant_id = (select current_tenant())
  ) c where starts_with(c.code, form);
  return highest;
end $$;

-- Whether a scheduled job has something to do in the transaction's tenant; null for jobs that ask nothing beforehand. Each column
-- answers for its own jobs (`…_has_work` in its file), by an index and at most too often: the job itself decides.
create or replace function has_work(job text) returns boolean language plpgsql stable as $$
begin
  case split_part(job, ':', 1)
    when 'audit' then return audit_has_work(job);
    when 'mail' then return mail_has_work(job);
    when 'news' then return news_has_work(job);
    when 'dashboard' then return dashboard_has_work(job);
    when 'imports' then return imports_has_work(job);
    when 'exports' then return exports_has_work(job);
    when 'files' then return files_has_work(job);
    when 'deals' then return deals_has_work(job);
    when 'price-lists' then return price_lists_has_work(job);
    when 'orders' then return orders_has_work(job);
    when 'reports' then return reports_has_work(job);
    when 'webhooks' then return webhooks_has_work(job);
    when 'platform' then return platform_has_work(job);
    else return null;
  end case;
end $$;

-- The tenants for which a job runs, by one question for all (decision 124): a transaction in each of ten thousand that have nothing
-- to do would keep a processor busy. It looks into one tenant after the other, each under its own row-level security, tells
-- nothing but which, and restores the transaction's tenant.
create or replace function tenants_with_work(job text, suspended_too boolean) returns setof uuid language plpgsql as $$
declare
  before constant text := current_setting('app.tenant', true);
  clock_before constant text := coalesce(current_setting('app.clock', true), '');
  tenant uuid;
  ahead interval;
begin
  for tenant, ahead in
    select t.tenant_id, m.ahead from offered.tenants t left join moved_clocks m on m.tenant_id = t.tenant_id
    where (suspended_too or not tenant_rests(t.tenant_id)) and t.deletion_began_at is null order by 1
  loop
    perform set_config('app.tenant', tenant::text, true);
    if ahead is not null then perform act_ahead(ahead, clock_before); end if;
    if has_work(job) is not false then return next tenant; end if;
    if ahead is not null then perform act_ahead(null, clock_before); end if;
  end loop;
  perform set_config('app.tenant', before, true);
end $$;
