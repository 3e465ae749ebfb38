-- MALL_SECRET can be exchanged. While it is, the servers with the old secret and those with the next one are both right.
alter table installation add column next_check bytea;

-- The keys of a former secret that are still needed, sealed with the newest of SEAL_KEYS: those of digests that only the right entry of a
-- person changes, and those of the permutations, which never change. Reference table. id: of the secret, precedes the digests made with it.
create table former_secret (
  id text constraint former_secret_pk primary key,
  keys_sealed bytea not null,
  since timestamptz not null
);
grant select on former_secret to mall_app;
