-- Keys of the platform's own programs, such as its ERP. A key acts in the name of the member of staff who created it.
create table platform_key (
  id uuid constraint platform_key_pk primary key,
  staff_id uuid not null constraint platform_key_staff references staff,
  name text not null,
  -- The first characters of the token, which lists show.
  prefix text not null,
  token_hash bytea not null constraint platform_key_token unique,
  scopes text[] not null
    constraint platform_key_scopes check (cardinality(scopes) > 0 and scopes <@ array['goods', 'prices', 'stock']),
  -- Addresses that it may come from; empty: any.
  addresses jsonb not null,
  expires_at timestamptz,
  created_at timestamptz not null,
  last_used_at timestamptz,
  last_used_ip text,
  revoked_at timestamptz,
  revoked_by uuid constraint platform_key_revoked_by references staff,
  constraint platform_key_revoked check ((revoked_at is null) = (revoked_by is null))
);
create index platform_key_by_time on platform_key (created_at desc, id desc);
grant select, insert, update on platform_key to mall_app;
