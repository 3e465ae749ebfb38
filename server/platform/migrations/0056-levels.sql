-- What companies paid, a row a company and day, less what was paid back of it since: read off the ledger once a day is over.
create table paid_day (
  enterprise_id uuid not null constraint paid_day_enterprise references enterprise,
  day date not null,
  paid_fen bigint not null,
  constraint paid_day_pk primary key (enterprise_id, day)
);
grant select, insert, update on paid_day to mall_app;

-- The days that have been read off, and when the levels of all companies stood as of their end; null: not of all yet.
create table summed_day (
  day date not null,
  summed_at timestamptz not null,
  judged_at timestamptz,
  constraint summed_day_pk primary key (day)
);
grant select, insert, update on summed_day to mall_app;

-- Where a company stands as of the end of a day. `earned`: by what it paid alone; its level is that, or one that it still keeps.
create table member_standing (
  enterprise_id uuid not null constraint member_standing_enterprise references enterprise,
  as_of date not null,
  paid_fen bigint not null,
  earned smallint not null constraint member_standing_earned check (earned between 1 and 4),
  level smallint not null constraint member_standing_level check (level between earned and 4),
  -- When what it paid last rose to a level.
  silver_on date,
  gold_on date,
  platinum_on date,
  constraint member_standing_pk primary key (enterprise_id)
);
grant select, insert, update on member_standing to mall_app;

-- A level that somebody was given before there was a rule is kept for a year, as one that was reached.
insert into member_standing (enterprise_id, as_of, paid_fen, earned, level, silver_on, gold_on, platinum_on)
select id, (now() at time zone 'Asia/Shanghai')::date - 1, 0, 1, member_level, today, case when member_level >= 3 then today end, case when member_level = 4 then today end
from enterprise, (select (now() at time zone 'Asia/Shanghai')::date - 1 as today) d
where member_level > 1;

create table level_change (
  enterprise_id uuid not null constraint level_change_enterprise references enterprise,
  day date not null,
  from_level smallint not null constraint level_change_from check (from_level between 1 and 4),
  to_level smallint not null constraint level_change_to check (to_level between 1 and 4 and to_level <> from_level),
  paid_fen bigint not null,
  at timestamptz not null,
  constraint level_change_pk primary key (enterprise_id, day)
);
grant select, insert on level_change to mall_app;

-- What a level brings. What is null it lacks.
create table level_benefit (
  level smallint not null constraint level_benefit_level check (level between 1 and 4),
  -- A temporary limit: its share of the base limit, and for how many days.
  temp_percent smallint constraint level_benefit_percent check (temp_percent between 1 and 100),
  temp_days smallint constraint level_benefit_days check (temp_days between 1 and 90),
  -- Coupon templates, one coupon each a month, as a list of ids.
  coupons jsonb not null,
  gift_template_id uuid constraint level_benefit_coupon references coupon_template,
  gift_sku_id uuid constraint level_benefit_sku references sku,
  gift_units int constraint level_benefit_units check (gift_units between 1 and 9999),
  changed_at timestamptz not null,
  constraint level_benefit_pk primary key (level),
  constraint level_benefit_temp check ((temp_percent is null) = (temp_days is null)),
  constraint level_benefit_gift check (gift_template_id is null or gift_sku_id is null),
  constraint level_benefit_goods check ((gift_sku_id is null) = (gift_units is null))
);
grant select, insert, update on level_benefit to mall_app;

-- What a company claimed of its level: each benefit once a period, a quarter, a month, or a level and year.
create table benefit_claim (
  enterprise_id uuid not null constraint benefit_claim_enterprise references enterprise,
  id uuid not null,
  benefit text not null constraint benefit_claim_benefit check (benefit in ('temp', 'coupons', 'gift')),
  period text not null,
  level smallint not null constraint benefit_claim_level check (level between 1 and 4),
  user_id uuid not null,
  -- What it was, in words.
  text text not null,
  at timestamptz not null,
  constraint benefit_claim_pk primary key (enterprise_id, id),
  constraint benefit_claim_once unique (enterprise_id, benefit, period)
);
create index benefit_claim_by_time on benefit_claim (enterprise_id, at desc, id);
grant select, insert on benefit_claim to mall_app;

-- Goods that a company claimed as a gift: they wait for its next order of their shop, and go with it at no price.
create table level_gift (
  enterprise_id uuid not null,
  id uuid not null,
  sku_id uuid not null constraint level_gift_sku references sku,
  units int not null constraint level_gift_units check (units > 0),
  state text not null constraint level_gift_state check (state in ('WAITING', 'ORDERED')),
  order_id uuid,
  constraint level_gift_pk primary key (enterprise_id, id),
  constraint level_gift_claim foreign key (enterprise_id, id) references benefit_claim (enterprise_id, id),
  constraint level_gift_order foreign key (enterprise_id, order_id) references "order" (enterprise_id, id),
  constraint level_gift_bound check ((state = 'WAITING') = (order_id is null))
);
create index level_gift_waiting on level_gift (enterprise_id) where state = 'WAITING';
create index level_gift_of_order on level_gift (enterprise_id, order_id) where order_id is not null;
grant select, insert, update on level_gift to mall_app;

-- 赠品: the line of an order that is a gift.
alter table order_line add column gift_id uuid;
alter table order_line add constraint order_line_gift foreign key (enterprise_id, gift_id) references level_gift (enterprise_id, id);
alter table order_line add constraint order_line_gift_free check (gift_id is null or (sale_price_fen = 0 and credit_price_fen = 0 and unit_price_fen = 0));
