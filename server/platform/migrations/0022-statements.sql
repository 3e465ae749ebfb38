-- Statements: what each month's drawdowns owe, frozen at its close; what lowers it; what it costs to be late.

create table statement (
  enterprise_id uuid not null constraint statement_enterprise references enterprise,
  month text not null constraint statement_month check (month ~ '^\d{4}-\d{2}$'),
  -- The document of its interest.
  id uuid not null,
  state text not null constraint statement_state check (state in ('CLOSED', 'OVERDUE', 'PAID')),
  -- Drawdowns of the month less what was refunded of them within it. Never changes.
  total_fen bigint not null constraint statement_total check (total_fen >= 0),
  -- Σ of its entries but for the refunds that the total knows already.
  settled_fen bigint not null constraint statement_settled check (settled_fen between 0 and total_fen),
  due_day date not null,
  -- The last day whose interest has been charged, be it nothing; the due day to begin with.
  interest_day date not null,
  closed_at timestamptz not null,
  confirmed_at timestamptz,
  confirmed_by uuid,
  paid_at timestamptz,
  -- SHA-256 over its lines as they were frozen.
  hash bytea not null,
  constraint statement_pk primary key (enterprise_id, month)
);
create index statement_unpaid on statement (due_day) where state in ('CLOSED', 'OVERDUE');
create index statement_by_time on statement (month desc, enterprise_id);
grant select, insert, update on statement to mall_app;

-- The drawdowns of a closed month, and what is disputed of them. Written at the close only, so nothing but the close needs a key to hold them.
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
  -- From this day on it is not due and bears nothing …
  disputed_day date,
  -- … until the end of this one, if the dispute ended against the buyer.
  deferred_day date,
  opinion text,
  decided_by uuid,
  decided_at timestamptz,
  constraint statement_line_pk primary key (enterprise_id, month, id)
);
create index statement_line_disputed on statement_line (enterprise_id, month) where dispute is not null;
create index statement_line_queue on statement_line (disputed_at) where dispute = 'OPEN';
grant select, insert, update on statement_line to mall_app;

-- What lowers a month, closed or open. Never changes; a bounced bill is a row below zero.
create table statement_entry (
  enterprise_id uuid not null constraint statement_entry_enterprise references enterprise,
  id uuid not null,
  month text not null,
  -- A refund lowers the total of its own month; every other kind lowers what is left of a total.
  kind text not null constraint statement_entry_kind check (kind in ('refund', 'repay', 'offset', 'adjust', 'writeOff', 'bounce')),
  amount_fen bigint not null,
  -- Of a refund, offset or adjustment: what went to the wallet, because that much had been repaid.
  wallet_fen bigint not null default 0 constraint statement_entry_wallet check (wallet_fen >= 0),
  -- The drawdown that a refund, offset or adjustment takes back.
  draw_id uuid,
  -- The repayment, refund, line or request that it comes from.
  document uuid not null,
  value_day date not null,
  at timestamptz not null,
  constraint statement_entry_sign check (case when kind = 'bounce' then amount_fen < 0 else amount_fen >= 0 and amount_fen + wallet_fen > 0 end),
  constraint statement_entry_draw check ((kind in ('refund', 'offset', 'adjust')) = (draw_id is not null)),
  constraint statement_entry_pk primary key (enterprise_id, id)
);
create index statement_entry_by_month on statement_entry (enterprise_id, month, at);
create index statement_entry_by_document on statement_entry (enterprise_id, document);
grant select, insert on statement_entry to mall_app;

-- A day's interest on a month that owed something: on how much, at which rate, how much, and what of it a later known repayment took back.
create table statement_interest (
  enterprise_id uuid not null constraint statement_interest_enterprise references enterprise,
  month text not null,
  day date not null,
  principal_fen bigint not null constraint statement_interest_principal check (principal_fen > 0),
  -- Hundredths of a percent.
  rate smallint not null constraint statement_interest_rate check (rate between 0 and 1000),
  amount_fen bigint not null constraint statement_interest_amount check (amount_fen >= 0),
  reversed_fen bigint not null default 0 constraint statement_interest_reversed check (reversed_fen between 0 and amount_fen),
  constraint statement_interest_pk primary key (enterprise_id, month, day)
);
grant select, insert, update on statement_interest to mall_app;

-- A repayment as the buyer knows it: one amount, from one source, and where it went.
create table repayment (
  enterprise_id uuid not null constraint repayment_enterprise references enterprise,
  id uuid not null,
  source text not null constraint repayment_source check (source in ('wallet', 'bank', 'gateway', 'acceptance', 'suspense')),
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

-- What a company has agreed on besides its limit; without a row the platform's rate counts, and nothing is repaid by itself.
create table repayment_terms (
  enterprise_id uuid constraint repayment_terms_pk primary key constraint repayment_terms_enterprise references enterprise,
  -- A rate of its own, in hundredths of a percent a day.
  daily_rate smallint constraint repayment_terms_rate check (daily_rate between 0 and 1000),
  auto_repay boolean not null,
  changed_at timestamptz not null
);
create index repayment_terms_auto on repayment_terms (enterprise_id) where auto_repay;
grant select, insert, update on repayment_terms to mall_app;

-- 承兑汇票: a bank's or a company's promise to pay at maturity.
create table acceptance_bill (
  enterprise_id uuid not null constraint acceptance_bill_enterprise references enterprise,
  -- Also the id of the repayment that it makes.
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
  -- When it was honoured or bounced.
  ended_at timestamptz,
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
  -- Of a write-off.
  month text,
  amount_fen bigint not null constraint finance_request_amount check (amount_fen > 0),
  reason text not null,
  state text not null constraint finance_request_state check (state in ('WAIT', 'DONE', 'REFUSED')),
  proposed_by uuid not null,
  proposed_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  constraint finance_request_pk primary key (enterprise_id, id),
  constraint finance_request_of_month check ((kind = 'writeOff') = (month is not null)),
  constraint finance_request_two_people check (decided_by is null or decided_by <> proposed_by)
);
create index finance_request_queue on finance_request (state, proposed_at);
grant select, insert, update on finance_request to mall_app;

-- What a company has been told of its dues and limits: each once, whatever runs how often.
create table due_notice (
  enterprise_id uuid not null constraint due_notice_enterprise references enterprise,
  -- Such as 'due 2026-12-10 +3'.
  subject text not null,
  at timestamptz not null,
  constraint due_notice_pk primary key (enterprise_id, subject)
);
grant select, insert on due_notice to mall_app;

-- Months that are closed for everybody, so that nobody looks for drawdowns in them. A reference table.
create table closed_month (
  month text constraint closed_month_pk primary key,
  at timestamptz not null
);
grant select, insert on closed_month to mall_app;

-- Drawdowns of all companies by time, for the close of a month.
create index ledger_transfer_draws on ledger_transfer (at) where kind = 'draw';
-- Temporary limits by their end, for the notices.
create index credit_account_temp_end on credit_account (temp_end_day) where temp_limit_fen > 0;
