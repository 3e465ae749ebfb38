-- How often something was tried within a window, by whom or from where: log-ins, registrations, texts. Counted in a transaction of its own
-- before the costly part of a call; shared by all servers, and no restart forgets it. Takes the place of login_counter, whose locks
-- live on in it: a lock is a window that is full. That table stays until no server of the version before runs any more.
create table rate_counter (
  -- Which limit, as its name stands in the program.
  name text not null,
  -- An account's HMAC, an address or a device; empty: the whole mall.
  subject bytea not null,
  -- A device whose tries are counted apart from everybody else's; empty: everybody else.
  source text not null,
  used int not null constraint rate_counter_used check (used >= 0),
  -- Until when this window counts.
  ends_at timestamptz not null,
  constraint rate_counter_pk primary key (name, subject, source)
);
create index rate_counter_ended on rate_counter (ends_at);
grant select, insert, update, delete on rate_counter to mall_app;

insert into rate_counter (name, subject, source, used, ends_at)
  select 'login account', subject, '', failures, greatest(window_from + interval '15 minutes', locked_until)
  from login_counter where failures > 0;
