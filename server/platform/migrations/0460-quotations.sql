-- Quotations: a buyer asks for prices, staff offer them by versions, and orders are made at the offered prices (decision 330).

create table quotation (
  enterprise_id uuid not null constraint quotation_enterprise references enterprise,
  id uuid not null,
  quotation_no text not null,
  state text not null
    constraint quotation_state check (state in ('REQUESTED', 'QUOTED', 'ACCEPTED', 'EXPIRED', 'WITHDRAWN', 'REFUSED', 'DECLINED')),
  user_id uuid not null constraint quotation_user references app_user,
  title text not null,
  remark text not null,
  -- The address that it was asked for, and its region at that time.
  address_id uuid,
  ship_to text not null,
  wanted_day date,
  -- The first line in words, and the text in which it is searched, in lower case.
  first_goods text not null,
  words text not null,
  line_count int not null constraint quotation_lines check (line_count between 1 and 200),
  -- The current offer; 0: there is none yet.
  version int not null constraint quotation_version check (version >= 0),
  valid_until date,
  -- The version whose end was announced to the buyer.
  reminded_version int not null default 0,
  -- Why staff refused, or why the buyer declined or withdrew.
  reason text not null default '',
  messages int not null default 0,
  row_version int not null default 0,
  waits_since timestamptz not null,
  state_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint quotation_pk primary key (enterprise_id, id),
  constraint quotation_number unique (enterprise_id, quotation_no),
  constraint quotation_offered check ((version = 0) = (valid_until is null))
);
grant select, insert on quotation to mall_app;
grant update (state, version, valid_until, reminded_version, reason, messages, row_version, waits_since, state_at, updated_at) on quotation to mall_app;
create index quotation_latest on quotation (enterprise_id, created_at desc, id);
create index quotation_waiting on quotation (waits_since, id) where state = 'REQUESTED';
create index quotation_of_all on quotation (created_at desc, id);
create index quotation_to_expire on quotation (valid_until) where state = 'QUOTED';

create table quotation_line (
  enterprise_id uuid not null,
  quotation_id uuid not null,
  line_no int not null constraint quotation_line_number check (line_no between 1 and 200),
  -- null: parts that the catalog does not list, in the words of the buyer.
  sku_id uuid constraint quotation_line_sku references sku,
  name text not null,
  spec text not null,
  unit text not null,
  sku_code text not null,
  quantity int not null constraint quotation_line_quantity check (quantity > 0),
  -- The unit price that the buyer hopes for.
  wished_fen bigint constraint quotation_line_wished check (wished_fen > 0),
  note text not null,
  constraint quotation_line_pk primary key (enterprise_id, quotation_id, line_no),
  constraint quotation_line_of foreign key (enterprise_id, quotation_id) references quotation
);
grant select, insert on quotation_line to mall_app;

-- The answers of staff. A version is never changed: the next one takes its place.
create table quotation_offer (
  enterprise_id uuid not null,
  quotation_id uuid not null,
  version int not null constraint quotation_offer_version check (version > 0),
  valid_until date not null,
  note text not null,
  made_by uuid not null constraint quotation_offer_maker references staff,
  made_at timestamptz not null,
  constraint quotation_offer_pk primary key (enterprise_id, quotation_id, version),
  constraint quotation_offer_of foreign key (enterprise_id, quotation_id) references quotation
);
grant select, insert on quotation_offer to mall_app;

create table quotation_offer_line (
  enterprise_id uuid not null,
  quotation_id uuid not null,
  version int not null,
  line_no int not null,
  outcome text not null constraint quotation_offer_line_outcome check (outcome in ('OFFERED', 'NOT_OFFERED')),
  sku_id uuid constraint quotation_offer_line_sku references sku,
  name text not null,
  spec text not null,
  unit text not null,
  sku_code text not null,
  sale_fen bigint constraint quotation_offer_line_sale check (sale_fen > 0),
  credit_fen bigint constraint quotation_offer_line_credit check (credit_fen >= sale_fen),
  lead_days int constraint quotation_offer_line_lead check (lead_days between 0 and 365),
  note text not null,
  constraint quotation_offer_line_pk primary key (enterprise_id, quotation_id, version, line_no),
  constraint quotation_offer_line_of foreign key (enterprise_id, quotation_id, version) references quotation_offer,
  constraint quotation_offer_line_asked foreign key (enterprise_id, quotation_id, line_no) references quotation_line,
  constraint quotation_offer_line_priced check ((outcome = 'OFFERED') = (sku_id is not null and sale_fen is not null))
);
grant select, insert on quotation_offer_line to mall_app;
-- A SKU answers one line of a version, so that the price of a SKU in an order is that of its line.
create unique index quotation_offer_line_once on quotation_offer_line (enterprise_id, quotation_id, version, sku_id) where sku_id is not null;

create table quotation_message (
  enterprise_id uuid not null,
  quotation_id uuid not null,
  message_no int not null constraint quotation_message_number check (message_no > 0),
  sender text not null constraint quotation_message_sender check (sender in ('buyer', 'staff')),
  sender_id uuid not null,
  text text not null,
  at timestamptz not null,
  constraint quotation_message_pk primary key (enterprise_id, quotation_id, message_no),
  constraint quotation_message_of foreign key (enterprise_id, quotation_id) references quotation
);
grant select, insert on quotation_message to mall_app;

-- Which order has bought which line. A line is free while all its orders are cancelled, which their own rows say.
create table quotation_order (
  enterprise_id uuid not null,
  quotation_id uuid not null,
  line_no int not null,
  order_id uuid not null,
  version int not null,
  constraint quotation_order_pk primary key (enterprise_id, quotation_id, line_no, order_id),
  constraint quotation_order_line foreign key (enterprise_id, quotation_id, version, line_no) references quotation_offer_line,
  constraint quotation_order_order foreign key (enterprise_id, order_id) references "order" (enterprise_id, id)
);
grant select, insert on quotation_order to mall_app;
create index quotation_order_by_order on quotation_order (enterprise_id, order_id);

-- The quotation at whose prices the orders of a trade were made.
alter table trade
  add column quotation_id uuid,
  add column quotation_no text,
  add constraint trade_quotation foreign key (enterprise_id, quotation_id) references quotation,
  add constraint trade_quotation_whole check ((quotation_id is null) = (quotation_no is null));
