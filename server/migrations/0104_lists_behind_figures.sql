-- The lists behind the figures of the dashboard: approved orders by approval, open deals while they are protected.
create index orders_by_approval on orders (tenant_id, approved_at desc, order_id desc)
  include (buyer_id, vendor_id, status, currency_id, total) where approved_at is not null;
create index deals_open on deals (tenant_id, expires_at) include (vendor_id, protection_status, estimated_close_at)
  where status not in ('Won', 'Lost');
