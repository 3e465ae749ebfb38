-- What the console shows of the background jobs. The job queue belongs to mall_owner, so the application reads it through two functions.

-- The last run of each scheduled task, and its last failure. One row a task, written after each run.
create table job_run (
  task text not null,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  failed boolean not null,
  runs bigint not null constraint job_run_runs check (runs > 0),
  failures bigint not null constraint job_run_failures check (failures between 0 and runs),
  failed_at timestamptz,
  error text,
  constraint job_run_pk primary key (task),
  constraint job_run_failure check ((failed_at is null) = (error is null))
);
grant select, insert, update on job_run to mall_app;

-- The jobs that failed at their last try, the oldest first. Empty if no server has run jobs yet.
create function failed_jobs(at_most int)
returns table (id bigint, task text, created_at timestamptz, failed_at timestamptz, attempts int, error text)
language plpgsql stable security definer set search_path = pg_catalog as $$
begin
  if to_regclass('graphile_worker.jobs') is null then return; end if;
  return query
    select j.id, j.task_identifier, j.created_at, j.updated_at, j.attempts::int, coalesce(j.last_error, '')
    from graphile_worker.jobs j where j.attempts >= j.max_attempts and j.locked_at is null
    order by j.created_at, j.id limit at_most;
end
$$;
revoke execute on function failed_jobs from public;
grant execute on function failed_jobs to mall_app;

-- Gives failed jobs all their tries again; null: all of them. Returns how many there were; one that is not failed any more is not counted.
create function retry_failed_jobs(ids bigint[]) returns int
language plpgsql security definer set search_path = pg_catalog as $$
declare
  retried int;
begin
  if to_regclass('graphile_worker.jobs') is null then return 0; end if;
  select count(*) into retried from graphile_worker.reschedule_jobs(
    array(select j.id from graphile_worker.jobs j where (ids is null or j.id = any (ids)) and j.attempts >= j.max_attempts and j.locked_at is null),
    run_at => now(), attempts => 0);
  return retried;
end
$$;
revoke execute on function retry_failed_jobs from public;
grant execute on function retry_failed_jobs to mall_app;
