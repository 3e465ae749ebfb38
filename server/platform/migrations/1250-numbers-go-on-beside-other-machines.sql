-- As before, but by the number of this machine alone. On several machines `transactions_ended()` says that nothing new has ended while one of them does not
-- answer, which is the number that was sealed: the numbers would not go on after it.
create or replace function continue_transactions() returns void
language plpgsql as $$
declare
  sealed bigint := (select max(until) from ledger_seal_day);
  ended bigint := pg_snapshot_xmin(pg_current_snapshot())::text::bigint + transaction_base();
begin
  if sealed > ended then
    execute format('create or replace function transaction_base() returns bigint language sql stable parallel safe as %L',
      format('select %s::bigint', sealed - ended + transaction_base()));
  end if;
end
$$;
