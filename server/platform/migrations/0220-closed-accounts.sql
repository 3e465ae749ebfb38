-- A person closes his account: his row stays without a name and a number, because orders and the audit log refer to it.
alter table app_user add column closed_at timestamptz;
-- Closed with its main account.
alter table enterprise add column closed_at timestamptz;
create index enterprise_closed on enterprise (closed_at) where closed_at is not null;

-- What the law has us keep of who had a closed account, sealed. id: of the person. Reference table.
create table closed_account (
  id uuid constraint closed_account_pk primary key,
  -- His mobile number, his name and his name in each company, as JSON.
  sealed bytea not null,
  closed_at timestamptz not null
);
create index closed_account_by_time on closed_account (closed_at);
grant select, insert, update, delete on closed_account to mall_app;

-- What a person gets as a file is found by him, also in companies that he has left.
create index membership_of_user on membership (user_id);
create index credit_code_claim_of_enterprise on credit_code_claim (enterprise_id);
grant delete on alert_choice, announcement_read to mall_app;

-- Pictures of licences that have ended. They go some time after their last day.
create index enterprise_licence_over on enterprise_licence (valid_until) where state in ('expired', 'replaced') and papers_let_go_at is null;
