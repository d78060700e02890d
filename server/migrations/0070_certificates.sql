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
-- Revoked ones stay on record.
call allow('issued_certificates', 'select, insert, update');
create unique index issued_certificates_code on issued_certificates (tenant_id, validation_code);
-- One holder has one living certificate of a kind, also after two concurrent requests.
create unique index issued_certificates_of_user on issued_certificates (tenant_id, user_id, certificate_id)
  where is_current and user_id is not null;
create unique index issued_certificates_of_guest
  on issued_certificates (tenant_id, account_id, certificate_id, key_of(guest_first_name), key_of(guest_last_name))
  where is_current and guest_last_name is not null;
create unique index issued_certificates_of_account on issued_certificates (tenant_id, account_id, certificate_id)
  where is_current and kind = 'Account';
create index issued_certificates_list on issued_certificates (tenant_id, account_id, created_at, issued_id);
-- Whether a certificate was ever issued; serves the foreign key too.
create index issued_certificates_of_certificate on issued_certificates (tenant_id, certificate_id, kind);
-- Serves the check of the foreign key when a user is deleted.
create index issued_certificates_by_user on issued_certificates (tenant_id, user_id) where user_id is not null;
