drop trigger append_only_but_subjects on audit_log;
create or replace trigger append_only before update or delete on audit_log for each row execute function refuse_change();

-- The list is sorted by time, for all, for an account, a person, an action or a request.
create index audit_log_by_time on audit_log (tenant_id, at, audit_id);
create index audit_log_of_account on audit_log (tenant_id, account_id, at, audit_id);
create index audit_log_of_person on audit_log (tenant_id, user_id, at, audit_id);
create index audit_log_of_action on audit_log (tenant_id, action, at, audit_id);
create index audit_log_of_request on audit_log (tenant_id, request_id) where request_id is not null;
