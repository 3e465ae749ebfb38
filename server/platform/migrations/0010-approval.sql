-- 采购审批: a trade above its buyer's limit waits for the main account's word.

alter table membership add column invited_at timestamptz;
alter table membership add column accepted_at timestamptz;
-- A seat that was taken away stays, as the name under what was ordered from it.
alter table membership add column deleted_at timestamptz;
update membership set accepted_at = created_at;
-- It takes its payment password with it.
grant delete on payment_password to mall_app;

-- Somebody who was invited before he has registered: the id that he will have. Group by user.
create table invited_mobile (
  mobile_hmac bytea constraint invited_mobile_pk primary key,
  user_id uuid not null,
  mobile_masked text not null,
  invited_at timestamptz not null
);
create index invited_mobile_person on invited_mobile (user_id);
grant select, insert, delete on invited_mobile to mall_app;

create table approval (
  enterprise_id uuid not null constraint approval_enterprise references enterprise,
  id uuid not null,
  trade_id uuid not null,
  asked_by uuid not null,
  asked_at timestamptz not null,
  state text not null constraint approval_state check (state in ('PENDING', 'APPROVED', 'REJECTED', 'EXPIRED')),
  why text not null,
  payable_fen bigint not null constraint approval_payable check (payable_fen >= 0),
  method text not null constraint approval_method check (method in ('credit', 'wallet', 'online', 'transfer')),
  decided_by uuid,
  decided_at timestamptz,
  opinion text,
  constraint approval_pk primary key (enterprise_id, id),
  constraint approval_trade foreign key (enterprise_id, trade_id) references trade,
  constraint approval_not_by_asker check (decided_by is null or decided_by <> asked_by)
);
create unique index approval_one_pending on approval (enterprise_id, trade_id) where state = 'PENDING';
create index approval_by_time on approval (enterprise_id, asked_at desc);
grant select, insert, update on approval to mall_app;
