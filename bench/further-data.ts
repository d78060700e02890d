/** What a year leaves besides orders and licenses, from the temporary tables `parties` and `goods` of `data.ts`. */

export interface FurtherSize {
  deals: number
  /** Issued certificates. */
  certificates: number
}

/** Addresses of people who ask for themselves. */
export const readers = { distributor: 'distributor@bench.example', reseller: 'reseller@bench.example' } as const
export type Reader = keyof typeof readers

/**
 * One person an account, of whom every twentieth was invited and has not answered. The readers have the password of
 * the first user: the first distributor, and the reseller of most pending orders below it.
 */
export const people = `
  create temp table persons as
    select p.n, p.level, p.account_id, id_at(clock_timestamp()) as user_id, p.n % 20 = 7 as is_invited from parties p where p.n > 0;
  insert into users (user_id, account_id, email, first_name, last_name, status, created_at)
    select user_id, account_id, 'person' || n || '@bench.example', 'Person', 'Number ' || n,
           case when is_invited then 'user_pending' else 'user_active' end, now() - interval '5 days'
    from persons;
  insert into one_time_tokens (token_hash, user_id, kind, created_at, expires_at)
    select sha256(user_id::text::bytea), user_id, 'invitation', now() - interval '5 days', now() + interval '2 days'
    from persons where is_invited;
  update users u set email = r.email, status = 'user_active', time_zone = 'Europe/Rome',
      password_hash = (select password_hash from users where password_hash is not null limit 1)
    from (
      select account_id, '${readers.distributor}' as email from parties where n = 1
      union all
      select vendor_id, '${readers.reseller}' from pairs
      order by 2 limit 2
    ) r
    where u.account_id = r.account_id;
  insert into user_roles (user_id, role_id)
    select u.user_id, r.role_id from users u join roles r on r.tenant_id = u.tenant_id and r.name = 'AccountAdmin'
    where u.email in ('${readers.distributor}', '${readers.reseller}');
  insert into stock_thresholds (account_id, product_id, threshold)
    select p.account_id, g.product_id, 1100000 from parties p, goods g where p.level < 3 and g.n % 10 = 3;
  analyze users`

/** A year of deals of resellers and distributors; what is older than its protection has expired. */
export const deals = ({ deals }: FurtherSize) => `
  create temp table opportunities as
    select d.*, v.account_id as vendor_id, id_at(d.created_at) as deal_id,
           (array['New', 'New', 'Trial', 'Demo', 'Negotiation', 'Negotiation', 'Won', 'Won', 'Lost', 'Lost'])[1 + floor(d.luck * 10)::int] as status,
           d.created_at + interval '90 days' as expires_at
    from (
      select n, random() as luck, random() as review, random() as bid,
             now() - interval '365 days' * (1 - n::float8 / ${deals + 1}) as created_at,
             1 + floor(random() * (select count(*) from parties where level in (1, 2)))::int as vendor
      from generate_series(1, ${deals}) n
    ) d
    join parties v on v.n = d.vendor;
  insert into deals (deal_id, code, vendor_id, description, status, chance, starts_at, estimated_close_at, expires_at,
                     protection_status, protection_since, currency_id, total, ebid_value, ebid_status, ebid_approved_value,
                     ebid_since, extension_asked_at, extension_reason, is_expiry_noted, created_at)
    select o.deal_id, record_code('DL', extract(year from o.created_at at time zone 'UTC')::int, o.n), o.vendor_id, 'Opportunity ' || o.n, o.status, o.n % 101,
           o.created_at, o.created_at + interval '60 days', o.expires_at,
           case when o.review < 0.1 then 'Pending' when o.review < 0.9 then 'Approved' else 'Refused' end, o.created_at,
           978, 100 + o.n % 1000, case when o.bid < 0.2 then 90 else 0 end,
           case when o.bid < 0.15 then 'Approved' else 'Pending' end, case when o.bid < 0.15 then 90 end, o.created_at,
           case when o.is_asking then o.expires_at - interval '5 days' end, case when o.is_asking then 'More time' end,
           o.expires_at <= now() and o.status not in ('Won', 'Lost'), o.created_at
    from (
      select *, luck < 0.6 and review > 0.85 and review < 0.9 and expires_at > now() and expires_at < now() + interval '5 days' as is_asking
      from opportunities
    ) o
    order by o.n;
  insert into deal_prospects (deal_id, prospect_id, name, vat_id, first_name, last_name, street, city, postal_code, country_code, created_at)
    select deal_id, id_at(clock_timestamp()), 'Prospect ' || n, 'IT' || lpad(n::text, 11, '0'), 'Ada', 'Rossi', 'Via Roma 1', 'Milano', '20100', 'IT', created_at
    from opportunities order by n;
  insert into deal_items (deal_item_id, deal_id, line, product_id, qt, price, amount, price_msrp, price_msrp_currency_id)
    select id_at(clock_timestamp()), o.deal_id, 1, g.product_id, 1, 100 + o.n % 1000, 100 + o.n % 1000, 120 + o.n % 1000, 978
    from opportunities o join goods g on g.n = o.n % 100 order by o.n`

/** Three years of certificates, nearly all of guests; some were revoked. */
export const certificates = ({ certificates }: FurtherSize) => `
  insert into issued_certificates (issued_id, certificate_id, kind, account_id, guest_first_name, guest_last_name,
                                   validation_code, created_at, expires_at, counted_from, counted_months, revoked_at,
                                   is_current)
    select id_at(i.created_at), c.certificate_id, 'User', p.account_id, 'Guest', 'Number ' || i.n,
           lpad(upper(to_hex(i.n)), 10, '0'), i.created_at, months_after(i.created_at, 12), i.created_at, 12,
           case when i.n % 50 = 0 then i.created_at + interval '1 hour' end, i.n % 50 > 0
    from (
      select n, now() - interval '3 years' * (1 - n::float8 / ${certificates + 1}) as created_at,
             1 + floor(random() * (select count(*) - 1 from parties))::int as holder
      from generate_series(1, ${certificates}) n
    ) i
    join parties p on p.n = i.holder
    join (select certificate_id, row_number() over (order by name) as n from certificates where kind = 'User') c
      on c.n = 1 + i.n % 2
    order by i.n;
  insert into issued_certificates (issued_id, certificate_id, kind, account_id, validation_code, created_at, expires_at,
                                   counted_from, counted_months)
    select id_at(clock_timestamp()), c.certificate_id, 'Account', p.account_id, 'ACC' || lpad(p.n::text, 7, '0'), now() - interval '11 months',
           now() + interval '20 days', now() + interval '20 days', 0
    from parties p join (select certificate_id from certificates where kind = 'Account' order by name limit 1) c on true
    where p.level in (1, 2) and p.n % 3 = 0;
  update certificates set status = 'Confirmed'`
