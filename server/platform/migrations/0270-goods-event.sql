-- What was changed of published goods without a new version: the shelf, the prices, the tax class. Rows stand in the history between the versions.
create table goods_event (
  goods_id uuid not null constraint goods_event_goods references goods,
  -- The version that was published then; 0: versions were not kept yet.
  version integer not null constraint goods_event_version check (version >= 0),
  id bigint generated always as identity,
  staff_id uuid constraint goods_event_staff references staff,
  at timestamptz not null,
  note text not null,
  differences jsonb not null,
  constraint goods_event_pk primary key (goods_id, version, id)
);
grant select, insert on goods_event to mall_app;
