-- A tenant that the operator has suspended: nobody signs in, no call but those of devices is answered, and its jobs and
-- mails wait (rules G22).
alter table tenants add column suspended_at timestamptz;
alter table tenants add column suspension_reason text check (suspension_reason is null or suspended_at is not null);
