import { linesPerOrder } from '../data.ts'

/*
 * The database of the full limit: everything that the product promises for a list, an order, an approval and a license, in the best
 * form that is known, one call for each write. It is filled from the database of the bare limit, so it has the same
 * business. Tenants with row-level security, UUIDs, reach by the tree of accounts, prices that are compared, codes by year, scopes of
 * both sides, history, an audit record with two indexes, news for those who want them, texts for the search, answers that are
 * kept for their `Idempotency-Key`. Counters are appended in the write and folded in the background, as are seals (`fold`).
 */

/** The ids of the bare limit's accounts, products, orders and licenses as UUIDs. */
const ids = `
  create function party_id(n bigint) returns uuid language sql immutable parallel safe return ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid;
  create function good_id(n bigint) returns uuid language sql immutable parallel safe return ('00000000-0000-7000-9000-' || lpad(to_hex(n), 12, '0'))::uuid;
  create function sale_id(n bigint) returns uuid language sql immutable parallel safe return ('00000000-0000-7000-a000-' || lpad(to_hex(n), 12, '0'))::uuid;
  create function license_id(n bigint) returns uuid language sql immutable parallel safe return ('00000000-0000-7000-b000-' || lpad(to_hex(n), 12, '0'))::uuid;`
export const partyId = (n: number) => `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
export const goodId = (n: number) => `00000000-0000-7000-9000-${n.toString(16).padStart(12, '0')}`
export const saleId = (n: number) => `00000000-0000-7000-a000-${n.toString(16).padStart(12, '0')}`

export const tenantId = '00000000-0000-7000-c000-000000000001'
/** Of the root, which reaches all accounts. */
export const userId = '00000000-0000-7000-d000-000000000001'

const tenant = `'${tenantId}'::uuid`
/** The tables that row-level security guards. */
const guarded = [
  ...[
    'account',
    'account_above',
    'person',
    'product',
    'price',
    'address',
    'balance',
    'movement',
    'orders',
    'order_line',
  ],
  ...['order_event', 'order_scope', 'order_count', 'order_delta', 'licenses', 'license_detail', 'license_scope'],
  ...['licenses_count', 'license_delta', 'audit', 'seal', 'news', 'found_text', 'answer', 'order_number', 'sale_note'],
]

const network = `
  ${ids}
  create function tenant() returns uuid language sql stable return nullif(current_setting('full.tenant', true), '')::uuid;
  create table tenant_of_full (tenant uuid primary key);
  insert into tenant_of_full values (${tenant});
  create table account (tenant uuid not null default tenant() references tenant_of_full, id uuid not null, parent uuid, name text not null, code text not null,
    primary key (tenant, id));
  insert into account select ${tenant}, party_id(id), party_id(parent), name, 'C' || id from party;
  create index on account (tenant, parent);
  create index on account (tenant, name);
  create table account_above (tenant uuid not null, account uuid not null, above uuid not null, primary key (tenant, account, above));
  insert into account_above select ${tenant}, party_id(party), party_id(above) from party_above;
  create index on account_above (tenant, above, account);
  create table person (tenant uuid not null, id uuid not null, account uuid not null, wants_news boolean not null, primary key (tenant, id));
  insert into person select ${tenant}, case when id = 1 then '${userId}' else gen_random_uuid() end, party_id(id), true from party;
  create index on person (tenant, account) where wants_news;
  create table product (tenant uuid not null, id uuid not null, sku text not null, name text not null, months int not null, primary key (tenant, id));
  insert into product select ${tenant}, good_id(id), sku, name, 12 from good;
  create table price (tenant uuid not null, list uuid not null, product uuid not null, amount numeric(19, 4) not null, primary key (tenant, list, product));
  insert into price select ${tenant}, party_id(1), good_id(id), price from good;
  create table address (tenant uuid not null, id uuid not null default uuidv7(), account uuid not null, is_default boolean not null, primary key (tenant, id));
  insert into address (tenant, account, is_default) select ${tenant}, party_id(id), true from party;
  create index on address (tenant, account);
  create table balance (tenant uuid not null, account uuid not null, product uuid not null, pieces bigint not null, held bigint not null default 0,
    primary key (tenant, account, product)) with (fillfactor = 70);
  insert into balance select ${tenant}, party_id(party), good_id(good), pieces from store;
  create table movement (tenant uuid not null default tenant(), id uuid not null default uuidv7(), account uuid not null, product uuid not null, source uuid not null,
    pieces bigint not null, balance_after bigint not null, at timestamptz not null default now(), by uuid,
    primary key (tenant, account, product, id), foreign key (tenant, account, product) references balance);
  create table order_number (tenant uuid not null default tenant(), year int not null, last bigint not null, primary key (tenant, year));
  create sequence order_numbers start 10000000;`

const orders = `
  create table orders (tenant uuid not null default tenant(), id uuid not null, code text not null, vendor uuid not null, buyer uuid not null, origin text not null,
    status text not null, invoiced boolean not null default false, paid boolean not null default false, reference text, note text, address uuid,
    currency int not null default 978, total numeric(19, 4) not null, created_at timestamptz not null default now(), created_by uuid, approved_at timestamptz,
    updated_at timestamptz not null default now());
  insert into orders (tenant, id, code, vendor, buyer, origin, status, reference, total, created_at)
    select ${tenant}, sale_id(id), code, party_id(vendor), party_id(buyer), 'sell-in', status, reference, total, created_at from sale;
  alter table orders add primary key (tenant, id);
  create unique index on orders (tenant, code);
  create index on orders (tenant, created_at desc, id desc);
  create index on orders (tenant, buyer, created_at desc, id desc);
  create index on orders (tenant, vendor, created_at desc, id desc);
  create index on orders (tenant, reference) where reference is not null;
  alter table orders add foreign key (tenant, vendor) references account, add foreign key (tenant, buyer) references account, add foreign key (tenant, address) references address;
  create table order_line (tenant uuid not null default tenant(), "order" uuid not null, line int not null, product uuid not null, pieces int not null, price numeric(19, 4) not null,
    amount numeric(19, 4) not null);
  insert into order_line select ${tenant}, sale_id(sale), row_number() over (partition by sale order by id), good_id(good), pieces, price, pieces * price from sale_line;
  alter table order_line add primary key (tenant, "order", line);
  alter table order_line add foreign key (tenant, "order") references orders, add foreign key (tenant, product) references product;
  create index on order_line (tenant, product);
  create table order_event (tenant uuid not null default tenant(), "order" uuid not null, id uuid not null default uuidv7(), status text not null, source text not null, at timestamptz not null default now(), by uuid);
  insert into order_event (tenant, "order", status, source, at) select ${tenant}, sale_id(sale), status, 'bench', at from sale_event;
  alter table order_event add primary key (tenant, "order", id);
  alter table order_event add foreign key (tenant, "order") references orders;
  create table order_scope (tenant uuid not null, account uuid not null, side "char" not null, created_at timestamptz not null, "order" uuid not null);
  insert into order_scope select o.tenant, a.above, s.side, o.created_at, o.id from orders o
    cross join lateral (values ('b'::"char", o.buyer), ('v', o.vendor)) s (side, party) join account_above a on a.tenant = o.tenant and a.account = s.party;
  alter table order_scope add primary key (tenant, account, side, created_at, "order");
  create index on order_scope (tenant, "order");
  create table order_count (tenant uuid not null, account uuid not null, side "char" not null, status text not null, invoiced boolean not null, paid boolean not null, currency int not null,
    orders bigint not null, amount numeric(24, 4) not null, primary key (tenant, account, side, status, invoiced, paid, currency)) with (fillfactor = 50);
  insert into order_count select o.tenant, a.above, s.side, o.status, o.invoiced, o.paid, o.currency, count(*), sum(o.total) from orders o
    cross join lateral (values ('b'::"char", o.buyer), ('v', o.vendor)) s (side, party) join account_above a on a.tenant = o.tenant and a.account = s.party group by 1, 2, 3, 4, 5, 6, 7;
  create table order_delta (tenant uuid not null default tenant(), id bigint generated always as identity, vendor uuid not null, buyer uuid not null, status text not null, invoiced boolean not null,
    paid boolean not null, currency int not null, orders int not null, amount numeric(24, 4) not null, primary key (tenant, id));
  create table sale_note (tenant uuid not null default tenant(), "order" uuid not null, sign int not null, primary key (tenant, "order", sign));`

const licenses = `
  create table licenses (tenant uuid not null default tenant(), id uuid not null, key text not null, key_hash bytea not null, owner uuid not null, product uuid not null, seats int not null,
    taken int not null default 0, created_at timestamptz not null default now(), created_by uuid, activated_at timestamptz, expires_at timestamptz, exported_at timestamptz, note text);
  insert into licenses (tenant, id, key, key_hash, owner, product, seats, taken, created_at, activated_at, expires_at, note)
    select ${tenant}, license_id(id), key, sha256(key::bytea), party_id(owner), good_id(good), seats, taken, created_at, activated_at, expires_at, note from license;
  alter table licenses add primary key (tenant, id);
  create unique index on licenses (tenant, key_hash);
  create index on licenses (tenant, created_at desc, id desc);
  create index on licenses (tenant, owner, created_at desc, id desc);
  create index on licenses (tenant, product, created_at desc, id desc);
  create index on licenses (tenant, expires_at desc, id desc) where expires_at is not null;
  alter table licenses add foreign key (tenant, owner) references account, add foreign key (tenant, product) references product;
  create table license_detail (tenant uuid not null default tenant(), license uuid not null, position int not null, product uuid not null, months int not null, primary key (tenant, license, position));
  create table license_scope (tenant uuid not null, account uuid not null, created_at timestamptz not null, license uuid not null);
  insert into license_scope select l.tenant, a.above, l.created_at, l.id from licenses l join account_above a on a.tenant = l.tenant and a.account = l.owner;
  alter table license_scope add primary key (tenant, account, created_at, license);
  create index on license_scope (tenant, license);
  create table licenses_count (tenant uuid not null, account uuid not null, activated boolean not null, exported boolean not null, licenses bigint not null,
    primary key (tenant, account, activated, exported)) with (fillfactor = 50);
  insert into licenses_count select l.tenant, a.above, l.activated_at is not null, false, count(*) from licenses l join account_above a on a.tenant = l.tenant and a.account = l.owner group by 1, 2, 3;
  create table license_delta (tenant uuid not null default tenant(), id bigint generated always as identity, owner uuid not null, activated boolean not null, exported boolean not null,
    licenses int not null, primary key (tenant, id));`

const promises = `
  create table audit (tenant uuid not null default tenant(), id uuid not null default uuidv7(), at timestamptz not null default now(), by uuid, action text not null, entity text not null,
    entity_id text not null, entity_name text, account uuid, client text, before jsonb, after jsonb, primary key (tenant, id));
  create index on audit (tenant, entity_id, id);
  create table seal (tenant uuid not null, seq bigint not null, audit uuid not null, hash bytea not null, primary key (tenant, seq));
  create table news (tenant uuid not null default tenant(), person uuid not null, id uuid not null default uuidv7(), at timestamptz not null default now(), kind text not null, subject uuid not null,
    texts jsonb not null, read_at timestamptz, primary key (tenant, person, id));
  create index on news (tenant, person) where read_at is null;
  create extension if not exists pg_trgm;
  create table found_text (tenant uuid not null, kind text not null, record uuid not null, folded text not null, primary key (tenant, kind, record));
  create index on found_text using gin (folded gin_trgm_ops);
  create table answer (tenant uuid not null default tenant(), key uuid not null, request bytea not null, answer text, at timestamptz not null default now(), primary key (tenant, key));`

/** What is common to creating, deciding and licensing: the audit record, and news for those of an account who want them. */
const recording = `
  create function note(of_action text, of_entity text, of_id uuid, of_name text, of_account uuid, told uuid, person uuid, made jsonb) returns void language plpgsql as $$
  begin
    insert into audit (by, action, entity, entity_id, entity_name, account, client, after) values (person, of_action, of_entity, of_id::text, of_name, of_account, 'api', made);
    if told is not null then
      insert into news (person, kind, subject, texts)
        select p.id, of_action, of_id, jsonb_build_object('code', of_name) from person p where p.tenant = tenant() and p.account = told and p.wants_news and p.id <> person;
    end if;
    perform pg_notify('full_changes', of_id::text);
  end $$;`

const creating = `
  create function create_order(of_tenant text, person uuid, reach uuid, of_vendor uuid, of_buyer uuid, of_origin text, of_source text, items jsonb, key uuid, request bytea) returns text language plpgsql as $$
  declare
    kept answer; made uuid := uuidv7(); moment timestamptz := now(); made_code text; sum numeric; wrong int; of_address uuid; said text;
  begin
    perform set_config('full.tenant', of_tenant, true);
    insert into answer (key, request) values (key, request) on conflict do nothing;
    if not found then
      select * into kept from answer a where a.tenant = tenant() and a.key = create_order.key;
      if kept.request <> request then raise exception 'another request'; end if;
      return kept.answer;
    end if;
    if not exists (select from account_above v join account_above b on b.tenant = v.tenant and b.account = of_buyer and b.above = of_vendor
                   where v.tenant = tenant() and v.account = of_buyer and v.above = reach) then
      raise exception 'not reached';
    end if;
    select count(*) filter (where p.amount is distinct from i.price), sum(round(i.quantity * i.price, 2)) into wrong, sum
      from jsonb_to_recordset(items) i ("productId" uuid, quantity int, price numeric)
      left join price p on p.tenant = tenant() and p.list = '${partyId(1)}' and p.product = i."productId";
    if wrong > 0 then raise exception 'another price'; end if;
    select a.id into of_address from address a where a.tenant = tenant() and a.account = of_buyer and a.is_default;
    made_code := 'SO-2026-' || lpad(nextval('order_numbers')::text, 8, '0');
    insert into orders (id, code, vendor, buyer, origin, status, address, total, created_by) values (made, made_code, of_vendor, of_buyer, of_origin, 'pending', of_address, sum, person);
    if of_origin = 'sell-out' then
      update balance b set held = b.held + i.pieces from (
        select s.account, s.product, l.quantity as pieces from jsonb_to_recordset(items) l ("productId" uuid, quantity int)
        join balance s on s.tenant = tenant() and s.account = of_vendor and s.product = l."productId" order by s.product for update of s) i
      where b.tenant = tenant() and b.account = i.account and b.product = i.product;
    end if;
    insert into order_line ("order", line, product, pieces, price, amount)
      select made, row_number() over (), i."productId", i.quantity, i.price, round(i.quantity * i.price, 2) from jsonb_to_recordset(items) i ("productId" uuid, quantity int, price numeric);
    insert into order_event ("order", status, source, by) values (made, 'pending', of_source, person);
    insert into order_scope select tenant(), a.above, s.side, moment, made from (values ('b'::"char", of_buyer), ('v', of_vendor)) s (side, party)
      join account_above a on a.tenant = tenant() and a.account = s.party;
    insert into order_delta (vendor, buyer, status, invoiced, paid, currency, orders, amount) values (of_vendor, of_buyer, 'pending', false, false, 978, 1, sum);
    insert into found_text values (tenant(), 'order', made, lower(made_code));
    perform note('order.requested', 'order', made, made_code, of_buyer, case when of_origin = 'sell-out' then of_buyer else of_vendor end, person,
      jsonb_build_object('code', made_code, 'status', 'pending', 'total', sum, 'items', items));
    said := json_build_object('orderId', made, 'orderCode', made_code);
    update answer a set answer = said where a.tenant = tenant() and a.key = create_order.key;
    return said;
  end $$;

  create function approve(of_tenant text, person uuid, reach uuid, which uuid, of_source text) returns text language plpgsql as $$
  declare o orders; missing int; moment timestamptz := now();
  begin
    perform set_config('full.tenant', of_tenant, true);
    select * into o from orders where tenant = tenant() and id = which for update;
    if o.status <> 'pending' or not exists (select from account_above a where a.tenant = tenant() and a.account = o.vendor and a.above = reach) then raise exception 'not to be approved'; end if;
    with locked as materialized (
      select b.account, b.product, b.pieces from balance b
      where b.tenant = tenant() and b.account in (o.vendor, o.buyer)
        and b.product in (select l.product from order_line l where l.tenant = tenant() and l."order" = which)
      order by b.product, b.account for update)
    select count(*) into missing from (
      select l.product, sum(l.pieces) as asked from order_line l where l.tenant = tenant() and l."order" = which group by 1) w
      join locked k on k.account = o.vendor and k.product = w.product where k.pieces < w.asked;
    if missing > 0 then raise exception 'short'; end if;
    with moved as (
      update balance b set pieces = b.pieces + s.sign * l.pieces from order_line l, (values (o.vendor, -1), (o.buyer, 1)) s (party, sign)
      where l.tenant = tenant() and l."order" = which and b.tenant = tenant() and b.account = s.party and b.product = l.product
      returning b.account, b.product, s.sign * l.pieces as moved, b.pieces as after)
    insert into movement (account, product, source, pieces, balance_after, by) select m.account, m.product, which, m.moved, m.after, person from moved m;
    update orders set status = 'approved', approved_at = moment, updated_at = moment where tenant = tenant() and id = which;
    insert into order_event ("order", status, source, by) values (which, 'approved', of_source, person);
    insert into order_delta (vendor, buyer, status, invoiced, paid, currency, orders, amount)
      values (o.vendor, o.buyer, 'pending', o.invoiced, o.paid, o.currency, -1, -o.total), (o.vendor, o.buyer, 'approved', o.invoiced, o.paid, o.currency, 1, o.total);
    insert into sale_note ("order", sign) values (which, 1);
    perform note('order.approved', 'order', which, o.code, o.buyer, o.buyer, person, jsonb_build_object('status', 'approved'));
    return (select json_build_object('orderId', x.id, 'orderCode', x.code, 'status', x.status, 'orderTotal', x.total, 'creationDate', x.created_at,
      'vendor', json_build_object('accountId', v.id, 'name', v.name), 'buyer', json_build_object('accountId', b.id, 'name', b.name),
      'items', (select json_agg(json_build_object('productId', p.id, 'sku', p.sku, 'name', p.name, 'quantity', l.pieces, 'price', l.price, 'amount', l.amount) order by l.line)
                from order_line l join product p on p.tenant = l.tenant and p.id = l.product where l.tenant = tenant() and l."order" = which),
      'history', (select json_agg(json_build_object('status', e.status, 'at', e.at, 'source', e.source) order by e.id) from order_event e where e.tenant = tenant() and e."order" = which))
      from orders x join account v on v.tenant = x.tenant and v.id = x.vendor join account b on b.tenant = x.tenant and b.id = x.buyer
      where x.tenant = tenant() and x.id = which);
  end $$;

  create function issue_license(of_tenant text, person uuid, reach uuid, of_owner uuid, of_product uuid, key uuid, request bytea) returns text language plpgsql as $$
  declare kept answer; made uuid := uuidv7(); serial text := upper(gen_random_uuid()::text); p product; after bigint; said text;
  begin
    perform set_config('full.tenant', of_tenant, true);
    insert into answer (key, request) values (key, request) on conflict do nothing;
    if not found then
      select * into kept from answer a where a.tenant = tenant() and a.key = issue_license.key;
      if kept.request <> request then raise exception 'another request'; end if;
      return kept.answer;
    end if;
    if not exists (select from account_above a where a.tenant = tenant() and a.account = of_owner and a.above = reach) then raise exception 'not reached'; end if;
    select * into p from product x where x.tenant = tenant() and x.id = of_product;
    update balance b set pieces = b.pieces - 1 where b.tenant = tenant() and b.account = of_owner and b.product = of_product and b.pieces > 0 returning b.pieces into after;
    if after is null then raise exception 'short'; end if;
    insert into licenses (id, key, key_hash, owner, product, seats, created_by) values (made, serial, sha256(serial::bytea), of_owner, of_product, 1, person);
    insert into license_detail (license, position, product, months) values (made, 0, of_product, p.months);
    insert into movement (account, product, source, pieces, balance_after, by) values (of_owner, of_product, made, -1, after, person);
    insert into license_scope select tenant(), a.above, now(), made from account_above a where a.tenant = tenant() and a.account = of_owner;
    insert into license_delta (owner, activated, exported, licenses) values (of_owner, false, false, 1);
    insert into found_text values (tenant(), 'license', made, lower(serial));
    perform note('license.created', 'license', made, serial, of_owner, null, person, jsonb_build_object('serialKey', serial, 'sku', p.sku, 'seats', 1));
    said := json_build_array(json_build_object('licenseId', made, 'serialKey', serial));
    update answer a set answer = said where a.tenant = tenant() and a.key = issue_license.key;
    return said;
  end $$;`

/** A page of 20 with its count and sums. `reach` is the account in use: who asks for one that is not below it finds nothing. */
const listing = `
  create function list_orders(of_tenant text, reach uuid, scope uuid) returns text language plpgsql as $$
  begin
    perform set_config('full.tenant', of_tenant, true);
    return (
      with counted as materialized (
        select c.orders, c.amount from order_count c where c.tenant = tenant() and c.account = scope and c.side = 'v'
        union all
        select d.orders, d.amount from order_delta d where d.tenant = tenant()
          and exists (select from account_above a where a.tenant = d.tenant and a.account = d.vendor and a.above = scope))
      select json_build_object('count', (select coalesce(sum(orders), 0) from counted),
        'totals', json_build_array(json_build_object('currencyCode', 'EUR', 'total', (select coalesce(sum(amount), 0) from counted))),
        'items', (select coalesce(json_agg(x), '[]') from (
          select o.id as "orderId", o.code as "orderCode", json_build_object('accountId', b.id, 'code', b.code, 'name', b.name) as buyer,
            json_build_object('accountId', v.id, 'code', v.code, 'name', v.name) as vendor, o.reference as "orderRefCode", o.created_at as "creationDate",
            o.status, o.invoiced, o.paid, o.total as "orderTotal", 'EUR' as "currencyCode",
            json_build_object('approve', case when o.status <> 'pending' then 'OC522' end, 'cancel', case when o.status <> 'pending' then 'OC522' end,
              'revoke', case when o.status <> 'approved' then 'OC522' end) as blocked
          from (select s."order" from order_scope s where s.tenant = tenant() and s.account = scope and s.side = 'v'
                  and exists (select from account_above a where a.tenant = tenant() and a.account = scope and a.above = reach)
                order by s.created_at desc, s."order" desc limit 20) p
          join orders o on o.tenant = tenant() and o.id = p."order"
          join account v on v.tenant = o.tenant and v.id = o.vendor join account b on b.tenant = o.tenant and b.id = o.buyer
          order by o.created_at desc, o.id desc) x))::text);
  end $$;

  create function list_licenses(of_tenant text, reach uuid, scope uuid) returns text language plpgsql as $$
  begin
    perform set_config('full.tenant', of_tenant, true);
    return (
      select json_build_object('count', (select coalesce(sum(c.licenses), 0) from licenses_count c where c.tenant = tenant() and c.account = scope)
          + (select coalesce(sum(d.licenses), 0) from license_delta d where d.tenant = tenant()
             and exists (select from account_above a where a.tenant = d.tenant and a.account = d.owner and a.above = scope)),
        'items', (select coalesce(json_agg(x), '[]') from (
          select l.id as "licenseId", l.key as "serialKey", json_build_object('productId', p.id, 'sku', p.sku, 'name', p.name) as product,
            json_build_object('accountId', o.id, 'code', o.code, 'name', o.name) as "ownerAccount", l.seats, l.taken as "seatsOccupied",
            l.activated_at as "activationDate", l.expires_at as "expirationDate", l.activated_at is not null as "licenseHasBeenActivated",
            l.exported_at is not null as "licenseHasBeenExported", l.note
          from (select s.license from license_scope s where s.tenant = tenant() and s.account = scope
                  and exists (select from account_above a where a.tenant = tenant() and a.account = scope and a.above = reach)
                order by s.created_at desc, s.license desc limit 20) k
          join licenses l on l.tenant = tenant() and l.id = k.license
          join product p on p.tenant = l.tenant and p.id = l.product join account o on o.tenant = l.tenant and o.id = l.owner
          order by l.created_at desc, l.id desc) x))::text);
  end $$;`

/** In the background, once a second: counters of all accounts above, and the chain of seals. */
const folding = `
  create function fold() returns void language plpgsql as $$
  declare last bytea; number bigint; e record;
  begin
    perform set_config('full.tenant', '${tenantId}', true);
    with gone as (delete from order_delta where tenant = tenant() returning *), summed as (
      select a.above, s.side, g.status, g.invoiced, g.paid, g.currency, sum(g.orders) as orders, sum(g.amount) as amount from gone g
      cross join lateral (values ('b'::"char", g.buyer), ('v', g.vendor)) s (side, party) join account_above a on a.tenant = g.tenant and a.account = s.party group by 1, 2, 3, 4, 5, 6)
    insert into order_count as c select tenant(), s.* from summed s order by 2, 3, 4, 5, 6, 7
      on conflict (tenant, account, side, status, invoiced, paid, currency) do update set orders = c.orders + excluded.orders, amount = c.amount + excluded.amount;
    with gone as (delete from license_delta where tenant = tenant() returning *), summed as (
      select a.above, g.activated, g.exported, sum(g.licenses) as licenses from gone g join account_above a on a.tenant = g.tenant and a.account = g.owner group by 1, 2, 3)
    insert into licenses_count as c select tenant(), s.* from summed s order by 2, 3, 4
      on conflict (tenant, account, activated, exported) do update set licenses = c.licenses + excluded.licenses;
    select s.seq, s.hash into number, last from seal s where s.tenant = tenant() order by s.seq desc limit 1;
    number := coalesce(number, 0); last := coalesce(last, ''::bytea);
    for e in select a.id, a::text as said from audit a where a.tenant = tenant()
        and a.id > coalesce((select s.audit from seal s where s.tenant = tenant() order by s.seq desc limit 1), '${partyId(0)}') order by a.id loop
      number := number + 1; last := sha256(last || e.said::bytea);
      insert into seal values (tenant(), number, e.id, last);
    end loop;
  end $$;`

const rights = (password: string) => `
  ${guarded
    .map(
      (table) => `
      alter table ${table} enable row level security; alter table ${table} force row level security;
      create policy of_tenant on ${table} using (tenant = (select tenant())) with check (tenant = (select tenant()));`,
    )
    .join('')}
  drop role if exists full_limit;
  create role full_limit login password '${password}';
  grant select, insert, update, delete on ${guarded.join(', ')} to full_limit;
  grant usage on all sequences in schema public to full_limit`

/** Statements that fill a copy of the bare limit's database, each with a name. */
export const fillFull = (password: string): [string, string][] => [
  ['accounts and goods', network],
  ['orders', orders],
  ['licenses', licenses],
  ['promises', `${promises} ${recording} ${creating} ${listing} ${folding}`],
  ['rights', rights(password)],
  [
    'the bare tables',
    'drop table party, party_above, good, store, store_entry, sale, sale_line, sale_event, sale_in_scope, sale_count, month_of_party, month_of_good, license, license_in_scope, license_count, license_count_of_good cascade',
  ],
]

/** The lines of a new order, at the prices of the list. */
export const fullLines = Array.from({ length: linesPerOrder }, (_, n) => ({
  productId: goodId(n + 1),
  quantity: n + 1,
  price: 10 + (n + 1) * 3.5,
}))
