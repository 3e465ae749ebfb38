-- What every module stands on: settings, the audit log, the outbox, idempotency keys.
--
-- Two roles: mall_owner runs this file and owns what it makes; mall_app, the server, gets table by table what it needs and no more,
-- so that append-only is a matter of grants. No key, constraint or statement here needs another machine's rows: tenant tables
-- lead every key with enterprise_id, reference tables never point at tenants.

create function uuid_v7(at timestamptz default clock_timestamp()) returns uuid
language sql volatile as $$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid()) placing substring(int8send((extract(epoch from at) * 1000)::bigint) from 3) from 1 for 6),
      52, 1), 53, 1),
    'hex')::uuid
$$;
comment on function uuid_v7 is 'For ids made in SQL by set-based closes; all others are made by the application.';

-- Platform-wide values that staff may change: site contacts, limits, rates. A reference table.
create table setting (
  name text constraint setting_pk primary key,
  value jsonb not null,
  updated_at timestamptz not null
);
grant select, insert, update on setting to mall_app;

-- Who did what. Insert only; a sealer writes the chain of hashes later, so no order waits for it.
create table audit_log (
  at timestamptz not null,
  id uuid not null,
  request_id text not null,
  actor_kind text not null constraint audit_log_actor_kind check (actor_kind in ('guest', 'member', 'staff', 'system')),
  actor_id uuid,
  enterprise_id uuid,
  ip text,
  action text not null,
  object_kind text,
  object_id text,
  outcome text not null constraint audit_log_outcome check (outcome in ('ok', 'refused')),
  reason text,
  facts jsonb,
  constraint audit_log_pk primary key (at, id)
) partition by range (at);
create index audit_log_enterprise on audit_log (enterprise_id, at desc);
create index audit_log_object on audit_log (object_kind, object_id, at desc);
grant select, insert on audit_log to mall_app;

-- What the world is to be told once the transaction that wrote it is committed. The relay hands rows to the job queue.
create table outbox (
  at timestamptz not null,
  id uuid not null,
  topic text not null,
  enterprise_id uuid,
  payload jsonb not null,
  published_at timestamptz,
  constraint outbox_pk primary key (at, id)
) partition by range (at);
create index outbox_waiting on outbox (at, id) where published_at is null;
grant select, insert, update on outbox to mall_app;

-- The same key and body give the same answer. Written in the transaction that it guards; refusals roll it back.
create table idempotency_key (
  enterprise_id uuid not null,
  user_id uuid not null,
  call text not null,
  key text not null,
  request_hash bytea not null,
  answer text,
  at timestamptz not null,
  constraint idempotency_key_pk primary key (enterprise_id, user_id, call, key)
);
create index idempotency_key_at on idempotency_key (at);
grant select, insert, update, delete on idempotency_key to mall_app;

-- Monthly partitions of what only grows. Rows outside every month go to the default partition, so nothing is ever refused.
create function ensure_partitions(around timestamptz, months int default 3) returns void
language plpgsql security definer set search_path = public as $$
declare
  parent text;
  first date := date_trunc('month', around at time zone 'Asia/Shanghai')::date;
  month date;
  name text;
begin
  foreach parent in array array['audit_log', 'outbox', 'order_event'] loop
    if to_regclass(parent) is null then continue; end if;
    for step in 0..months loop
      month := (first + make_interval(months => step))::date;
      name := parent || to_char(month, '_YYYYMM');
      if to_regclass(name) is not null then continue; end if;
      begin
        execute format('create table %I partition of %I for values from (%L) to (%L)', name, parent,
          month::timestamp at time zone 'Asia/Shanghai', (month + interval '1 month')::timestamp at time zone 'Asia/Shanghai');
      exception when check_violation then
        null; -- the default partition already holds rows of that month; they stay where they are
      end;
    end loop;
  end loop;
end
$$;
revoke execute on function ensure_partitions from public;
grant execute on function ensure_partitions to mall_app;
create table audit_log_default partition of audit_log default;
create table outbox_default partition of outbox default;
