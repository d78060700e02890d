-- The won deal that an order was made from (rules J14).
alter table orders add column deal_id uuid;
alter table orders add constraint orders_deal foreign key (tenant_id, deal_id) references deals (tenant_id, deal_id);
-- A deal is purchased once and sold once, also after two concurrent requests.
create unique index orders_of_deal on orders (tenant_id, deal_id, origin)
  where deal_id is not null and status in ('pending', 'approved');
