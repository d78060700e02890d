-- Each sort and filter of the audit log's search has an index, at a million events (docs/performance.md).
-- A record is found by its id alone, which is also an order of the list.
create index audit_log_of_record on audit_log (tenant_id, entity_id, audit_id);
create index audit_log_of_kind on audit_log (tenant_id, entity, at, audit_id);
drop index audit_log_of_entity;
-- The included columns answer the filters without reading the rows.
create index audit_log_in_time on audit_log (tenant_id, at, audit_id) include (name_folded);
drop index audit_log_by_time;
create index audit_log_in_account on audit_log (tenant_id, account_id, at, audit_id) include (entity, action, user_id, name_folded);
drop index audit_log_of_account;
