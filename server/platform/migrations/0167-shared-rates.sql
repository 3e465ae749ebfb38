-- Requests a minute, counted across the processes of a mall. Both tables are unlogged: a crash of the database empties them, which costs
-- nobody anything but a minute's count, and a write costs no WAL.

-- What one busy caller has taken in a minute beyond the shares that the processes admit by themselves.
create unlogged table rate_pool (
  -- A digest of the limit and the caller.
  subject bytea not null,
  minute timestamptz not null,
  -- May exceed what was there to take: whoever took last got the rest.
  taken int not null constraint rate_pool_taken check (taken >= 0),
  constraint rate_pool_pk primary key (subject, minute)
);
grant select, insert, update, delete on rate_pool to mall_app;

-- The processes that serve people. Each says every second that it lives.
create unlogged table live_server (
  id uuid constraint live_server_pk primary key,
  seen_at timestamptz not null
);
grant select, insert, update, delete on live_server to mall_app;
