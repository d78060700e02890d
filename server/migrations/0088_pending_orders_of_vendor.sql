-- What an account has to decide (rules Y2), among all that it ever sold.
create index orders_pending_of_vendor on orders (tenant_id, vendor_id, created_at) where status = 'pending';
