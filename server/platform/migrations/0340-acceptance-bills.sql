-- 承兑汇票 (decision 210). From this migration on a bill that is taken covers principal and repays it when the bank has paid. Until then the principal
-- stays owed; it costs nothing and blocks nothing up to three days after maturity. What was taken before keeps what was posted: `covers` is false.
alter table acceptance_bill
  drop constraint acceptance_bill_state,
  add column acceptor_kind text not null default 'bank',
  add column covers boolean not null default false;
alter table acceptance_bill
  add constraint acceptance_bill_state check (state in ('WAIT', 'ACCEPTED', 'DISCOUNTED', 'REJECTED', 'BOUNCED', 'HONOURED')),
  add constraint acceptance_bill_acceptor_kind check (acceptor_kind in ('bank', 'commercial'));
grant update (covers) on acceptance_bill to mall_app;

-- What happened to a bill, each at most once: what it covers and frees of the limit when it is taken, what the bank paid for it and on which day, what that
-- cost, and the part of the line of the bank or the request of two people behind it. Insert only.
create table acceptance_event (
  enterprise_id uuid not null constraint acceptance_event_enterprise references enterprise,
  id uuid not null,
  bill_id uuid not null,
  verb text not null constraint acceptance_event_verb check (verb in ('accept', 'honour', 'discount', 'bounce')),
  amount_fen bigint not null,
  acceptor_kind text not null constraint acceptance_event_acceptor_kind check (acceptor_kind in ('bank', 'commercial')),
  covered_fen bigint not null constraint acceptance_event_covered check (covered_fen >= 0),
  -- What of the limit became free, or was used again.
  freed_fen bigint not null,
  -- accept: the first day that is covered. bounce: the day. Otherwise the bank's.
  value_day date not null,
  received_fen bigint not null constraint acceptance_event_received check (received_fen >= 0),
  fee_fen bigint not null constraint acceptance_event_fee check (fee_fen >= 0),
  discount_fen bigint not null constraint acceptance_event_discount check (discount_fen >= 0),
  allocation_id uuid,
  request_id uuid,
  staff_id uuid not null,
  at timestamptz not null,
  written_in bigint not null default transaction_number(),
  constraint acceptance_event_pk primary key (enterprise_id, id),
  constraint acceptance_event_once unique (enterprise_id, bill_id, verb),
  constraint acceptance_event_bill foreign key (enterprise_id, bill_id) references acceptance_bill,
  constraint acceptance_event_paid check (case when verb in ('honour', 'discount') then received_fen + fee_fen + discount_fen = amount_fen
    and (allocation_id is null) <> (request_id is null) else received_fen + fee_fen + discount_fen = 0 and allocation_id is null and request_id is null end)
);
create index acceptance_event_written on acceptance_event using brin (written_in) with (pages_per_range = 16);
grant select, insert on acceptance_event to mall_app;

-- 例外兑付: a bill that was paid without a line of the bank. One person proposes it and another one agrees.
create table acceptance_request (
  enterprise_id uuid not null constraint acceptance_request_enterprise references enterprise,
  id uuid not null,
  bill_id uuid not null,
  value_day date not null,
  fee_fen bigint not null constraint acceptance_request_fee check (fee_fen >= 0),
  reason text not null,
  state text not null constraint acceptance_request_state check (state in ('WAIT', 'DONE', 'REFUSED')),
  proposed_by uuid not null,
  proposed_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  written_in bigint not null default transaction_number(),
  constraint acceptance_request_pk primary key (enterprise_id, id),
  constraint acceptance_request_bill foreign key (enterprise_id, bill_id) references acceptance_bill,
  constraint acceptance_request_decided check ((state = 'WAIT') = (decided_by is null) and (decided_by is null) = (decided_at is null))
);
create unique index acceptance_request_waiting on acceptance_request (enterprise_id, bill_id) where state = 'WAIT';
create index acceptance_request_of_bill on acceptance_request (enterprise_id, bill_id, proposed_at);
create index acceptance_request_queue on acceptance_request (state, proposed_at);
create index acceptance_request_written on acceptance_request using brin (written_in) with (pages_per_range = 16);
grant select, insert on acceptance_request to mall_app;
grant update (state, decided_by, decided_at) on acceptance_request to mall_app;

-- The limit that bills have freed before the bank has paid them.
alter table credit_account add column freed_fen bigint not null default 0 constraint credit_account_freed check (freed_fen >= 0);

-- A part of a line of the bank that paid a bill.
alter table bank_allocation
  drop constraint bank_allocation_back,
  drop constraint bank_allocation_kind,
  add column acceptance_id uuid;
alter table bank_allocation
  add constraint bank_allocation_kind check (kind in ('payment', 'wallet', 'back', 'acceptance')),
  add constraint bank_allocation_back check ((kind in ('payment', 'wallet')) = (payment_id is not null) and (kind = 'back') = (reference is not null)
    and (kind = 'acceptance') = (acceptance_id is not null)),
  add constraint bank_allocation_acceptance foreign key (enterprise_id, acceptance_id) references acceptance_bill,
  add constraint bank_allocation_acceptance_once unique (enterprise_id, acceptance_id);

-- 票据覆盖: +amount under the first covered day and −amount under the day after the last one. They sum to zero; ending or undoing a cover adds two more.
alter table statement_entry
  drop constraint statement_entry_kind,
  drop constraint statement_entry_sign;
alter table statement_entry
  add constraint statement_entry_kind check (kind in ('refund', 'repay', 'offset', 'adjust', 'writeOff', 'bounce', 'redate', 'cover')),
  add constraint statement_entry_sign check (case when kind = 'bounce' then amount_fen < 0 when kind in ('redate', 'cover') then amount_fen <> 0 and wallet_fen = 0
    else amount_fen >= 0 and amount_fen + wallet_fen > 0 end);

-- Sealed like all rows of money. The view is extended as it is, whatever it has by now.
do $$ begin
  execute 'create or replace view ledger_seal_row as ' || rtrim(pg_get_viewdef('ledger_seal_row'::regclass), '; ') || $view$
    union all select enterprise_id, 'acceptance_event', written_in, at, sha256(convert_to(json_build_array(enterprise_id, id, bill_id, verb, amount_fen, acceptor_kind,
      covered_fen, freed_fen, value_day - date '2000-01-01', received_fen, fee_fen, discount_fen, allocation_id, request_id, staff_id,
      extract(epoch from at))::text, 'UTF8')) from acceptance_event
    union all select enterprise_id, 'acceptance_request', written_in, proposed_at, sha256(convert_to(json_build_array(enterprise_id, id, bill_id,
      value_day - date '2000-01-01', fee_fen, reason, proposed_by, extract(epoch from proposed_at))::text, 'UTF8')) from acceptance_request $view$;
end $$;
