-- 撤销到账 (decision 840): what a part of a line of the bank has done is taken back on its day. The use of the line stays as a row and says so.
alter table bank_allocation add column undone_at timestamptz, add column undone_by uuid, add column undo_reason text;
alter table bank_allocation add constraint bank_allocation_undone
  check ((undone_at is null) = (undone_by is null) and (undone_at is null) = (undo_reason is null));
grant update (undone_at, undone_by, undo_reason) on bank_allocation to mall_app;
-- What was confirmed today, the newest first.
create index bank_allocation_by_time on bank_allocation (at desc, id);

-- A payment that was taken back keeps its day and number; its remark code goes on to the payment that waits instead.
alter table payment drop constraint payment_state, drop constraint payment_settled;
alter table payment add constraint payment_state check (state in ('CREATED', 'PENDING', 'UNKNOWN', 'SETTLED', 'CLOSED', 'UNDONE')),
  add constraint payment_settled check ((state in ('SETTLED', 'UNDONE')) = (paid_at is not null));
grant update (remark_code) on payment to mall_app;
grant update (payment_id) on transfer_code to mall_app;
-- An order that waits for payment again is paid by nothing.
grant delete on payment_allocation to mall_app;

alter table repayment add column undone_at timestamptz;
grant update (undone_at) on repayment to mall_app;
alter table statement_entry drop constraint statement_entry_kind, drop constraint statement_entry_sign;
alter table statement_entry
  add constraint statement_entry_kind check (kind in ('refund', 'repay', 'offset', 'adjust', 'writeOff', 'bounce', 'undo', 'redate', 'cover')),
  add constraint statement_entry_sign check (case when kind in ('bounce', 'undo') then amount_fen < 0
    when kind in ('redate', 'cover') then amount_fen <> 0 and wallet_fen = 0 else amount_fen >= 0 and amount_fen + wallet_fen > 0 end);
