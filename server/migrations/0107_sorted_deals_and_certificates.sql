-- One index for each sort and filter that the lists of deals and of certificates offer and that is no text.
create index deals_by_status on deals (tenant_id, status, deal_id);
create index deals_by_protection on deals (tenant_id, protection_status, deal_id);
create index deals_by_ebid_value on deals (tenant_id, ebid_value, deal_id);
create index deals_by_ebid_status on deals (tenant_id, ebid_status, deal_id);
create index issued_certificates_by_date on issued_certificates (tenant_id, kind, created_at desc, issued_id desc) include (account_id);
create index issued_certificates_by_expiry on issued_certificates (tenant_id, kind, expires_at, issued_id);
create index issued_certificates_by_state
  on issued_certificates (tenant_id, kind, (case when revoked_at is null then 'Confirmed' else 'Revoked' end), issued_id);
