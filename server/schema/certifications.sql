-- The certificates that a tenant issues.
create table certificates (
  tenant_id uuid not null default current_tenant(),
  certificate_id uuid not null,
  name text not null,
  description text,
  category text,
  -- `#rrggbb`
  badge_color text,
  duration_months smallint not null check (duration_months between 1 and 255),
  kind text not null check (kind in ('User', 'Account')),
  status text not null check (status in ('Pending', 'Confirmed', 'Canceled')),
  created_at timestamptz not null default clock(),
  created_by uuid default current_user_id(),
  primary key (tenant_id, certificate_id),
  -- Issued certificates refer to the kind too, so that it cannot change under them.
  unique (tenant_id, certificate_id, kind)
);
call protect('certificates');
-- A name is given once in a kind.
create unique index certificates_name on certificates (tenant_id, kind, key_of(name));

-- Those that were issued: to a user, to a guest of an account by name, or to an account itself.
create table issued_certificates (
  tenant_id uuid not null default current_tenant(),
  issued_id uuid not null,
  certificate_id uuid not null,
  kind text not null,
  account_id uuid not null,
  user_id uuid,
  guest_first_name text,
  guest_last_name text,
  validation_code text not null check (validation_code ~ '^[0-9A-HJKMNP-TV-Z]{10}$'),
  notes text,
  created_at timestamptz not null default clock(),
  created_by uuid default current_user_id(),
  expires_at timestamptz not null check (expires_at > created_at),
  -- The end is this many months after this instant: its creation, or the renewal after its end that began a new count (rules
  -- Q5). Counting from an end that was clamped to a short month would lose days at each renewal.
  counted_from timestamptz not null,
  counted_months int not null,
  revoked_at timestamptz,
  revoked_by uuid,
  -- The one that counts for its holder; false once it is revoked, or once it has ended and another one was issued.
  is_current boolean not null default true check (not is_current or revoked_at is null),
  primary key (tenant_id, issued_id),
  foreign key (tenant_id, certificate_id, kind) references certificates (tenant_id, certificate_id, kind),
  foreign key (tenant_id, account_id) references accounts (tenant_id, account_id),
  foreign key (tenant_id, user_id) references users (tenant_id, user_id),
  check ((guest_first_name is null) = (guest_last_name is null)),
  -- Exactly one holder: an account for its kind, else a user or a guest.
  check (case when kind = 'Account' then user_id is null and guest_last_name is null
              else (user_id is null) <> (guest_last_name is null) end)
);
call protect('issued_certificates');
call allow('issued_certificates', 'select, insert, update');
call findable('issued_certificates', 'certificate', 'issued_id', 'issued_id', 'validation_code', 'guest_first_name', 'guest_last_name');
-- The public page finds a certificate by its validation code.
create unique index issued_certificates_code on issued_certificates (tenant_id, validation_code);
-- One user has one living certificate of a kind, also after two concurrent requests.
create unique index issued_certificates_of_user on issued_certificates (tenant_id, user_id, certificate_id)
  where is_current and user_id is not null;
-- One guest has one living certificate of a kind, also after two concurrent requests.
create unique index issued_certificates_of_guest
  on issued_certificates (tenant_id, account_id, certificate_id, key_of(guest_first_name), key_of(guest_last_name))
  where is_current and guest_last_name is not null;
-- One account has one living certificate of a kind, also after two concurrent requests.
create unique index issued_certificates_of_account on issued_certificates (tenant_id, account_id, certificate_id)
  where is_current and kind = 'Account';
-- The certificates of an account by date; the check of the foreign key.
create index issued_certificates_list on issued_certificates (tenant_id, account_id, created_at, issued_id);
-- The certificates of a user; the check of the foreign key.
create index issued_certificates_by_user on issued_certificates (tenant_id, user_id) where user_id is not null;
-- The job that reminds: certificates that end soon.
create index issued_certificates_by_end on issued_certificates (tenant_id, expires_at) where is_current;
-- What needs somebody: certificates that end, of the accounts in somebody's care.
create index issued_certificates_by_end_of_account on issued_certificates (tenant_id, account_id, expires_at) where is_current;
-- The list of issued certificates by date.
create index issued_certificates_by_date on issued_certificates (tenant_id, kind, created_at desc, issued_id desc) include (account_id);
-- The list of issued certificates by expiry.
create index issued_certificates_by_expiry on issued_certificates (tenant_id, kind, expires_at, issued_id);
-- The list of issued certificates by state.
create index issued_certificates_by_state
  on issued_certificates (tenant_id, kind, (case when revoked_at is null then 'Confirmed' else 'Revoked' end), issued_id);
-- The list of issued certificates by name of the certificate, and whether it was ever issued; the check of the foreign key.
create index issued_certificates_of_definition on issued_certificates (tenant_id, certificate_id, kind, issued_id);
-- The list of issued certificates by holder: guests by name.
create index issued_certificates_of_guests on issued_certificates (tenant_id, kind, guest_last_name collate "und-x-icu", issued_id)
  where user_id is null and guest_last_name is not null;
-- The list of issued certificates by account.
create index issued_certificates_of_account_by_id on issued_certificates (tenant_id, account_id, issued_id);

-- Which reminder was sent for which end of a certificate (rules Q11): once for each number of days before it.
create table certificate_reminders (
  tenant_id uuid not null default current_tenant(),
  issued_id uuid not null,
  due_at timestamptz not null,
  days smallint not null,
  primary key (tenant_id, issued_id, due_at, days),
  foreign key (tenant_id, issued_id) references issued_certificates
);
call protect('certificate_reminders');
call allow('certificate_reminders', 'select, insert, delete');
-- The sweep deletes old ones.
create index certificate_reminders_by_end on certificate_reminders (tenant_id, due_at);

call counted('issued_certificates', 'certificate', '{c,account_id}',
  '{kind,certificate_id,r.revoked_at is not null as is_revoked}');

-- Calendar months later in UTC; the day is clamped to the last one of the month (rules Q4).
create or replace function months_after(at timestamptz, months int) returns timestamptz language sql immutable parallel safe
  return ((at at time zone 'UTC') + make_interval(months => months)) at time zone 'UTC';

-- How many calendar months lead from one instant to another; null if none do.
create or replace function months_between(earlier timestamptz, later timestamptz) returns int language sql immutable parallel safe as $$
  select n.months from (
    select (12 * (extract(year from l) - extract(year from e)) + extract(month from l) - extract(month from e))::int as months
    from (select earlier at time zone 'UTC' as e, later at time zone 'UTC' as l) d
  ) n where months_after(earlier, n.months) = later
$$;

-- For the audit log: the account to which a record belongs, and its name (decision 053).
create or replace function audited_certificate(id uuid) returns table (account_id uuid, name text) language sql stable as
$$ select null::uuid, certificates.name from certificates where tenant_id = current_tenant() and certificate_id = id $$;

create or replace function audited_certification(id uuid) returns table (account_id uuid, name text) language sql stable as
$$ select i.account_id, c.name
   from issued_certificates i join certificates c on c.tenant_id = i.tenant_id and c.certificate_id = i.certificate_id
   where i.tenant_id = current_tenant() and i.issued_id = id $$;

-- Takes away certificates that an import brought in the last two days: its undo (decision 169). The only way on which issued
-- certificates leave, because the application may not delete them. Runs as the owner. All of them go, or an error says that one may not.
create or replace function take_back_certifications(ids uuid[]) returns int language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  tenant constant uuid := current_tenant();
  taken int;
begin
  if exists (
    select from unnest(ids) w (id)
    where not exists (
      select from audit_log l
      where l.tenant_id = tenant and l.entity_id = w.id::text and l.action = 'certification.imported' and l.at > clock() - interval '2 days'))
  then
    raise exception 'a certificate is not to be taken back' using errcode = 'insufficient_privilege';
  end if;
  delete from certificate_reminders where tenant_id = tenant and issued_id = any(ids);
  delete from issued_certificates where tenant_id = tenant and issued_id = any(ids);
  get diagnostics taken = row_count;
  return taken;
end $$;
revoke execute on function take_back_certifications from public;

-- For the seals of the audit log: what a record of this column is, as text, without what changes beside its events (decision 114).
-- Which of several certificates is the present one follows from them.
create or replace function state_of_certification(id uuid) returns text language sql stable set timezone = 'UTC' as $$
  select jsonb_strip_nulls(to_jsonb(i) - 'is_current')::text from issued_certificates i where i.tenant_id = current_tenant() and i.issued_id = id
$$;

create or replace function state_of_certificate(id uuid) returns text language sql stable set timezone = 'UTC' as $$
  select jsonb_strip_nulls(to_jsonb(c))::text from certificates c where c.tenant_id = current_tenant() and c.certificate_id = id
$$;

-- Views that other modules may read, listed in owners.ts. Row-level security is that of the reader.

-- What an account validly shows: certificates of its users, of its guests and of itself. It compares with the clock,
-- because a certificate ends by the mere passing of time.
create or replace view offered.certificate_badges with (security_invoker = true) as
  select i.tenant_id, i.account_id, i.certificate_id, c.name, c.category, c.badge_color, i.user_id,
    i.guest_first_name || ' ' || i.guest_last_name as guest
  from issued_certificates i
  join certificates c on c.tenant_id = i.tenant_id and c.certificate_id = i.certificate_id
  where i.is_current and i.expires_at > clock();

-- To whom an issued certificate belongs.
create or replace view offered.issued_certificates with (security_invoker = true) as
  select tenant_id, issued_id, account_id
  from issued_certificates;
