-- Payments online: money on its way in, what providers told us of it, and money on its way back.

alter table payment
  drop constraint payment_state,
  alter column trade_id drop not null,
  alter column paid_at drop not null,
  add column purpose text not null default 'trade' constraint payment_purpose check (purpose in ('trade', 'topUp', 'repay')),
  add column channel text constraint payment_channel check (channel in ('wechat', 'alipay', 'card')),
  -- What the buyer reads.
  add column title text not null default '',
  add column created_at timestamptz,
  add column expires_at timestamptz,
  -- The day that the provider or the bank counts it for.
  add column value_day date,
  -- The provider's number, or the bank's.
  add column reference text,
  -- Of a repayment: the months that the buyer pointed at, with commas between them.
  add column months text not null default '',
  -- Of a transfer: what the payer writes into it, so that it is found again.
  add column remark_code text,
  -- How the buyer gets to pay: a code to scan or a page to go to.
  add column invitation jsonb,
  -- Why it was closed without money.
  add column failure text,
  -- When the provider was asked last, how often the janitor has asked, and when it asks next.
  add column asked_at timestamptz,
  add column queries smallint not null default 0,
  add column next_query_at timestamptz;
update payment set created_at = paid_at;
alter table payment
  alter column created_at set not null,
  add constraint payment_state check (state in ('CREATED', 'PENDING', 'UNKNOWN', 'SETTLED', 'CLOSED')),
  add constraint payment_settled check ((state = 'SETTLED') = (paid_at is not null)),
  add constraint payment_of_trade check ((purpose = 'trade') = (trade_id is not null)),
  add constraint payment_online check (method <> 'online' or channel is not null);
-- Of a trade one payment is under way at a time, and one settles it.
create unique index payment_open on payment (enterprise_id, trade_id) where state in ('CREATED', 'PENDING', 'UNKNOWN');
create unique index payment_once on payment (enterprise_id, trade_id) where state = 'SETTLED';
create index payment_by_time on payment (enterprise_id, created_at desc);
create index payment_due on payment (next_query_at) where next_query_at is not null;
grant update on payment to mall_app;
create index payment_allocation_by_payment on payment_allocation (enterprise_id, payment_id);
create index ledger_transfer_gateway on ledger_transfer (value_day) where from_account = 'gateway' or to_account = 'gateway';

-- What providers know a payment by, since their notices name no company of ours.
create table gateway_trade (
  out_trade_no text constraint gateway_trade_pk primary key,
  channel text not null,
  enterprise_id uuid not null,
  payment_id uuid not null
);
grant select, insert on gateway_trade to mall_app;

-- Money that a provider took, by its own number: each is taken once, whatever tells of it and however often.
create table gateway_receipt (
  channel text not null,
  reference text not null,
  enterprise_id uuid not null,
  payment_id uuid not null,
  amount_fen bigint not null constraint gateway_receipt_amount check (amount_fen > 0),
  outcome text not null constraint gateway_receipt_outcome check (outcome in ('settled', 'late', 'mismatch')),
  value_day date not null,
  at timestamptz not null,
  constraint gateway_receipt_pk primary key (channel, reference)
);
create index gateway_receipt_by_payment on gateway_receipt (enterprise_id, payment_id);
create index gateway_receipt_by_day on gateway_receipt (channel, value_day);
grant select, insert, update on gateway_receipt to mall_app;

-- Every notice that was properly signed, kept before it is answered.
create table gateway_notice (
  channel text not null,
  notice_id text not null,
  out_no text not null,
  told text not null,
  amount_fen bigint,
  verdict text not null,
  at timestamptz not null,
  constraint gateway_notice_pk primary key (channel, notice_id)
);
create index gateway_notice_by_number on gateway_notice (out_no);
grant select, insert on gateway_notice to mall_app;

-- Money that goes back the way it came, with a number of its own, until it has arrived.
create table refund (
  enterprise_id uuid not null constraint refund_enterprise references enterprise,
  id uuid not null,
  refund_no text not null,
  payment_id uuid not null,
  -- Null: money that came too late, or more than once.
  order_id uuid,
  -- The how-manieth return of the order, or of the late payment.
  seq int not null,
  amount_fen bigint not null constraint refund_amount check (amount_fen > 0),
  way text not null constraint refund_way check (way in ('credit', 'wallet', 'gateway')),
  -- Where the books take it from.
  source text not null constraint refund_source check (source in ('commitment', 'sales', 'suspense')),
  state text not null constraint refund_state check (state in ('WAIT', 'SENT', 'UNKNOWN', 'SETTLED', 'FAILED')),
  title text not null,
  reason text not null,
  tries smallint not null default 0,
  next_try_at timestamptz,
  failure text,
  reference text,
  created_at timestamptz not null,
  settled_at timestamptz,
  constraint refund_pk primary key (enterprise_id, id),
  constraint refund_number unique (enterprise_id, refund_no),
  constraint refund_payment foreign key (enterprise_id, payment_id) references payment,
  constraint refund_order foreign key (enterprise_id, order_id) references "order",
  constraint refund_settled check ((state = 'SETTLED') = (settled_at is not null)),
  constraint refund_late check ((source = 'suspense') = (order_id is null))
);
create unique index refund_once on refund (enterprise_id, coalesce(order_id, payment_id), seq);
create index refund_due on refund (next_try_at) where next_try_at is not null;
create index refund_by_id on refund (id);
create index refund_by_payment on refund (enterprise_id, payment_id);
grant select, insert, update on refund to mall_app;

-- What was given back before refunds had rows of their own.
insert into refund (enterprise_id, id, refund_no, payment_id, order_id, seq, amount_fen, way, source, state, title, reason, created_at, settled_at)
select t.enterprise_id, t.id, 'TK' || to_char(t.at at time zone 'Asia/Shanghai', 'YYYYMMDD') || upper(substr(md5(t.id::text), 1, 10)),
  a.payment_id, a.order_id, t.seq, t.amount_fen, case t.kind when 'void' then 'credit' else 'wallet' end,
  case t.kind when 'void' then 'commitment' else 'sales' end, 'SETTLED', t.title, '', t.at, t.at
from ledger_transfer t join payment_allocation a on a.enterprise_id = t.enterprise_id and a.order_id = t.document
where t.kind in ('void', 'refundToWallet');
