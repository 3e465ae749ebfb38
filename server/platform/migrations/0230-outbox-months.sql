-- Drops whole months of the outbox that ended before a time. A month with an event that was not passed on stays. The lock that this needs keeps every writer of
-- events waiting, so it gives up at once if somebody holds the table, and the next run of the job tries again. It is taken before the month is looked at: nobody
-- writes into it in between. Returns how many months are gone.
create function drop_outbox_months(before timestamptz) returns int
language plpgsql security definer set search_path = public set lock_timeout = '200ms' as $$
declare
  month name;
  waiting boolean;
  dropped int := 0;
begin
  delete from outbox_default where at < before and published_at is not null;
  for month in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'outbox'::regclass and c.relname ~ '^outbox_[0-9]{6}$'
      and (to_date(right(c.relname, 6), 'YYYYMM') + interval '1 month')::timestamp at time zone 'Asia/Shanghai' <= before
    order by c.relname
  loop
    lock table only outbox in access exclusive mode;
    execute format('select exists (select from %I where published_at is null)', month) into waiting;
    continue when waiting;
    execute format('drop table %I', month);
    dropped := dropped + 1;
  end loop;
  return dropped;
exception when lock_not_available then
  return 0;
end
$$;
revoke execute on function drop_outbox_months from public;
grant execute on function drop_outbox_months to mall_app;
