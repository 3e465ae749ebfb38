-- 电子签署 (decision 560): a version of a document that a company and the platform sign at a provider. The id is our reference at the provider.
create table signing (
  enterprise_id uuid not null constraint signing_enterprise references enterprise,
  id uuid not null,
  kind text not null constraint signing_kind check (kind in ('PURCHASE', 'CREDIT', 'CONFIRMATION')),
  -- The number of the order, the id of the acceptance, or the last day of the letter; and how people name the document.
  subject text not null,
  document_no text not null,
  -- What the signers read above it, by which its task is found at the provider.
  title text not null,
  version int not null constraint signing_version check (version >= 1),
  -- The hash that is printed on the document. Another content is another version.
  content_hash bytea not null constraint signing_hash check (length(content_hash) = 32),
  state text not null constraint signing_state
    check (state in ('DRAFT', 'WAIT_BUYER', 'WAIT_SELLER', 'SIGNED', 'REFUSED', 'EXPIRED', 'CANCELLED', 'VOID')),
  -- The provider's number; '' until it has answered.
  task_id text not null default '',
  reason text not null default '',
  user_id uuid constraint signing_user references app_user,
  staff_id uuid constraint signing_staff references staff,
  created_at timestamptz not null,
  state_at timestamptz not null,
  expires_at timestamptz not null,
  buyer_signed_at timestamptz,
  seller_signed_at timestamptz,
  -- When the provider is asked next; null: it is not asked any more.
  next_query_at timestamptz,
  -- How many questions in a row the provider has not answered.
  tries int not null default 0,
  -- Until when a call to the provider may still be under way: nobody else calls before.
  claimed_until timestamptz,
  -- The parties and the terms that a contract names, from its signing to its issue.
  parties_sealed bytea,
  terms_version text,
  -- The signed file: its name in the store, its SHA-256, that of its bytes in the store, and its own key, which is sealed.
  file_id uuid,
  file_hash bytea,
  stored_hash bytea,
  sealed_key bytea,
  constraint signing_pk primary key (enterprise_id, id),
  constraint signing_starter check (num_nonnulls(user_id, staff_id) = 1),
  constraint signing_contract check (num_nonnulls(parties_sealed, terms_version) = case kind when 'PURCHASE' then 2 else 0 end),
  constraint signing_file check (num_nulls(file_id, file_hash, stored_hash, sealed_key) in (0, 4)),
  constraint signing_signed check (state <> 'SIGNED' or (file_hash is not null and buyer_signed_at is not null and seller_signed_at is not null))
);
grant select, insert, update on signing to mall_app;
-- A version of a document is signed once.
create unique index signing_of_version on signing (enterprise_id, kind, subject, content_hash)
  where state not in ('REFUSED', 'EXPIRED', 'CANCELLED', 'VOID');
create index signing_of_document on signing (enterprise_id, kind, subject, created_at desc);
-- A database that is distributed by company has no key without it, so these two are only found by their index.
create index signing_task on signing (task_id) where task_id <> '';
-- A notice names our reference alone.
create index signing_reference on signing (id);
create index signing_due on signing (next_query_at) where next_query_at is not null;
create index signing_latest on signing (created_at desc, id desc);
