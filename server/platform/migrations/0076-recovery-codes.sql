-- What lets somebody of the platform in once in the place of his telephone's code. Known by keyed digests alone.
create table staff_recovery_code (
  staff_id uuid not null constraint staff_recovery_code_of references staff,
  code_hmac bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  constraint staff_recovery_code_pk primary key (staff_id, code_hmac)
);
grant select, insert, update, delete on staff_recovery_code to mall_app;
