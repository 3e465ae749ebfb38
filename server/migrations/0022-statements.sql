-- Statements: what each month's drawdowns owe, frozen at its close; what lowers it; what it costs to be late.

create table statement (
  enterprise_id uuid not null constraint statement_enterprise references enterprise,
  month text not null constraint statement_month check (month ~ '^\d{4}-\d{2}$'),
  -- The document of its interest.
  id uuid not null,
  state text not null constraint statement_state check (state in ('CLOSED', 'OVERDUE', 'PAID')),
  -- Drawdowns of the month less what was refunded of them within it.
  total_fen bigint not null constraint statement_total check (total_fen >= 0),
  -- Σ of its entries, and of its lines in dispute.
  settled_fen bigint not null constraint statement_settled check (settled_fen between 0 and total_fen),
  disputed_fen bigint not null constraint statement_disputed check (disputed_fen >= 0),
  due_day date not null,
  closed_at timestamptz not null,
  confirmed_at timestamptz,
  confirmed_by uuid,
  paid_at timestamptz,
  -- Over its lines as they were frozen.
  hash bytea not null,
  constraint statement_pk primary key (enterprise_id, month)
);
create index statement_due on statement (due_day) where state in ('CLOSED', 'OVERDUE');
grant select, insert, update on statement to mall_app;

-- The drawdowns of a closed month, and what is disputed of them.
create table statement_line (
  enterprise_id uuid not null,
  month text not null,
  -- The drawdown's transfer.
  id uuid not null,
  amount_fen bigint not null constraint statement_line_amount check (amount_fen > 0),
  dispute text constraint statement_line_dispute check (dispute in ('OPEN', 'FOR_BUYER', 'AGAINST_BUYER')),
  dispute_reason text,
  disputed_by uuid,
  disputed_at timestamptz,
  opinion text,
  decided_by uuid,
  decided_at timestamptz,
  -- Of a dispute that ended against the buyer.
  deferred_day date,
  constraint statement_line_pk primary key (enterprise_id, month, id),
  constraint statement_line_statement foreign key (enterprise_id, month) references statement
);
create index statement_line_disputed on statement_line (disputed_at) where dispute = 'OPEN';
grant select, insert, update on statement_line to mall_app;

-- What lowers a month, closed or open: never changed, a bounced bill is a row below zero.
create table statement_entry (
  enterprise_id uuid not null constraint statement_entry_enterprise references enterprise,
  id uuid not null,
  month text not null,
  kind text not null constraint statement_entry_kind check (kind in ('repay', 'offset', 'adjust', 'writeOff', 'bounce')),
  amount_fen bigint not null constraint statement_entry_amount check (amount_fen <> 0 and (amount_fen > 0) = (kind <> 'bounce')),
  -- The repayment, refund, line or request that it comes from.
  document uuid not null,
  value_day date not null,
  at timestamptz not null,
  constraint statement_entry_pk primary key (enterprise_id, id)
);
create index statement_entry_by_month on statement_entry (enterprise_id, month, at);
create index statement_entry_by_document on statement_entry (enterprise_id, document);
grant select, insert on statement_entry to mall_app;

-- A repayment as the buyer knows it: one amount, from one source, and where it went.
create table repayment (
  enterprise_id uuid not null constraint repayment_enterprise references enterprise,
  id uuid not null,
  source text not null constraint repayment_source check (source in ('wallet', 'bank', 'gateway', 'acceptance')),
  amount_fen bigint not null constraint repayment_amount check (amount_fen > 0),
  interest_fen bigint not null constraint repayment_interest check (interest_fen >= 0),
  surplus_fen bigint not null constraint repayment_surplus check (surplus_fen >= 0),
  value_day date not null,
  -- Who paid; null: the clock, or a bank line.
  user_id uuid,
  automatic boolean not null,
  bounced_at timestamptz,
  at timestamptz not null,
  constraint repayment_pk primary key (enterprise_id, id)
);
create index repayment_by_time on repayment (enterprise_id, at desc, id);
grant select, insert, update on repayment to mall_app;

-- 承兑汇票: a bank's or a company's promise to pay at maturity.
create table acceptance_bill (
  enterprise_id uuid not null constraint acceptance_bill_enterprise references enterprise,
  id uuid not null,
  bill_no text not null,
  acceptor text not null,
  amount_fen bigint not null constraint acceptance_bill_amount check (amount_fen > 0),
  maturity_day date not null,
  file_id uuid not null,
  state text not null constraint acceptance_bill_state check (state in ('WAIT', 'ACCEPTED', 'REJECTED', 'BOUNCED', 'HONOURED')),
  submitted_by uuid not null,
  submitted_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  opinion text,
  constraint acceptance_bill_pk primary key (enterprise_id, id)
);
create index acceptance_bill_queue on acceptance_bill (state, submitted_at);
create unique index acceptance_bill_once on acceptance_bill (enterprise_id, bill_no) where state <> 'REJECTED';
grant select, insert, update on acceptance_bill to mall_app;

-- What takes two people: a waiver of interest, a write-off.
create table finance_request (
  enterprise_id uuid not null constraint finance_request_enterprise references enterprise,
  id uuid not null,
  kind text not null constraint finance_request_kind check (kind in ('waiveInterest', 'writeOff')),
  month text,
  amount_fen bigint not null constraint finance_request_amount check (amount_fen > 0),
  reason text not null,
  state text not null constraint finance_request_state check (state in ('WAIT', 'DONE', 'REFUSED')),
  proposed_by uuid not null,
  proposed_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  constraint finance_request_pk primary key (enterprise_id, id),
  constraint finance_request_two_people check (decided_by is null or decided_by <> proposed_by)
);
create index finance_request_queue on finance_request (state, proposed_at);
grant select, insert, update on finance_request to mall_app;

-- Which reminder of a statement has been sent: days before (−) or after (+) it is due.
create table statement_reminder (
  enterprise_id uuid not null,
  month text not null,
  days int not null,
  at timestamptz not null,
  constraint statement_reminder_pk primary key (enterprise_id, month, days),
  constraint statement_reminder_statement foreign key (enterprise_id, month) references statement
);
grant select, insert on statement_reminder to mall_app;

-- A rate of its own, in hundredths of a percent a day; and whether the wallet repays by itself.
alter table credit_account add column daily_rate smallint constraint credit_account_rate check (daily_rate between 0 and 100);
alter table credit_account add column auto_repay boolean not null default false;
-- Drawdowns of all companies by time, for the close of a month.
create index ledger_transfer_draws on ledger_transfer (at) where kind in ('draw', 'refundToCredit');
