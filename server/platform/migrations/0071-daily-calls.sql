-- How often the people of a company have made a call on a day (Asia/Shanghai), of calls whose rows nothing else bounds.
create table daily_call (
  enterprise_id uuid not null constraint daily_call_enterprise references enterprise,
  call text not null,
  day date not null,
  times integer not null constraint daily_call_times check (times > 0),
  constraint daily_call_pk primary key (enterprise_id, call, day)
);
create index daily_call_day on daily_call (day);
grant select, insert, update, delete on daily_call to mall_app;
