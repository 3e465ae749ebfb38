-- What a database remembers of the servers that may serve it, so that one with the wrong keys does not begin. Reference tables.

-- One row, written by the first start. The check is a keyed digest under MALL_SECRET of a text that everybody knows: it tells a secret from
-- another and nothing of the secret. demo_at: the published accounts of the demo are in this database.
create table installation (
  only_row boolean constraint installation_pk primary key default true constraint installation_only check (only_row),
  secret_check bytea not null,
  demo_at timestamptz
);
grant select, insert, update on installation to mall_app;

-- Every key that values may be sealed with, from its first start until a start finds none of its values left. The check is of the same kind.
create table seal_key (
  id text constraint seal_key_pk primary key,
  key_check bytea not null,
  since timestamptz not null
);
grant select, insert, delete on seal_key to mall_app;
