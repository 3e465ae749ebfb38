-- Which pools of job workers live. Each counts up every few seconds; one whose count stands still while others look is dead, and its jobs
-- are given to others. Counts, not times: no clock has to agree with another. One that was taken for dead and comes back begins with
-- another number than it had. Only the owner, who runs the job queue, comes here.
create table job_worker (
  id text constraint job_worker_pk primary key,
  beats bigint not null default (random() * 1e9)::bigint,
  started_at timestamptz not null default now()
);
