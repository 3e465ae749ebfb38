-- People of the platform. They are nobody's tenant.
create table staff (
  id uuid constraint staff_pk primary key,
  email text not null constraint staff_email unique,
  name text not null,
  roles text not null,
  password_hash text not null,
  status smallint not null constraint staff_status check (status in (0, 1)),
  created_at timestamptz not null
);
grant select, insert, update on staff to mall_app;

create table staff_session (
  token_hash bytea constraint staff_session_pk primary key,
  staff_id uuid not null constraint staff_session_staff references staff,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  ip text,
  user_agent text,
  ended_at timestamptz
);
create index staff_session_live on staff_session (staff_id) where ended_at is null;
grant select, insert, update on staff_session to mall_app;
