-- What needs somebody, read from what waits alone.
-- A deal that is won or lost waits for nothing but the price of a won one (function deal_decisions). The
-- condition was without the status, so that finished deals stayed in the index of waiting ones for good.
alter table deals alter column may_wait set expression as (
  not is_expiry_noted and (
    status not in ('Won', 'Lost') and (protection_status = 'Pending' or extension_asked_at is not null)
    or status <> 'Lost' and ebid_status = 'Pending' and ebid_value > 0));
-- Own protections that end.
create index deals_to_expire_of_vendor on deals (tenant_id, vendor_id, expires_at)
  where not is_expiry_noted and status not in ('Won', 'Lost');
-- Certificates that end, of the accounts in somebody's care.
create index issued_certificates_by_end_of_account on issued_certificates (tenant_id, account_id, expires_at) where is_current;
