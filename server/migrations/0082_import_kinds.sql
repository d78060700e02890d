-- Which files there are is decided by the contract (import-kinds.ts), which grows with each column.
alter table imports drop constraint imports_kind_check;
