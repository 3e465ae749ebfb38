-- The last runs of each scheduled task, the newest first: begun at, milliseconds, and the error or null.
alter table job_run add column recent jsonb not null default '[]';
