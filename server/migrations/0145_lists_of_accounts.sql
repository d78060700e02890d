-- An index for each sort of the lists of accounts, users, price lists, files and environments (decision 087).
create index accounts_sorted_by_name on accounts (tenant_id, name collate "und-x-icu", account_id) where deleted_at is null;
create index accounts_sorted_by_creation on accounts (tenant_id, created_at, account_id) where deleted_at is null;
create index accounts_of_group on accounts (tenant_id, group_id, account_id) where deleted_at is null;
create index accounts_deleted on accounts (tenant_id, account_id) where deleted_at is not null;

create index users_sorted_by_name on users (tenant_id, (first_name || ' ' || last_name) collate "und-x-icu", user_id) where deleted_at is null;
create index users_sorted_by_first_name on users (tenant_id, first_name collate "und-x-icu", user_id) where deleted_at is null;
create index users_sorted_by_last_name on users (tenant_id, last_name collate "und-x-icu", user_id) where deleted_at is null;
create index users_sorted_by_status on users (tenant_id, status, user_id) where deleted_at is null;
create index users_sorted_by_creation on users (tenant_id, created_at, user_id) where deleted_at is null;
create index users_living on users (tenant_id, account_id, user_id) where deleted_at is null;

create index price_lists_sorted_by_name on price_lists (tenant_id, name collate "und-x-icu", price_list_id);
create index price_lists_of_account on price_lists (tenant_id, account_id, price_list_id);
create index price_lists_sorted_by_creation on price_lists (tenant_id, created_at, price_list_id);

create index files_sorted_by_name on files (tenant_id, name collate "und-x-icu", file_id);
create index files_sorted_by_type on files (tenant_id, type, file_id);
create index files_sorted_by_size on files (tenant_id, size, file_id);
create index files_sorted_by_category on files (tenant_id, category, file_id);

create index environments_sorted_by_customer on environments (tenant_id, customer_name collate "und-x-icu", environment_id);
create index environments_sorted_by_id on environments (tenant_id, customer_environment_id, environment_id);
