-- The dashboard of deals adds up what an index has: registrations by their time, and the forecast of open deals.
create index deals_in_time on deals (tenant_id, created_at)
  include (vendor_id, status, protection_status, currency_id, total, ebid_value, ebid_approved_value);
create index deals_open_with_amounts on deals (tenant_id, expires_at)
  include (vendor_id, protection_status, estimated_close_at, chance, currency_id, total, ebid_value, ebid_approved_value)
  where status not in ('Won', 'Lost');
drop index deals_open;
