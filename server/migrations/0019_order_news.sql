-- What happened to orders and has yet to be told by mail. A row of its own, and not a job, in the order's transaction:
-- leaving a job notifies the workers, and PostgreSQL lets transactions that notify commit only one after the other.
create table order_news (
  tenant_id uuid not null default current_tenant(),
  news_id uuid not null,
  order_id uuid not null,
  event text not null check (event in ('requested', 'approved', 'canceled', 'revoked')),
  -- Null: the System.
  by_user uuid default current_user_id(),
  primary key (tenant_id, news_id),
  foreign key (tenant_id, order_id) references orders
);
call protect('order_news');
