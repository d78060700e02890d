-- Who gets the report of each month by mail, for which account, and up to which month it was sent (rules D18).
create table month_mails (
  tenant_id uuid not null default current_tenant(),
  user_id uuid not null default current_user_id(),
  -- For which they asked: that account's figures are sent.
  account_id uuid not null default own_account(),
  -- The first day of the newest month whose report was sent, or that was over when they asked.
  sent_month date not null,
  primary key (tenant_id, user_id, account_id),
  foreign key (tenant_id, user_id) references users,
  foreign key (tenant_id, account_id) references accounts
);
call protect('month_mails');
-- The job that sends: whom the report of the last month was not sent to.
create index month_mails_by_month on month_mails (tenant_id, sent_month);

-- Whether the jobs of this column have something to do (function has_work). A month begins somewhere up to 14 hours before it does in UTC.
create or replace function reports_has_work(job text) returns boolean language plpgsql stable as $$
begin
  case job
    when 'reports:mail-months' then return exists (
      select from month_mails m
      where m.tenant_id = current_tenant()
        and m.sent_month < date_trunc('month', (clock() at time zone 'UTC') + interval '14 hours') - interval '1 month');
    else return null;
  end case;
end $$;
