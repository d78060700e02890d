-- Who besides the one who decides must agree to an order or a special price, and by when an account promises to decide
-- (rules G35 to G42, decision 167).

-- Rules of an account. They bind decisions in its branch, also those of its own people.
create table approval_rules (
  tenant_id uuid not null default current_tenant() references tenants,
  rule_id uuid not null,
  account_id uuid not null,
  name text not null,
  is_enabled boolean not null default true,
  applies_to text not null check (applies_to in ('order', 'ebid', 'both')),
  -- The conditions, of which at least one is there; those that are there must all hold.
  amount_above numeric(19,4) check (amount_above >= 0),
  currency_id int references currencies,
  -- In percent of the total at list prices.
  below_list_share numeric(5,2) check (below_list_share > 0 and below_list_share <= 100),
  -- The buyer, or the vendor of a deal: this account or one below it.
  party_id uuid,
  -- One of the lines has it. A product that was removed stays named here and is in no line.
  product_id uuid,
  needs text not null check (needs in ('second_person', 'role', 'level')),
  role_id int,
  level int check (level >= 0),
  created_at timestamptz not null default clock(),
  created_by uuid default current_user_id(),
  primary key (tenant_id, rule_id),
  foreign key (tenant_id, account_id) references accounts,
  foreign key (tenant_id, party_id) references accounts,
  constraint approval_rules_role foreign key (tenant_id, role_id) references roles,
  check ((amount_above is null) = (currency_id is null)),
  check (num_nonnulls(amount_above, below_list_share, party_id, product_id) > 0),
  check ((needs = 'role') = (role_id is not null)),
  check ((needs = 'level') = (level is not null))
);
call protect('approval_rules');
-- The rules of an account: its list, and what binds a decision, asked account by account upwards; the check of the foreign key.
create index approval_rules_of_account on approval_rules (tenant_id, account_id);
-- Whether a role is in use; the check of the foreign key.
create index approval_rules_of_role on approval_rules (tenant_id, role_id) where role_id is not null;
-- The check of the foreign key.
create index approval_rules_of_party on approval_rules (tenant_id, party_id) where party_id is not null;

-- Who has agreed to what. A signature is of the record, not of a rule: rules that change ask anew whether it satisfies them.
create table approval_signatures (
  tenant_id uuid not null default current_tenant(),
  signature_id uuid not null,
  kind text not null check (kind in ('order', 'ebid')),
  -- The order or the deal. Columns above have no key to it, because they stand above this one.
  record_id uuid not null,
  -- Its code, for the audit log.
  code text not null,
  user_id uuid not null,
  -- For which account they acted.
  account_id uuid not null,
  -- For whom they stood in, besides themselves.
  for_users uuid[] not null default '{}',
  -- A hash of the lines and prices, or of the asked value: of something else the signature does not count.
  seen text not null,
  note text,
  -- The last step: the decision itself.
  is_decision boolean not null default false,
  created_at timestamptz not null default clock(),
  primary key (tenant_id, signature_id),
  -- Whoever signs again replaces what they signed before. It serves the signatures of a record too.
  unique (tenant_id, kind, record_id, user_id),
  foreign key (tenant_id, user_id) references users,
  foreign key (tenant_id, account_id) references accounts
);
call protect('approval_signatures');
-- The check of the foreign keys.
create index approval_signatures_of_user on approval_signatures (tenant_id, user_id);
-- The check of the foreign keys.
create index approval_signatures_of_account on approval_signatures (tenant_id, account_id);

-- Who stands in for whom, from when to when. It gives no permission.
create table delegations (
  tenant_id uuid not null default current_tenant(),
  delegation_id uuid not null,
  account_id uuid not null,
  from_user uuid not null,
  to_user uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  created_at timestamptz not null default clock(),
  primary key (tenant_id, delegation_id),
  foreign key (tenant_id, account_id) references accounts,
  foreign key (tenant_id, from_user) references users,
  foreign key (tenant_id, to_user) references users,
  check (from_user <> to_user),
  check (ends_at > starts_at)
);
call protect('delegations');
-- Whom a person has named; the check of the foreign key.
create index delegations_of_user on delegations (tenant_id, from_user);
-- For whom a person stands in; the check of the foreign key.
create index delegations_to_user on delegations (tenant_id, to_user, ends_at);
-- The check of the foreign key.
create index delegations_of_account on delegations (tenant_id, account_id);

-- Within how many hours an account promises to decide; null for none.
create table approval_promises (
  tenant_id uuid not null default current_tenant(),
  account_id uuid not null,
  order_hours int check (order_hours between 1 and 720),
  ebid_hours int check (ebid_hours between 1 and 720),
  primary key (tenant_id, account_id),
  foreign key (tenant_id, account_id) references accounts
);
call protect('approval_promises');
call allow('approval_promises', 'select, insert, update');

-- Whether anybody here has a rule that is on: of most tenants nobody has, and nothing else is asked.
create or replace function any_approval_rules() returns boolean language sql stable parallel safe
  return exists (
    select from approval_rules r
    where r.tenant_id = (select nullif(current_setting('app.tenant', true), '')::uuid) and r.is_enabled);

-- Whether a rule's amount is exceeded, if it has one.
create or replace function amount_holds(r approval_rules, a_currency int, total numeric) returns boolean
  language sql immutable parallel safe
  as $$ select r.amount_above is null or r.currency_id = a_currency and total > r.amount_above $$;

-- Whether the total is below a rule's share of that at list prices, if it has one.
create or replace function share_holds(r approval_rules, total numeric, list_total numeric) returns boolean
  language sql immutable parallel safe
  as $$ select r.below_list_share is null or total * 100 < list_total * r.below_list_share $$;

-- The rules that bind a decision: the only text of whether a rule matches (rules G35, G36). Rules of the account that sells and of those
-- above it bind its orders; rules of the accounts above a deal's vendor bind its special prices, and the root's its own.
create or replace function approval_rules_on(
  a_kind text, vendor uuid, party uuid, a_currency int, total numeric, list_total numeric, products uuid[]
) returns setof approval_rules language sql stable as $$
  select r.*
  from accounts_at_or_above(vendor) t
  join approval_rules r on r.tenant_id = (select current_tenant()) and r.account_id = t.account_id
  join offered.accounts a on a.tenant_id = r.tenant_id and a.account_id = r.account_id
  where r.is_enabled and r.applies_to in (a_kind, 'both')
    and (a_kind = 'order' or t.depth > 0 or a.parent_id is null)
    and amount_holds(r, a_currency, total)
    and share_holds(r, total, list_total)
    and (r.party_id is null or exists (select from accounts_at_or_above(party) p where p.account_id = r.party_id))
    and (r.product_id is null or r.product_id = any(products))
$$;

-- The rules of an account and of those above it that may bind its orders.
create or replace function order_rules_above(vendor uuid) returns setof approval_rules language sql stable as $$
  select r.*
  from accounts_at_or_above(vendor) t
  join approval_rules r on r.tenant_id = (select current_tenant()) and r.account_id = t.account_id
  where r.is_enabled and r.applies_to in ('order', 'both')
$$;

-- For whom a person stands in now (rules G40): not for who is suspended or left, or acts for another account meanwhile.
create or replace function delegators_of(a_user uuid) returns uuid[] language sql stable as $$
  select coalesce(array_agg(distinct d.from_user), '{}')
  from delegations d
  join offered.users f on f.tenant_id = d.tenant_id and f.user_id = d.from_user
  join offered.users t on t.tenant_id = d.tenant_id and t.user_id = d.to_user
  where d.tenant_id = (select current_tenant()) and d.to_user = a_user and d.starts_at <= clock() and d.ends_at > clock()
    and f.status = 'user_active' and f.deleted_at is null and f.account_id = d.account_id and t.account_id = d.account_id
$$;

-- How a decision stands for one person: each rule that binds it, whether the signatures satisfy it, whether they do together with
-- this person's, whether this person's would add something, and whether it is this person who is asked: of the account that decides
-- (`decider`), or who has what that account lacks. Both the decision and all that is shown of it ask here (rules G37, G38).
create or replace function approval_standing(
  a_kind text, vendor uuid, party uuid, a_currency int, total numeric, list_total numeric, products uuid[],
  record uuid, a_seen text, decider uuid, a_user uuid, an_account uuid
) returns table (rule_id uuid, is_met boolean, is_met_with_me boolean, gives boolean, asks boolean) language sql stable as $$
  with rules as materialized (
    select * from approval_rules_on(a_kind, vendor, party, a_currency, total, list_total, products)
  ), signers as materialized (
    select s.user_id, coalesce(u.sign_in_user_id, u.user_id) as person_id, s.account_id, s.for_users, false as is_me
    from approval_signatures s
    join offered.users u on u.tenant_id = s.tenant_id and u.user_id = s.user_id
    where s.tenant_id = (select current_tenant()) and s.kind = a_kind and s.record_id = record and s.seen = a_seen
      and u.status = 'user_active' and u.deleted_at is null and exists (select from rules)
    union all
    select u.user_id, coalesce(u.sign_in_user_id, u.user_id), an_account, delegators_of(u.user_id), true
    from offered.users u
    where u.tenant_id = (select current_tenant()) and u.user_id = a_user and exists (select from rules)
  ), levels as materialized (
    select a.account_id, g.level
    from offered.accounts a
    join offered.account_groups g on g.tenant_id = a.tenant_id and g.group_id = a.group_id
    where a.tenant_id = (select current_tenant())
      and (a.account_id = decider or a.account_id in (select s.account_id from signers s))
  ), given as (
    select r.rule_id, r.needs, s.person_id, s.is_me,
      case r.needs
        when 'second_person' then true
        when 'level' then (select l.level from levels l where l.account_id = s.account_id) <= r.level
        -- The role counts of people of the rule's account and above it: below it anybody may be given the role by their own.
        else exists (select from accounts_at_or_above(r.account_id) t where t.account_id = s.account_id) and exists (
          select from offered.user_roles h
          join offered.users w on w.tenant_id = h.tenant_id and w.user_id = h.user_id
          where h.tenant_id = (select current_tenant()) and h.role_id = r.role_id and w.status = 'user_active' and w.deleted_at is null
            and (h.user_id = s.user_id or h.user_id = any(s.for_users)))
      end as counts
    from rules r cross join signers s
  ), met as (
    select r.rule_id, r.needs, r.level,
      count(distinct g.person_id) filter (where g.counts and not g.is_me) >= n.wanted as is_met,
      count(distinct g.person_id) filter (where g.counts) >= n.wanted as is_met_with_me,
      count(distinct g.person_id) filter (where g.counts) > count(distinct g.person_id) filter (where g.counts and not g.is_me) as adds
    from rules r
    cross join lateral (select case r.needs when 'second_person' then 2 else 1 end as wanted) n
    left join given g on g.rule_id = r.rule_id
    group by r.rule_id, r.needs, r.level, n.wanted
  )
  select m.rule_id, m.is_met, m.is_met_with_me, not m.is_met and m.adds,
    not m.is_met and m.adds and (
      an_account = decider or m.needs = 'role'
      or m.needs = 'level' and (select l.level from levels l where l.account_id = decider) > m.level)
  from met m
$$;

-- The hours within which an account promises to decide; null for no promise (rules G42).
create or replace function promise_hours(a_kind text, account uuid) returns int language sql stable parallel safe as $$
  select case a_kind when 'order' then p.order_hours else p.ebid_hours end
  from approval_promises p
  where p.tenant_id = (select nullif(current_setting('app.tenant', true), '')::uuid) and p.account_id = account
$$;

-- When the reminder of a promise is due: while a quarter of its time is left, at least an hour (rules G42).
create or replace function promise_told_at(since timestamptz, hours int) returns timestamptz language sql stable parallel safe
  return since + make_interval(mins => hours * 60 - greatest(hours * 15, 60));

-- Whether any account has a promise of this kind.
create or replace function any_promise(a_kind text) returns boolean language sql stable parallel safe as $$
  select exists (
    select from approval_promises p
    where p.tenant_id = (select nullif(current_setting('app.tenant', true), '')::uuid)
      and case a_kind when 'order' then p.order_hours else p.ebid_hours end is not null)
$$;

-- Whether a rule asks for a role (function role_is_asked_for).
create or replace function approval_rules_ask_for(a_role int) returns boolean language sql stable as
$$ select exists (select from approval_rules r where r.tenant_id = current_tenant() and r.role_id = a_role) $$;

-- For the audit log: the account to which a record belongs, and its name (decision 053).
create or replace function audited_approval_rule(id uuid) returns table (account_id uuid, name text) language sql stable as
$$ select r.account_id, r.name from approval_rules r where r.tenant_id = current_tenant() and r.rule_id = id $$;

create or replace function audited_signature(id uuid) returns table (account_id uuid, name text) language sql stable as
$$ select s.account_id, s.code from approval_signatures s where s.tenant_id = current_tenant() and s.signature_id = id $$;

create or replace function audited_delegation(id uuid) returns table (account_id uuid, name text) language sql stable as $$
  select d.account_id, u.first_name || ' ' || u.last_name
  from delegations d join offered.users u on u.tenant_id = d.tenant_id and u.user_id = d.to_user
  where d.tenant_id = current_tenant() and d.delegation_id = id
$$;

create or replace function audited_approval_promise(id uuid) returns table (account_id uuid, name text) language sql stable as
$$ select a.account_id, a.name from offered.accounts a where a.tenant_id = current_tenant() and a.account_id = id $$;

-- For the seals of the audit log: what a record of this column is (decision 114).
create or replace function state_of_approval_rule(id uuid) returns text language sql stable set timezone = 'UTC' as
$$ select jsonb_strip_nulls(to_jsonb(r))::text from approval_rules r where r.tenant_id = current_tenant() and r.rule_id = id $$;

create or replace function state_of_signature(id uuid) returns text language sql stable set timezone = 'UTC' as
$$ select jsonb_strip_nulls(to_jsonb(s))::text from approval_signatures s where s.tenant_id = current_tenant() and s.signature_id = id $$;

create or replace function state_of_delegation(id uuid) returns text language sql stable set timezone = 'UTC' as
$$ select jsonb_strip_nulls(to_jsonb(d))::text from delegations d where d.tenant_id = current_tenant() and d.delegation_id = id $$;

create or replace function state_of_approval_promise(id uuid) returns text language sql stable set timezone = 'UTC' as
$$ select jsonb_strip_nulls(to_jsonb(p))::text from approval_promises p where p.tenant_id = current_tenant() and p.account_id = id $$;
