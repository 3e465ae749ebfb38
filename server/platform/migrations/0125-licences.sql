-- Restricted goods: kinds of licences, who holds one, and what demands them.

create table licence_kind (
  id uuid constraint licence_kind_pk primary key,
  name text not null constraint licence_kind_name unique,
  -- Who must hold one to sell or to buy.
  of_shop boolean not null,
  of_buyer boolean not null,
  note text not null default '',
  created_at timestamptz not null,
  constraint licence_kind_holder check (of_shop or of_buyer)
);
grant select, insert, update, delete on licence_kind to mall_app;

-- Without a key to the kinds, because they are lists: whoever names a kind locks it, and whoever deletes one looks here.
alter table category add column licence_kind_ids uuid[] not null default '{}';
alter table goods add column licence_kind_ids uuid[] not null default '{}';
create index goods_demanding_licences on goods (id) where licence_kind_ids <> '{}';

-- What a company has handed in. Rows are never overwritten; only their review is filled in.
create table enterprise_licence (
  enterprise_id uuid not null constraint enterprise_licence_enterprise references enterprise,
  id uuid not null,
  kind_id uuid not null constraint enterprise_licence_kind references licence_kind,
  state text not null constraint enterprise_licence_state
    check (state in ('pending', 'approved', 'rejected', 'withdrawn', 'expired', 'replaced')),
  user_id uuid not null,
  -- The number, sealed; and the same masked, for showing.
  sealed bytea not null,
  number_masked text not null,
  -- The last day on which it holds.
  valid_until date not null,
  file_id uuid not null,
  submitted_at timestamptz not null,
  expected_day date not null,
  claimed_by uuid,
  claimed_until timestamptz,
  reviewed_by uuid,
  reviewed_at timestamptz,
  reasons jsonb,
  opinion text,
  reminded_at timestamptz,
  -- A month after a rejection its picture goes.
  papers_let_go_at timestamptz,
  constraint enterprise_licence_pk primary key (enterprise_id, id)
);
create unique index enterprise_licence_pending on enterprise_licence (enterprise_id, kind_id) where state = 'pending';
create unique index enterprise_licence_approved on enterprise_licence (enterprise_id, kind_id) where state = 'approved';
create index enterprise_licence_by_time on enterprise_licence (enterprise_id, submitted_at desc, id desc);
create index enterprise_licence_by_kind on enterprise_licence (enterprise_id, kind_id, submitted_at desc);
create index enterprise_licence_of_kind on enterprise_licence (kind_id, submitted_at, id);
create index enterprise_licence_queue on enterprise_licence (state, submitted_at, id);
create index enterprise_licence_all on enterprise_licence (submitted_at, id);
create index enterprise_licence_ending on enterprise_licence (valid_until) where state = 'approved';
create index enterprise_licence_let_go on enterprise_licence (reviewed_at)
  where state in ('rejected', 'withdrawn') and papers_let_go_at is null;
grant select, insert, update on enterprise_licence to mall_app;

-- What staff have entered for a shop, with its picture in the file store, encrypted with a key of its own.
create table shop_licence (
  id uuid constraint shop_licence_pk primary key,
  shop_id uuid not null constraint shop_licence_shop references shop,
  kind_id uuid not null constraint shop_licence_kind references licence_kind,
  sealed bytea not null,
  number_masked text not null,
  valid_until date not null,
  media_type text not null,
  -- SHA-256 of the bytes in the store.
  stored_hash bytea not null,
  sealed_key bytea not null,
  staff_id uuid not null constraint shop_licence_staff references staff,
  entered_at timestamptz not null,
  -- null: the bytes are not in the store yet, and it counts for nothing.
  stored_at timestamptz,
  -- A newer one took its place, or staff have removed it; null: it stands.
  ended_at timestamptz
);
create unique index shop_licence_current on shop_licence (shop_id, kind_id) where stored_at is not null and ended_at is null;
create index shop_licence_ending on shop_licence (valid_until, id) where stored_at is not null and ended_at is null;
create index shop_licence_by_kind on shop_licence (kind_id);
create index shop_licence_unstored on shop_licence (entered_at) where stored_at is null;
grant select, insert, update, delete on shop_licence to mall_app;

alter table file drop constraint file_purpose;
alter table file add constraint file_purpose check (purpose in
  ('avatar', 'idPhoto', 'licence', 'tradeLicence', 'cashFlow', 'voucher', 'acceptance', 'afterSale', 'comment', 'signedReceipt', 'patrol'));
