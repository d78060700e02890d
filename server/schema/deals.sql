-- An opportunity that an account, the deal's vendor, registers for a prospect.
create table deals (
  tenant_id uuid not null default current_tenant(),
  deal_id uuid not null,
  code text not null,
  vendor_id uuid not null,
  description text,
  status text not null check (status in ('New', 'Trial', 'Demo', 'Negotiation', 'Won', 'Lost')),
  -- In percent.
  chance smallint not null check (chance between 0 and 100),
  starts_at timestamptz not null,
  estimated_close_at timestamptz,
  -- The end of the protection. A Won or Lost deal does not expire (deal_is_expired).
  expires_at timestamptz not null,
  protection_status text not null check (protection_status in ('Pending', 'Approved', 'Refused', 'Duplicated')),
  -- Since when it is so.
  protection_since timestamptz not null default clock(),
  currency_id int not null references currencies,
  -- Sum of the lines at the vendor's own prices (rules J13).
  total numeric(19,4) not null,
  -- The price for all items that the vendor asked for; 0 for none.
  ebid_value numeric(19,4) not null default 0 check (ebid_value >= 0),
  ebid_status text not null default 'Pending' check (ebid_status in ('Pending', 'Approved', 'Refused')),
  ebid_approved_value numeric(19,4) check ((ebid_approved_value is not null) = (ebid_status = 'Approved')),
  ebid_since timestamptz not null default clock(),
  -- What the vendor said when asking.
  ebid_reason text,
  extension_asked_at timestamptz,
  extension_reason text,
  -- The history says that it has expired.
  is_expiry_noted boolean not null default false,
  -- The owner was told that the protection ends soon, for this end.
  expiry_told_for timestamptz,
  -- Managers were told that their promise is about to break, for what waits since then.
  delay_told_for timestamptz,
  -- What its owner needs to show what was hashed in the receipt (rules J20).
  receipt_salt text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  created_at timestamptz not null default clock(),
  -- Who registered it and for which account: it is theirs to change while they act for that one (rules J2, P61).
  created_by uuid default current_user_id(),
  created_as_account_id uuid default own_account(),
  -- Something may wait for a manager's decision (function deal_decisions). A deal that is won or lost waits for nothing but the price of a won one.
  may_wait boolean not null generated always as (
    
    not is_expiry_noted and (
      status not in ('Won', 'Lost') and (protection_status = 'Pending' or extension_asked_at is not null)
      or status <> 'Lost' and ebid_status = 'Pending' and ebid_value > 0)) stored,
  primary key (tenant_id, deal_id),
  unique (tenant_id, code),
  foreign key (tenant_id, vendor_id) references accounts (tenant_id, account_id),
  check ((extension_asked_at is null) = (extension_reason is null))
);
call protect('deals');
call allow('deals', 'select, insert, update');
call findable('deals', 'deal', 'deal_id', 'deal_id', 'code');
-- The list of deals of the whole tenant by date.
create index deals_by_date on deals (tenant_id, created_at desc, deal_id desc);
-- A vendor's deals by date; the check of the foreign key.
create index deals_of_vendor on deals (tenant_id, vendor_id, created_at desc, deal_id desc);
-- What needs somebody: deals that wait for a decision.
create index deals_waiting on deals (tenant_id, vendor_id) where may_wait;
-- The job that notes expiry, and the one that announces it.
create index deals_to_expire on deals (tenant_id, expires_at)
  where not is_expiry_noted and status not in ('Won', 'Lost');
-- What needs somebody: a vendor's own protections that end.
create index deals_to_expire_of_vendor on deals (tenant_id, vendor_id, expires_at)
  where not is_expiry_noted and status not in ('Won', 'Lost');
-- The list of deals by status.
create index deals_by_status on deals (tenant_id, status, deal_id);
-- The list of deals by protection.
create index deals_by_protection on deals (tenant_id, protection_status, deal_id);
-- The list of deals by requested price.
create index deals_by_ebid_value on deals (tenant_id, ebid_value, deal_id);
-- The list of deals by what they count for (function deal_amount).
create index deals_by_value on deals (tenant_id, coalesce(ebid_approved_value, total), deal_id);
-- The list of deals by the state of the requested price.
create index deals_by_ebid_status on deals (tenant_id, ebid_status, deal_id);
-- The dashboard adds up registrations by their time, from the index alone.
create index deals_in_time on deals (tenant_id, created_at)
  include (vendor_id, status, protection_status, currency_id, total, ebid_approved_value);
-- The dashboard adds up the forecast of open deals, and the list behind it, from the index alone.
create index deals_open_with_amounts on deals (tenant_id, expires_at)
  include (vendor_id, protection_status, estimated_close_at, chance, currency_id, total, ebid_approved_value)
  where status not in ('Won', 'Lost');

-- The company of a deal, as the vendor described it.
create table deal_prospects (
  tenant_id uuid not null default current_tenant(),
  deal_id uuid not null,
  prospect_id uuid not null,
  name text not null,
  name_folded text generated always as (fold(name)) stored,
  -- Since when the company has this name: a correction keeps it (rules J8).
  name_since timestamptz not null default clock(),
  legal_name text,
  vat_id text not null,
  first_name text not null,
  last_name text not null,
  email text,
  phone_number text,
  web_site text,
  street text not null,
  city text not null,
  locality text,
  region text,
  postal_code text not null,
  country_code text not null,
  coordinates text,
  created_at timestamptz not null default clock(),
  primary key (tenant_id, deal_id),
  unique (tenant_id, prospect_id),
  foreign key (tenant_id, deal_id) references deals
);
call protect('deal_prospects');
call allow('deal_prospects', 'select, insert, update');
call findable('deal_prospects', 'deal', 'prospect_id', 'deal_id', 'name', 'legal_name', 'vat_id');

-- The products of deals.
create table deal_items (
  tenant_id uuid not null default current_tenant(),
  deal_item_id uuid not null,
  deal_id uuid not null,
  line int not null,
  product_id uuid not null,
  qt int not null check (qt > 0),
  -- What the deal's vendor paid for a piece when the line was registered, in the deal's currency: its effective price.
  price numeric(19,4) not null check (price >= 0),
  -- qt x price, rounded to the currency's minor unit
  amount numeric(19,4) not null,
  -- For information, in a currency of its own.
  price_msrp numeric(19,4) not null check (price_msrp >= 0),
  price_msrp_currency_id int not null references currencies,
  price_list_id uuid,
  price_list_name text,
  -- Since when the deal has the product: a correction keeps it (rules J8).
  since timestamptz not null default clock(),
  primary key (tenant_id, deal_item_id),
  unique (tenant_id, deal_id, line),
  foreign key (tenant_id, deal_id) references deals,
  foreign key (tenant_id, product_id) references product_publications
);
call protect('deal_items');
call allow('deal_items', 'select, insert, delete');
-- The deals with a product; the check of the foreign key.
create index deal_items_of_product on deal_items (tenant_id, product_id, deal_id);

-- Special prices that were asked for and decided, oldest first by time.
create table deal_ebids (
  tenant_id uuid not null default current_tenant(),
  ebid_id uuid not null,
  deal_id uuid not null,
  value numeric(19,4) not null,
  status text not null,
  approved_value numeric(19,4),
  created_at timestamptz not null default clock(),
  created_by uuid default current_user_id(),
  primary key (tenant_id, deal_id, ebid_id),
  foreign key (tenant_id, deal_id) references deals
);
call protect('deal_ebids');
call append_only('deal_ebids');

-- What happened to a deal, and what it was then.
create table deal_history (
  tenant_id uuid not null default current_tenant(),
  history_id uuid not null,
  deal_id uuid not null,
  source text not null check (source in ('Unknown', 'Creation', 'UpdatedByCreator', 'UpdatedByApprover', 'System')),
  event text not null,
  reason text,
  -- Managers read the reason; the vendor does not, because it can name a rival.
  is_reason_internal boolean not null default false,
  chance smallint not null,
  description text,
  estimated_close_at timestamptz,
  protection_status text not null,
  status text not null,
  ebid_value numeric(19,4) not null,
  ebid_status text not null,
  ebid_approved_value numeric(19,4),
  created_at timestamptz not null default clock(),
  created_by uuid default current_user_id(),
  primary key (tenant_id, deal_id, history_id),
  foreign key (tenant_id, deal_id) references deals
);
call protect('deal_history');
call append_only('deal_history');

-- Keys of the prospect by which deals for the same company are found (deals/matching). Deals without a key in common are
-- not compared.
create table deal_match_keys (
  tenant_id uuid not null default current_tenant(),
  key text not null,
  deal_id uuid not null,
  -- Since when the prospect has it: a correction keeps it (rules J8).
  since timestamptz not null default clock(),
  primary key (tenant_id, key, deal_id),
  foreign key (tenant_id, deal_id) references deals
);
call protect('deal_match_keys');
call allow('deal_match_keys', 'select, insert, delete');
-- The keys of a deal; the check of the foreign key.
create index deal_match_keys_of_deal on deal_match_keys (tenant_id, deal_id);

-- What a tenant sets for deals. Absent: the defaults of deals/settings.ts.
create table deal_settings (
  tenant_id uuid not null default current_tenant() references tenants,
  review_days int not null check (review_days between 1 and 90),
  primary key (tenant_id)
);
call protect('deal_settings');
call allow('deal_settings', 'select, insert, update');

call counted('deals', 'deal', '{d,vendor_id}', '{status,protection_status,ebid_status}');

-- The deal that an order was made from; orders stand below deals.
alter table orders add constraint orders_deal foreign key (tenant_id, deal_id) references deals (tenant_id, deal_id);

-- Whether a deal is read-only because its protection has ended (rules J4).
create or replace function deal_is_expired(status text, expires_at timestamptz) returns boolean
  language sql stable parallel safe
  return status not in ('Won', 'Lost') and expires_at <= clock();

-- Whether it stands in the way of the same opportunity of another vendor (rules J8). A Won deal does, until its protection
-- ends.
create or replace function deal_is_living(status text, expires_at timestamptz) returns boolean
  language sql stable parallel safe
  return status <> 'Lost' and expires_at > clock();

-- What a deal counts for: the approved amount, else the total of the items. What nobody approved changes no figure.
create or replace function deal_amount(approved numeric, total numeric) returns numeric
  language sql immutable parallel safe
  return coalesce(approved, total);

-- What waits for a manager's decision, and since when (rules J12): the only definition. A lost deal needs no decision, and
-- the protection of a won one is used up.
create or replace function deal_decisions(
  status text, expires_at timestamptz, protection_status text, protection_since timestamptz, ebid_status text,
  ebid_value numeric, ebid_since timestamptz, extension_asked_at timestamptz
) returns table (kind text, since timestamptz) language sql stable parallel safe
  as $$
    select w.kind, w.since
    from (values
      ('protection', case when protection_status = 'Pending' and status not in ('Won', 'Lost') then protection_since end),
      ('ebid', case when ebid_status = 'Pending' and ebid_value > 0 and status <> 'Lost' then ebid_since end),
      ('extension', case when status not in ('Won', 'Lost') then extension_asked_at end)) w (kind, since)
    where w.since is not null and not deal_is_expired(status, expires_at)
  $$;

-- The accounts that decide on the deals of a vendor, nearest first: those above it up to a level, and the root on its own
-- deals (rules J3).
create or replace function deal_managers(vendor uuid, most_level int) returns table (account_id uuid, depth int) language sql stable parallel safe
  as $$
    select a.account_id, t.depth
    from account_tree t
    join accounts a on a.tenant_id = t.tenant_id and a.account_id = t.ancestor_id
    join account_groups g on g.tenant_id = a.tenant_id and g.group_id = a.group_id
    where t.tenant_id = (select nullif(current_setting('app.tenant', true), '')::uuid) and t.descendant_id = vendor
      and g.level <= most_level and (t.depth > 0 or a.parent_id is null)
    order by t.depth
  $$;

-- The accounts on whose deals an account decides: those below it, and for the root itself. Only as the nearest: not those
-- with a nearer account that may decide. It says the same as deal_managers, for all vendors at once. As the nearest it walks
-- down the tree and stops at each account that may decide: of two thousand accounts below the root, that leaves twenty.
create or replace function vendors_decided_by(account uuid, most_level int, only_as_nearest boolean)
  returns table (account_id uuid) language sql stable parallel safe
  as $$
    with recursive walk (account_id, goes_on) as (
      select account, true where only_as_nearest
      union all
      select a.account_id, not exists (
        select from account_groups g where g.tenant_id = a.tenant_id and g.group_id = a.group_id and g.level <= most_level)
      from walk w
      join accounts a on a.tenant_id = (select nullif(current_setting('app.tenant', true), '')::uuid) and a.parent_id = w.account_id
      where w.goes_on
    )
    select d.account_id
    from (
      select w.account_id from walk w
      union all
      select t.descendant_id from account_tree t
      where not only_as_nearest and t.tenant_id = (select nullif(current_setting('app.tenant', true), '')::uuid) and t.ancestor_id = account
    ) d
    where d.account_id <> account or exists (
      select from accounts a
      where a.tenant_id = (select nullif(current_setting('app.tenant', true), '')::uuid) and a.account_id = account and a.parent_id is null)
  $$;

-- What a signature of an asked price is of. Asking again is something new, also for the same price.
create or replace function ebid_signed_as(d deals, a_value numeric) returns text language sql stable as $$
  select md5(concat_ws(' ', coalesce(a_value, d.ebid_value)::numeric(19,4), d.total, d.currency_id, d.ebid_since))
$$;

-- What deciding on asked prices needs, for one person: a row for each deal and rule (function approval_standing); of another value
-- than the asked one where a decision gives it. No row for a deal that asks for nothing, or that no rule binds.
create or replace function ebid_approvals(deal_ids uuid[], a_value numeric, most_level int, a_user uuid, an_account uuid)
  returns table (record_id uuid, seen text, rule_id uuid, is_met boolean, is_met_with_me boolean, gives boolean, asks boolean)
  language plpgsql stable as $$
begin
  if not any_approval_rules() then return; end if;
  return query
    select d.deal_id, f.seen, s.rule_id, s.is_met, s.is_met_with_me, s.gives, s.asks
    from deals d
    cross join lateral (
      select coalesce(a_value, d.ebid_value) as total,
             array(select i.product_id from deal_items i where i.tenant_id = d.tenant_id and i.deal_id = d.deal_id) as products,
             ebid_signed_as(d, a_value) as seen) f
    cross join lateral approval_standing('ebid', d.vendor_id, d.vendor_id, d.currency_id, f.total, d.total, f.products, d.deal_id, f.seen,
      (select m.account_id from deal_managers(d.vendor_id, most_level) m order by m.depth limit 1), a_user, an_account) s
    where d.tenant_id = current_tenant() and d.deal_id = any(deal_ids) and d.ebid_status = 'Pending' and d.ebid_value > 0;
end $$;

-- As orders_to_sign, for asked prices of deals that this account decides on, as the nearest or not.
create or replace function ebids_to_sign(a_user uuid, an_account uuid, most_level int)
  returns table (deal_id uuid, is_last_step boolean, asks boolean) language plpgsql stable as $$
begin
  if not any_approval_rules() then return; end if;
  return query
    select s.record_id, bool_and(s.is_met_with_me), bool_or(s.asks)
    from ebid_approvals(array(
      select d.deal_id from vendors_decided_by(an_account, most_level, false) v
      join deals d on d.tenant_id = current_tenant() and d.vendor_id = v.account_id and d.may_wait
      where d.ebid_status = 'Pending' and d.ebid_value > 0 and d.status <> 'Lost'), null, most_level, a_user, an_account) s
    group by s.record_id;
end $$;

-- As order_waits_for: `decider` is the nearest account that decides on the deal.
create or replace function ebid_waits_for(a_deal uuid, decider uuid, most_level int, a_user uuid, an_account uuid) returns boolean
  language sql stable as $$
  select coalesce(bool_or(s.asks), false) or an_account = decider and coalesce(bool_and(s.is_met_with_me), true)
  from ebid_approvals(array[a_deal], null, most_level, a_user, an_account) s
$$;

-- For the audit log: the account to which a record belongs, and its name (decision 053).
create or replace function audited_deal(id uuid) returns table (account_id uuid, name text) language sql stable as
$$ select vendor_id, code from deals where tenant_id = current_tenant() and deal_id = id $$;

-- Takes away deals that an import made in the last two days and to which nothing happened since but the end of their protection: its
-- undo (decision 169). The only way on which deals and their history leave, because the application may not delete them. Runs as the
-- owner. All of them go, or an error says that one may not.
create or replace function take_back_deals(ids uuid[]) returns int language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  tenant constant uuid := current_tenant();
  taken int;
begin
  if exists (
    select from unnest(ids) w (id)
    where not exists (
        select from audit_log l
        where l.tenant_id = tenant and l.entity_id = w.id::text and l.action = 'deal.imported' and l.at > clock() - interval '2 days')
      or exists (
        select from deal_history h
        where h.tenant_id = tenant and h.deal_id = w.id and h.event not in ('imported', 'expired')))
  then
    raise exception 'a deal is not to be taken back' using errcode = 'insufficient_privilege';
  end if;
  -- The ledgers of deals let go what the transaction says, and here only these rows.
  perform set_config('app.emptied', tenant::text, true);
  delete from deal_history where tenant_id = tenant and deal_id = any(ids);
  delete from deal_ebids where tenant_id = tenant and deal_id = any(ids);
  perform set_config('app.emptied', '', true);
  delete from deal_match_keys where tenant_id = tenant and deal_id = any(ids);
  delete from deal_items where tenant_id = tenant and deal_id = any(ids);
  delete from deal_prospects where tenant_id = tenant and deal_id = any(ids);
  delete from deals where tenant_id = tenant and deal_id = any(ids);
  get diagnostics taken = row_count;
  return taken;
end $$;
revoke execute on function take_back_deals from public;

-- For the seals of the audit log: what a record of this column is, as text, without what changes beside its events (decision 114).
-- What was told of a deal is no part of it.
create or replace function state_of_deal(id uuid) returns text language sql stable set timezone = 'UTC' as $$
  select jsonb_build_array(jsonb_strip_nulls(to_jsonb(d) - array['expiry_told_for', 'delay_told_for', 'may_wait']),
    (select jsonb_agg(jsonb_strip_nulls(to_jsonb(i)) order by i.line) from deal_items i
     where i.tenant_id = d.tenant_id and i.deal_id = d.deal_id),
    (select jsonb_strip_nulls(to_jsonb(p) - 'name_folded') from deal_prospects p
     where p.tenant_id = d.tenant_id and p.deal_id = d.deal_id),
    (select jsonb_agg(jsonb_strip_nulls(to_jsonb(e)) order by e.ebid_id) from deal_ebids e
     where e.tenant_id = d.tenant_id and e.deal_id = d.deal_id),
    (select jsonb_agg(jsonb_strip_nulls(to_jsonb(h)) order by h.history_id) from deal_history h
     where h.tenant_id = d.tenant_id and h.deal_id = d.deal_id))::text
  from deals d where d.tenant_id = current_tenant() and d.deal_id = id
$$;

-- Of a tenant: its settings for deals.
create or replace function state_of_deal_settings(id uuid) returns text language sql stable set timezone = 'UTC' as $$
  select jsonb_strip_nulls(to_jsonb(s))::text from deal_settings s where s.tenant_id = current_tenant() and s.tenant_id = id
$$;

-- Whether the jobs of this column have something to do (function has_work).
create or replace function deals_has_work(job text) returns boolean language plpgsql stable as $$
declare
  tenant constant uuid := current_tenant();
begin
  case job
    when 'deals:expire' then return exists (
      select from deals d
      where d.tenant_id = tenant and not d.is_expiry_noted and d.status not in ('Won', 'Lost') and d.expires_at <= clock());
    when 'deals:remind' then return exists (
      select from deals d
      where d.tenant_id = tenant and not d.is_expiry_noted and d.status not in ('Won', 'Lost') and d.expires_at > clock()
        and d.expiry_told_for is distinct from d.expires_at);
    when 'deals:promises' then return exists (
      select from deals d where d.tenant_id = tenant and d.may_wait);
    when 'deals:bid-promises' then return any_promise('ebid');
    else return null;
  end case;
end $$;

-- Views that other modules may read, listed in owners.ts. Row-level security is that of the reader.

-- Whose deals there are and what they are worth, without the prospect.
create or replace view offered.deals with (security_invoker = true) as
  select tenant_id, deal_id, code, vendor_id, status, created_at, protection_status, currency_id,
    deal_amount(ebid_approved_value, total) as amount
  from deals;

-- The products of deals.
create or replace view offered.deal_items with (security_invoker = true) as
  select tenant_id, deal_id, product_id
  from deal_items;
