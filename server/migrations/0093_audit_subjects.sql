-- Each audit row says to which account its record belongs and what it was called, so that a reader's reach is one condition
-- of an index and deleted records keep their names (decision 053). A record of the whole tenant, such as a product, has no
-- account. `form` tells which columns the chain covers: 1 are the rows from before, whose two new columns it does not cover.
alter table audit_log
  add column account_id uuid,
  add column entity_name text,
  add column name_folded text,
  add column form smallint not null default 1;

-- While 0094 fills the new columns of existing rows, nothing else of them may change.
drop trigger append_only on audit_log;
create trigger append_only before delete on audit_log for each row execute function refuse_change();
create trigger append_only_but_subjects before update on audit_log for each row
  when ((old.tenant_id, old.audit_id, old.at, old.user_id, old.action, old.entity, old.entity_id, old.before, old.after,
         old.request_id, old.form)
    is distinct from (new.tenant_id, new.audit_id, new.at, new.user_id, new.action, new.entity, new.entity_id, new.before,
         new.after, new.request_id, new.form))
  execute function refuse_change();
