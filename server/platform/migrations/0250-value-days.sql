-- The value day of money is that of the bank's own file (decision 101). A line may be typed with a day up to three days back by one person. An earlier
-- one is proposed with a reason and typed when another person agrees. Nobody's tenant, as all of the bank's own rows.
create table value_day_request (
  id uuid constraint value_day_request_pk primary key,
  account_no text not null,
  reference text not null,
  day date not null,
  amount_fen bigint not null constraint value_day_request_amount check (amount_fen > 0),
  payer_name text not null,
  -- Its last four digits alone.
  payer_account text not null,
  remark text not null,
  -- The line whose day it corrects, by which import, at which time of the day by the bank; null: a line is to be typed.
  corrects uuid constraint value_day_request_corrects references bank_line,
  import_id uuid constraint value_day_request_import references bank_import,
  traded_at timestamptz,
  reason text not null,
  -- BEFORE: a line that was typed before this rule; two people were asked for when it was used.
  state text not null constraint value_day_request_state check (state in ('WAIT', 'DONE', 'REFUSED', 'BEFORE')),
  proposed_by uuid not null,
  proposed_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  -- The line that was typed with it.
  line_id uuid constraint value_day_request_line references bank_line,
  constraint value_day_request_once unique (line_id),
  constraint value_day_request_decided check ((decided_by is null) = (decided_at is null) and (decided_by is null) = (state in ('WAIT', 'BEFORE'))),
  constraint value_day_request_done check ((line_id is not null) = (state in ('DONE', 'BEFORE') and corrects is null)),
  constraint value_day_request_imported check ((corrects is null) = (import_id is null))
);
create unique index value_day_request_waiting on value_day_request (account_no, reference) where state = 'WAIT';
create index value_day_request_queue on value_day_request (state, proposed_at);
grant select, insert on value_day_request to mall_app;
grant update (state, decided_by, decided_at, line_id) on value_day_request to mall_app;

insert into value_day_request (id, account_no, reference, day, amount_fen, payer_name, payer_account, remark, reason, state, proposed_by, proposed_at, line_id)
select gen_random_uuid(), l.account_no, l.reference, t.value_day, l.amount_fen, l.payer_name, l.payer_account, l.remark, '规则生效前登记', 'BEFORE', l.typed_by, l.at, l.id
from bank_line l join ledger_transfer t on t.document = l.id and t.kind = 'bankToSuspense'
where l.typed_by is not null and t.value_day < (l.at at time zone 'Asia/Shanghai')::date - 3;

-- The bank's file has said another day than the one that was typed. Insert only: a line is corrected once, and what was posted stays as it is.
create table value_day_correction (
  line_id uuid constraint value_day_correction_pk primary key constraint value_day_correction_line references bank_line,
  from_day date not null,
  to_day date not null,
  import_id uuid not null constraint value_day_correction_import references bank_import,
  -- Who imported the file.
  corrected_by uuid not null,
  at timestamptz not null,
  constraint value_day_correction_days check (from_day <> to_day)
);
create index value_day_correction_by_time on value_day_correction (at desc, line_id);
grant select, insert on value_day_correction to mall_app;

insert into value_day_correction (line_id, from_day, to_day, import_id, corrected_by, at)
select l.id, t.value_day, l.day, i.id, i.imported_by, i.at
from bank_line l join ledger_transfer t on t.document = l.id and t.kind = 'bankToSuspense' join bank_import i on i.id = l.import_id
where l.typed_by is not null and t.value_day <> l.day;

-- 起息日更正: what a repayment took off a month is put back under the typed day and taken off again under the bank's. The two rows sum to zero.
alter table statement_entry
  drop constraint statement_entry_kind,
  drop constraint statement_entry_sign;
alter table statement_entry
  add constraint statement_entry_kind check (kind in ('refund', 'repay', 'offset', 'adjust', 'writeOff', 'bounce', 'redate')),
  add constraint statement_entry_sign check (case when kind = 'bounce' then amount_fen < 0 when kind = 'redate' then amount_fen <> 0 and wallet_fen = 0
    else amount_fen >= 0 and amount_fen + wallet_fen > 0 end);

-- What a corrected value day has charged of a day beyond what the job had charged. A day on which nothing was charged then has 0 there.
alter table statement_interest
  drop constraint statement_interest_reversed,
  add column recharged_fen bigint not null default 0;
alter table statement_interest
  add constraint statement_interest_recharged check (recharged_fen >= 0),
  add constraint statement_interest_reversed check (reversed_fen between 0 and amount_fen + recharged_fen);
grant update (recharged_fen) on statement_interest to mall_app;
