-- Transfers: vouchers that prove them, lines of the bank's statements, and what each line became.

-- The platform itself in the books: money at the bank that nobody has claimed waits here, in suspense. It has no people and no accounts.
insert into enterprise (id, name, status, auth_level, member_level, created_at)
values ('00000000-0000-4000-8000-000000000001', '平台', 0, 0, 1, '2026-01-01T00:00:00Z');

-- When an unpaid order is cancelled by the clock, where that is not a day after it began to wait: its voucher is under review, or was rejected.
alter table "order" add column pay_by timestamptz;

create sequence transfer_sequence minvalue 0 start 0;
grant usage on sequence transfer_sequence to mall_app;

-- What payers write into a transfer, since the bank names no company of ours.
create table transfer_code (
  code text constraint transfer_code_pk primary key,
  enterprise_id uuid not null,
  payment_id uuid not null
);
grant select, insert on transfer_code to mall_app;
create index payment_awaited on payment (amount_fen) where method = 'transfer' and state in ('CREATED', 'PENDING', 'UNKNOWN');

create table voucher (
  enterprise_id uuid not null constraint voucher_enterprise references enterprise,
  id uuid not null,
  payment_id uuid not null,
  -- The how-manieth of its payment.
  no smallint not null,
  state text not null constraint voucher_state check (state in ('REVIEW', 'SECOND', 'ACCEPTED', 'REJECTED', 'WITHDRAWN')),
  remark text not null,
  submitted_by uuid not null,
  submitted_at timestamptz not null,
  -- Of a large sum: who approved it first, the figure that he named, and the line.
  first_by uuid,
  first_at timestamptz,
  first_fen bigint,
  first_line_id uuid,
  opinion text,
  decided_by uuid,
  decided_at timestamptz,
  constraint voucher_pk primary key (enterprise_id, id),
  constraint voucher_no unique (enterprise_id, payment_id, no),
  constraint voucher_payment foreign key (enterprise_id, payment_id) references payment,
  constraint voucher_second check ((state <> 'SECOND') or (first_by is not null and first_fen is not null and first_line_id is not null)),
  constraint voucher_two_people check (first_by <> decided_by or state = 'REJECTED'),
  constraint voucher_decided check ((state in ('ACCEPTED', 'REJECTED')) = (decided_at is not null))
);
create unique index voucher_open on voucher (enterprise_id, payment_id) where state in ('REVIEW', 'SECOND');
create index voucher_queue on voucher (state, submitted_at);
grant select, insert, update on voucher to mall_app;

-- Its pictures, each by the SHA-256 of what is shown: the same picture again is found whoever brings it.
create table voucher_picture (
  enterprise_id uuid not null constraint voucher_picture_enterprise references enterprise,
  file_id uuid not null,
  voucher_id uuid not null,
  position smallint not null,
  hash bytea not null,
  constraint voucher_picture_pk primary key (enterprise_id, file_id),
  constraint voucher_picture_voucher foreign key (enterprise_id, voucher_id) references voucher
);
create index voucher_picture_of on voucher_picture (enterprise_id, voucher_id, position);
create index voucher_picture_same on voucher_picture (hash);
grant select, insert on voucher_picture to mall_app;

-- A statement that was imported. Nobody's tenant, as all of the bank's own rows.
create table bank_import (
  id uuid constraint bank_import_pk primary key,
  account_no text not null,
  file_name text not null,
  added int not null,
  known int not null,
  skipped int not null,
  refused int not null,
  amount_fen bigint not null,
  imported_by uuid not null,
  at timestamptz not null
);
create index bank_import_by_time on bank_import (at desc);
grant select, insert, update on bank_import to mall_app;

-- Money that came in at the bank. What of it is assigned is counted on the line itself, under its lock: a fen is used once.
create table bank_line (
  id uuid constraint bank_line_pk primary key,
  account_no text not null,
  reference text not null,
  source text not null constraint bank_line_source check (source in ('statement', 'typed')),
  day date not null,
  amount_fen bigint not null constraint bank_line_amount check (amount_fen > 0),
  assigned_fen bigint not null default 0,
  payer_name text not null,
  -- Its last four digits alone.
  payer_account text not null,
  remark text not null,
  import_id uuid constraint bank_line_import references bank_import,
  -- Who typed it; null: a statement brought it.
  typed_by uuid,
  at timestamptz not null,
  -- A typed line that was a mistake.
  voided_at timestamptz,
  constraint bank_line_once_used check (assigned_fen between 0 and amount_fen),
  constraint bank_line_void_unused check (voided_at is null or assigned_fen = 0),
  constraint bank_line_typed check (source = 'statement' or typed_by is not null)
);
create unique index bank_line_reference on bank_line (account_no, reference) where voided_at is null;
create index bank_line_by_day on bank_line (day desc, id);
create index bank_line_open on bank_line (day desc, id) where assigned_fen < amount_fen and voided_at is null;
create index bank_line_amount_open on bank_line (amount_fen) where assigned_fen < amount_fen and voided_at is null;
grant select, insert, update on bank_line to mall_app;

-- What a part of a line became. Insert only. Of money that went back the company is the platform.
create table bank_allocation (
  enterprise_id uuid not null constraint bank_allocation_enterprise references enterprise,
  id uuid not null,
  line_id uuid not null,
  kind text not null constraint bank_allocation_kind check (kind in ('payment', 'wallet', 'back')),
  amount_fen bigint not null constraint bank_allocation_amount check (amount_fen > 0),
  payment_id uuid,
  title text not null,
  reason text,
  -- Of money that went back: the bank's number of it.
  reference text,
  made_by uuid not null,
  at timestamptz not null,
  constraint bank_allocation_pk primary key (enterprise_id, id),
  constraint bank_allocation_payment foreign key (enterprise_id, payment_id) references payment,
  constraint bank_allocation_once unique (enterprise_id, payment_id),
  constraint bank_allocation_back check ((kind = 'back') = (payment_id is null) and (kind = 'back') = (reference is not null))
);
create index bank_allocation_by_line on bank_allocation (line_id);
create unique index bank_allocation_outgoing on bank_allocation (reference) where kind = 'back';
grant select, insert on bank_allocation to mall_app;

-- Top-ups that were recorded before lines were kept: each is one transfer that came in, was claimed and used whole.
with old as (
  select t.*, (select m.user_id from membership m where m.enterprise_id = t.enterprise_id and m.account_type = 1 limit 1) as user_id
  from ledger_transfer t where t.kind = 'topUpByBank' and not exists (select from payment p where p.enterprise_id = t.enterprise_id and p.id = t.document)
), paid as (
  insert into payment (enterprise_id, id, purpose, method, title, amount_fen, state, paid_by, created_at, paid_at, value_day, reference)
  select enterprise_id, document, 'topUp', 'transfer', title, amount_fen, 'SETTLED', user_id, at, at, value_day, 'LEGACY-' || document from old
  where user_id is not null returning enterprise_id, id
), lines as (
  insert into bank_line (id, account_no, reference, source, day, amount_fen, assigned_fen, payer_name, payer_account, remark, typed_by, at)
  select o.document, '', 'LEGACY-' || o.document, 'typed', o.value_day, o.amount_fen, o.amount_fen, '', '', o.title,
    '00000000-0000-4000-8000-000000000001', o.at
  from old o join paid p on p.enterprise_id = o.enterprise_id and p.id = o.document returning id
), used as (
  insert into bank_allocation (enterprise_id, id, line_id, kind, amount_fen, payment_id, title, made_by, at)
  select o.enterprise_id, o.document, o.document, 'wallet', o.amount_fen, o.document, o.title, '00000000-0000-4000-8000-000000000001', o.at
  from old o join paid p on p.enterprise_id = o.enterprise_id and p.id = o.document
)
insert into ledger_transfer (enterprise_id, id, from_account, to_account, amount_fen, kind, document, seq, title, at, value_day)
select '00000000-0000-4000-8000-000000000001', gen_random_uuid(), way.f, way.t, o.amount_fen, way.kind, o.document, way.seq, o.title, o.at, o.value_day
from old o join paid p on p.enterprise_id = o.enterprise_id and p.id = o.document
cross join (values ('bank', 'suspense', 'bankToSuspense', 0), ('suspense', 'bank', 'suspenseToBank', 0)) way(f, t, kind, seq);
