-- How many licenses of an account have expired, for all accounts of the network map at once: read from the index alone.
-- What was never activated and what is perpetual has no date, and is not in it.
create index licenses_dated_of_owner on licenses (tenant_id, owner_id, expires_at) include (product_id)
  where expires_at is not null;
