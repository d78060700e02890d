-- "Has this device signed in before?" is asked before every password is looked at. It has to take as long for somebody who
-- signed in a hundred thousand times as for somebody who does not exist, or the time tells who does.
create index sessions_by_device on sessions (tenant_id, user_id, device_token_hash, device_unique_id);
drop index sessions_by_user;
