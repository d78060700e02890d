-- A vendor's orders in a state, newest first: lists of a sub-tree by state collect them vendor by vendor. Most orders end
-- approved; those are not in it. It serves what waits for a vendor as well (rules Y2).
create index orders_not_approved_of_vendor on orders (tenant_id, vendor_id, status, created_at desc, order_id desc)
  where status <> 'approved';
drop index orders_pending_of_vendor;
