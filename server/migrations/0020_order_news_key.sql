-- Each thing happens to an order once; and whoever deletes an order must find its news.
alter table order_news drop constraint order_news_pkey, add primary key (tenant_id, order_id, event);
