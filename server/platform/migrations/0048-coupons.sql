-- What a coupon is: 满减, so much off from a threshold on. Its terms do not change once somebody has one, so coupons carry none of their own.
create table coupon_template (
  id uuid not null,
  shop_id uuid not null constraint coupon_template_shop references shop,
  name text not null,
  description text not null,
  amount_fen bigint not null constraint coupon_template_amount check (amount_fen > 0),
  threshold_fen bigint not null constraint coupon_template_threshold check (threshold_fen >= 0),
  -- All goods of the shop: a shop coupon. Some categories, some goods: a product coupon.
  scope text not null constraint coupon_template_scope check (scope in ('all', 'categories', 'goods')),
  -- Ids of categories, or of goods, as a list.
  scope_ids jsonb not null,
  -- From day to day, or so many days from the day that it is claimed on.
  from_day date,
  until_day date,
  days int constraint coupon_template_days check (days between 1 and 3650),
  -- Who gives it out: the claim centre to whoever asks, a code to who has it, the mall by itself.
  way text not null constraint coupon_template_way check (way in ('claim', 'code', 'grant')),
  per_enterprise int not null constraint coupon_template_per_enterprise check (per_enterprise > 0),
  -- This member level and all above it.
  level int not null constraint coupon_template_level check (level between 1 and 4),
  stopped_at timestamptz,
  created_by uuid,
  created_at timestamptz not null,
  constraint coupon_template_pk primary key (id),
  constraint coupon_template_validity check (
    (days is null and from_day is not null and until_day >= from_day) or (days is not null and from_day is null and until_day is null)),
  constraint coupon_template_named check ((scope = 'all') = (scope_ids = '[]'))
);
create index coupon_template_by_time on coupon_template (created_at desc, id);
create index coupon_template_open on coupon_template (way, created_at desc) where stopped_at is null;
grant select, insert, update on coupon_template to mall_app;

-- How many there are and how many are gone, kept like stock: a row of its own, because every claim writes it.
create table coupon_quota (
  template_id uuid not null constraint coupon_quota_template references coupon_template,
  total int not null constraint coupon_quota_total check (total > 0),
  claimed int not null,
  constraint coupon_quota_pk primary key (template_id),
  constraint coupon_quota_left check (claimed between 0 and total)
);
grant select, insert, update on coupon_quota to mall_app;

create table coupon (
  enterprise_id uuid not null constraint coupon_enterprise references enterprise,
  id uuid not null,
  template_id uuid not null constraint coupon_of_template references coupon_template,
  -- Its company's first, second, … of the template.
  nth int not null constraint coupon_nth check (nth > 0),
  -- Expired is what is unused after its last day: nobody has to write that down at midnight.
  state text not null constraint coupon_state check (state in ('unused', 'locked', 'used')),
  from_day date not null,
  until_day date not null,
  order_id uuid,
  order_no text,
  claimed_by uuid,
  claimed_at timestamptz not null,
  -- What the mall gave it for by itself, once: a level and a month.
  granted_for text,
  used_at timestamptz,
  reminded_at timestamptz,
  constraint coupon_pk primary key (enterprise_id, id),
  constraint coupon_once unique (enterprise_id, template_id, nth),
  constraint coupon_order foreign key (enterprise_id, order_id) references "order" (enterprise_id, id),
  constraint coupon_bound check ((state = 'unused') = (order_id is null) and (order_id is null) = (order_no is null) and (state = 'used') = (used_at is not null))
);
create unique index coupon_grant_once on coupon (enterprise_id, granted_for) where granted_for is not null;
create unique index coupon_of_order on coupon (enterprise_id, order_id) where order_id is not null;
create index coupon_by_state on coupon (enterprise_id, state, until_day);
create index coupon_of_template_by_time on coupon (template_id, claimed_at desc);
create index coupon_to_remind on coupon (until_day) where state = 'unused' and reminded_at is null;
grant select, insert, update on coupon to mall_app;

-- Codes that can be redeemed once each.
create table coupon_code (
  code text not null constraint coupon_code_text check (code ~ '^[2-9A-HJ-NP-Z]{12}$'),
  template_id uuid not null constraint coupon_code_template references coupon_template,
  made_at timestamptz not null,
  redeemed_by uuid constraint coupon_code_enterprise references enterprise,
  coupon_id uuid,
  constraint coupon_code_pk primary key (code),
  constraint coupon_code_used foreign key (redeemed_by, coupon_id) references coupon (enterprise_id, id),
  constraint coupon_code_whole check ((redeemed_by is null) = (coupon_id is null))
);
create index coupon_code_of_template on coupon_code (template_id, code);
grant select, insert, update on coupon_code to mall_app;

-- Codes that a company typed within an hour.
create table coupon_code_try (
  enterprise_id uuid not null constraint coupon_code_try_enterprise references enterprise,
  since timestamptz not null,
  tries int not null,
  constraint coupon_code_try_pk primary key (enterprise_id)
);
grant select, insert, update on coupon_code_try to mall_app;

-- The coupon that an order was submitted with, kept when it goes back; null: none, or given up with another method.
alter table "order" add column coupon_id uuid;
alter table "order" add constraint order_coupon foreign key (enterprise_id, coupon_id) references coupon (enterprise_id, id);
alter table "order" add constraint order_discount_by_coupon check (discount_fen = 0 or coupon_id is not null);
