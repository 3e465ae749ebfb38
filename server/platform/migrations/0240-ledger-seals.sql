-- Rows of money are numbered by the transaction that wrote them, so that a job can seal them in the order of their commits. See decision 80.

-- Added to the numbers of transactions, which begin anew in another cluster. continue_transactions() changes it.
create function transaction_base() returns bigint language sql stable parallel safe as $$ select 0::bigint $$;
-- The number of this transaction. It is higher than that of every one that had ended before it began.
create function transaction_number() returns bigint language sql stable as $$ select pg_current_xact_id()::text::bigint + transaction_base() $$;
-- All transactions with a lower number have ended, and what those that committed wrote can be seen.
create function transactions_ended() returns bigint language sql stable as $$ select pg_snapshot_xmin(pg_current_snapshot())::text::bigint + transaction_base() $$;

-- What is there already was written by transaction 0. A constant default rewrites no table.
alter table ledger_transfer add column written_in bigint not null default 0;
alter table repayment add column written_in bigint not null default 0;
alter table statement add column written_in bigint not null default 0;
alter table statement_line add column written_in bigint not null default 0;
alter table statement_entry add column written_in bigint not null default 0;
alter table statement_interest add column written_in bigint not null default 0;
alter table credit_limit_change add column written_in bigint not null default 0;
alter table finance_request add column written_in bigint not null default 0;
alter table acceptance_bill add column written_in bigint not null default 0;
alter table refund add column written_in bigint not null default 0;
alter table bank_line add column written_in bigint not null default 0;
alter table bank_allocation add column written_in bigint not null default 0;
alter table gateway_receipt add column written_in bigint not null default 0;
alter table invoice_red_line add column written_in bigint not null default 0;
alter table ledger_transfer alter column written_in set default transaction_number();
alter table repayment alter column written_in set default transaction_number();
alter table statement alter column written_in set default transaction_number();
alter table statement_line alter column written_in set default transaction_number();
alter table statement_entry alter column written_in set default transaction_number();
alter table statement_interest alter column written_in set default transaction_number();
alter table credit_limit_change alter column written_in set default transaction_number();
alter table finance_request alter column written_in set default transaction_number();
alter table acceptance_bill alter column written_in set default transaction_number();
alter table refund alter column written_in set default transaction_number();
alter table bank_line alter column written_in set default transaction_number();
alter table bank_allocation alter column written_in set default transaction_number();
alter table gateway_receipt alter column written_in set default transaction_number();
alter table invoice_red_line alter column written_in set default transaction_number();

-- Of the first two, rows are also written in sets that name every column, and leave this one empty.
create function number_row() returns trigger language plpgsql as $$ begin new.written_in := transaction_number(); return new; end $$;
create trigger ledger_transfer_numbered before insert on ledger_transfer for each row when (new.written_in is null) execute function number_row();
create trigger bank_line_numbered before insert on bank_line for each row when (new.written_in is null) execute function number_row();

-- The job reads what came last, the nightly proof some days. An insert pays next to nothing for such an index.
create index ledger_transfer_written on ledger_transfer using brin (written_in) with (pages_per_range = 16);
create index repayment_written on repayment using brin (written_in) with (pages_per_range = 16);
create index statement_written on statement using brin (written_in) with (pages_per_range = 16);
create index statement_line_written on statement_line using brin (written_in) with (pages_per_range = 16);
create index statement_entry_written on statement_entry using brin (written_in) with (pages_per_range = 16);
create index statement_interest_written on statement_interest using brin (written_in) with (pages_per_range = 16);
create index credit_limit_change_written on credit_limit_change using brin (written_in) with (pages_per_range = 16);
create index finance_request_written on finance_request using brin (written_in) with (pages_per_range = 16);
create index acceptance_bill_written on acceptance_bill using brin (written_in) with (pages_per_range = 16);
create index refund_written on refund using brin (written_in) with (pages_per_range = 16);
create index bank_line_written on bank_line using brin (written_in) with (pages_per_range = 16);
create index bank_allocation_written on bank_allocation using brin (written_in) with (pages_per_range = 16);
create index gateway_receipt_written on gateway_receipt using brin (written_in) with (pages_per_range = 16);
create index invoice_red_line_written on invoice_red_line using brin (written_in) with (pages_per_range = 16);

-- All rows that are sealed, each with the hash of its columns that may never change. A json text is the same for every session: times are seconds, days are
-- numbers. `at` is null where the row has none of its own.
create view ledger_seal_row as
  select enterprise_id, 'ledger_transfer' as table_name, written_in, at, sha256(convert_to(json_build_array(enterprise_id, id, from_account, to_account, amount_fen,
    kind, document, seq, title, extract(epoch from at), value_day - date '2000-01-01', from_entry, from_after_fen, to_entry, to_after_fen, used_after_fen,
    limit_fen)::text, 'UTF8')) as hash from ledger_transfer
  union all select enterprise_id, 'repayment', written_in, at, sha256(convert_to(json_build_array(enterprise_id, id, source, amount_fen, interest_fen, surplus_fen,
    value_day - date '2000-01-01', user_id, automatic, extract(epoch from at))::text, 'UTF8')) from repayment
  union all select enterprise_id, 'statement', written_in, closed_at, sha256(convert_to(json_build_array(enterprise_id, month, id, total_fen, wallet_fen,
    due_day - date '2000-01-01', opening_day - date '2000-01-01', extract(epoch from closed_at), encode(hash, 'hex'))::text, 'UTF8')) from statement
  union all select enterprise_id, 'statement_line', written_in, null, sha256(convert_to(json_build_array(enterprise_id, month, id, amount_fen)::text, 'UTF8'))
    from statement_line
  union all select enterprise_id, 'statement_entry', written_in, at, sha256(convert_to(json_build_array(enterprise_id, id, month, kind, amount_fen, wallet_fen,
    draw_id, document, value_day - date '2000-01-01', extract(epoch from at))::text, 'UTF8')) from statement_entry
  union all select enterprise_id, 'statement_interest', written_in, null, sha256(convert_to(json_build_array(enterprise_id, month, day - date '2000-01-01',
    principal_fen, rate, amount_fen)::text, 'UTF8')) from statement_interest
  union all select enterprise_id, 'credit_limit_change', written_in, at, sha256(convert_to(json_build_array(enterprise_id, id, kind, limit_fen,
    temp_end_day - date '2000-01-01', reason, staff_id, extract(epoch from at))::text, 'UTF8')) from credit_limit_change
  union all select enterprise_id, 'finance_request', written_in, proposed_at, sha256(convert_to(json_build_array(enterprise_id, id, kind, month, amount_fen, reason,
    proposed_by, extract(epoch from proposed_at))::text, 'UTF8')) from finance_request
  union all select enterprise_id, 'acceptance_bill', written_in, submitted_at, sha256(convert_to(json_build_array(enterprise_id, id, bill_no, acceptor, amount_fen,
    maturity_day - date '2000-01-01', file_id, submitted_by, extract(epoch from submitted_at))::text, 'UTF8')) from acceptance_bill
  union all select enterprise_id, 'refund', written_in, created_at, sha256(convert_to(json_build_array(enterprise_id, id, refund_no, payment_id, order_id, seq,
    amount_fen, way, source, extract(epoch from created_at))::text, 'UTF8')) from refund
  union all select '00000000-0000-4000-8000-000000000001', 'bank_line', written_in, at, sha256(convert_to(json_build_array(id, account_no, reference, amount_fen,
    extract(epoch from at))::text, 'UTF8')) from bank_line
  union all select enterprise_id, 'bank_allocation', written_in, at, sha256(convert_to(json_build_array(enterprise_id, id, line_id, kind, amount_fen, payment_id,
    title, reason, reference, made_by, extract(epoch from at), alone)::text, 'UTF8')) from bank_allocation
  union all select enterprise_id, 'gateway_receipt', written_in, at, sha256(convert_to(json_build_array(channel, reference, enterprise_id, payment_id, amount_fen,
    value_day - date '2000-01-01', extract(epoch from at))::text, 'UTF8')) from gateway_receipt
  union all select enterprise_id, 'invoice_red_line', written_in, null, sha256(convert_to(json_build_array(enterprise_id, issue_id, invoice_id, seq, amount_fen,
    tax_fen)::text, 'UTF8')) from invoice_red_line;
grant select on ledger_seal_row to mall_app;

-- The running hash of a table of a company at the end of each day on which rows of it were sealed: over all its rows since the first.
create table ledger_seal (
  enterprise_id uuid not null constraint ledger_seal_enterprise references enterprise,
  table_name text not null,
  day date not null,
  -- Those of the day, and all until its end.
  rows bigint not null constraint ledger_seal_rows check (rows > 0),
  total bigint not null,
  hash bytea not null,
  constraint ledger_seal_pk primary key (enterprise_id, table_name, day)
);
create index ledger_seal_by_day on ledger_seal (day);
grant select, insert on ledger_seal to mall_app;
grant update (rows, total, hash) on ledger_seal to mall_app;

-- Which transactions were sealed on which day: from the first until one before the last.
create table ledger_seal_day (
  day date constraint ledger_seal_day_pk primary key,
  first bigint not null,
  until bigint not null constraint ledger_seal_day_until check (until >= first),
  rows bigint not null,
  sealed_at timestamptz not null,
  -- Over all seals of the day and the root of the one before. Null until the day is over.
  root bytea
);
grant select, insert on ledger_seal_day to mall_app;
grant update (until, rows, sealed_at, root) on ledger_seal_day to mall_app;

-- The running hash after some hashes: each is that of the one before and the next.
create function ledger_seal_fold(start bytea, hashes bytea[]) returns bytea
language plpgsql immutable strict parallel safe as $$
declare
  folded bytea := start;
  next bytea;
begin
  foreach next in array hashes loop
    folded := sha256(folded || next);
  end loop;
  return folded;
end
$$;

-- In a cluster to which the rows were copied, transactions have lower numbers than what was sealed. Their numbers go on after it. Runs as the owner, before a
-- server is open.
create function continue_transactions() returns void
language plpgsql as $$
declare
  sealed bigint := (select max(until) from ledger_seal_day);
begin
  if sealed > transactions_ended() then
    execute format('create or replace function transaction_base() returns bigint language sql stable parallel safe as %L',
      format('select %s::bigint', sealed - transactions_ended() + transaction_base()));
  end if;
end
$$;
revoke execute on function continue_transactions from public;

-- The root of the last day before a proof, in what people keep of it.
alter table proof_run add column seal_day date, add column seal_root bytea;
