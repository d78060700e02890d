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
  -- Sum of the lines at the list price.
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
  created_at timestamptz not null default clock(),
  created_by uuid default current_user_id(),
  -- Something may wait for a manager's decision (view deal_decisions).
  may_wait boolean not null generated always as (
    not is_expiry_noted and (protection_status = 'Pending' or ebid_status = 'Pending' and ebid_value > 0
                             or extension_asked_at is not null)) stored,
  primary key (tenant_id, deal_id),
  unique (tenant_id, code),
  foreign key (tenant_id, vendor_id) references accounts (tenant_id, account_id),
  check ((extension_asked_at is null) = (extension_reason is null))
);
call protect('deals');
call allow('deals', 'select, insert, update');
create index deals_by_date on deals (tenant_id, created_at desc, deal_id desc);
create index deals_of_vendor on deals (tenant_id, vendor_id, created_at desc, deal_id desc);
create index deals_waiting on deals (tenant_id, vendor_id) where may_wait;
-- For the job that notes expiry, and the one that announces it.
create index deals_to_expire on deals (tenant_id, expires_at)
  where not is_expiry_noted and status not in ('Won', 'Lost');

-- The company of a deal, as the vendor described it.
create table deal_prospects (
  tenant_id uuid not null default current_tenant(),
  deal_id uuid not null,
  prospect_id uuid not null,
  name text not null,
  name_folded text generated always as (fold(name)) stored,
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
call allow('deal_prospects', 'select, insert');

create table deal_items (
  tenant_id uuid not null default current_tenant(),
  deal_item_id uuid not null,
  deal_id uuid not null,
  line int not null,
  product_id uuid not null,
  qt int not null check (qt > 0),
  -- The vendor's list price when the deal was registered, in the deal's currency.
  price_msrp numeric(19,4) not null check (price_msrp >= 0),
  -- qt x price_msrp, rounded to the currency's minor unit
  amount numeric(19,4) not null,
  price_list_id uuid,
  price_list_name text,
  primary key (tenant_id, deal_item_id),
  unique (tenant_id, deal_id, line),
  foreign key (tenant_id, deal_id) references deals,
  foreign key (tenant_id, product_id) references product_publications
);
call protect('deal_items');
call allow('deal_items', 'select, insert');
create index deal_items_of_product on deal_items (tenant_id, product_id, deal_id);

-- What was asked for and decided, oldest first by time.
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
  primary key (tenant_id, key, deal_id),
  foreign key (tenant_id, deal_id) references deals
);
call protect('deal_match_keys');
call allow('deal_match_keys', 'select, insert');
create index deal_match_keys_of_deal on deal_match_keys (tenant_id, deal_id);

-- The last number of a year. Its row is locked until the registration commits, so that codes follow the time of registration.
create table deal_numbers (
  tenant_id uuid not null default current_tenant() references tenants,
  year int not null,
  last int not null,
  primary key (tenant_id, year)
);
call protect('deal_numbers');
call allow('deal_numbers', 'select, insert, update');

-- Absent: the defaults of deals/settings.ts.
create table deal_settings (
  tenant_id uuid not null default current_tenant() references tenants,
  review_days int not null check (review_days between 1 and 90),
  primary key (tenant_id)
);
call protect('deal_settings');
call allow('deal_settings', 'select, insert, update');
