-- A person gives up jobs that failed at their last try. Returns which there were; one that is not failed any more is left alone.
create function give_up_failed_jobs(ids bigint[])
returns table (id bigint, task text, attempts int, error text)
language plpgsql security definer set search_path = pg_catalog as $$
begin
  if to_regclass('graphile_worker.jobs') is null then return; end if;
  -- A retry of them at the same time waits, or this waits for it.
  perform 1 from graphile_worker._private_jobs p where p.id = any (ids) order by p.id for update;
  return query
    with failed as materialized (
      select j.id, j.task_identifier, j.attempts::int, coalesce(j.last_error, '') as error from graphile_worker.jobs j
      where j.id = any (ids) and j.attempts >= j.max_attempts and j.locked_at is null),
    ended as materialized (select e.id from graphile_worker.complete_jobs(array(select f.id from failed f)) e)
    select f.id, f.task_identifier, f.attempts, f.error from failed f join ended e on e.id = f.id order by f.id;
end
$$;
revoke execute on function give_up_failed_jobs from public;
grant execute on function give_up_failed_jobs to mall_app;
