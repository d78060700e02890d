-- Two instants instead of one: until when the count is remembered, and until when the next one has to wait. Only so can
-- the wait grow from one failure to the next after the wait before it has passed.
alter table throttles add column blocked_until timestamptz;

-- What a browser proves itself with as one that signed in before: a random cookie, unlike the name it gives its device,
-- which a stranger can guess. Null for clients that hold their tokens themselves.
alter table sessions add column device_token_hash bytea;

-- "Has this device signed in before?" asks for the sessions that ended as well.
create index sessions_by_user on sessions (tenant_id, user_id, created_at);

-- Rotated tokens are forgotten once nothing could be told from them.
create index refresh_tokens_by_rotation on refresh_tokens (tenant_id, rotated_at) where rotated_at is not null;
