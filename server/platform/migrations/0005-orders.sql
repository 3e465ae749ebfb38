-- Trades, orders, payments, parcels.

-- Feeds the keyed permutation that order numbers come from; the numbers themselves reveal no volume.
create sequence order_sequence;
grant usage on sequence order_sequence to mall_app;

-- What one submit made: one order a shop, paid together.
create table trade (
  enterprise_id uuid not null constraint trade_enterprise references enterprise,
  id uuid not null,
  user_id uuid not null,
  method text not null constraint trade_method check (method in ('credit', 'wallet', 'online', 'transfer')),
  created_at timestamptz not null,
  constraint trade_pk primary key (enterprise_id, id)
);
grant select, insert, update on trade to mall_app;

create table "order" (
  enterprise_id uuid not null constraint order_enterprise references enterprise,
  id uuid not null,
  order_no text not null,
  trade_id uuid not null,
  user_id uuid not null,
  shop_id uuid not null constraint order_shop references shop,
  state text not null constraint order_state check (state in
    ('WAIT_APPROVAL', 'WAIT_PAY', 'WAIT_SEND', 'PART_SENT', 'SENT', 'WAIT_COMMENT', 'DONE', 'CANCELLED')),
  price_type text not null constraint order_price_type check (price_type in ('sale', 'credit')),
  goods_fen bigint not null constraint order_goods check (goods_fen >= 0),
  freight_fen bigint not null constraint order_freight check (freight_fen >= 0),
  discount_fen bigint not null constraint order_discount check (discount_fen >= 0),
  payable_fen bigint not null constraint order_payable check (payable_fen = goods_fen + freight_fen - discount_fen and payable_fen >= 0),
  remark text not null,
  receiver_name text not null,
  receiver_mobile text not null,
  receiver_region text not null,
  receiver_detail text not null,
  first_goods text not null,
  goods_count int not null,
  cancel_asked_at timestamptz,
  cancel_reason text,
  state_at timestamptz not null,
  -- How many events it has; each event keeps its number.
  event_count int not null,
  last_parcel_at timestamptz,
  created_at timestamptz not null,
  constraint order_pk primary key (enterprise_id, id),
  constraint order_number unique (enterprise_id, order_no),
  constraint order_trade foreign key (enterprise_id, trade_id) references trade
);
create index order_by_time on "order" (enterprise_id, created_at desc, id);
create index order_by_state on "order" (enterprise_id, state, created_at desc);
create index order_by_trade on "order" (enterprise_id, trade_id);
create index order_console on "order" (created_at desc, id);
create index order_console_state on "order" (state, created_at desc, id);
create index order_deadlines on "order" (state, state_at) where state in ('WAIT_APPROVAL', 'WAIT_PAY', 'SENT', 'WAIT_COMMENT');
grant select, insert, update on "order" to mall_app;

-- A line keeps what was promised: both prices, and its shares of discount and freight. unit price = the one of the order's price type.
create table order_line (
  enterprise_id uuid not null,
  order_id uuid not null,
  line_no smallint not null,
  sku_id uuid not null constraint order_line_sku references sku,
  goods_id uuid not null,
  goods_name text not null,
  goods_slug text not null,
  unit text not null,
  sku_code text not null,
  sku_props json not null,
  quantity int not null constraint order_line_quantity check (quantity between 1 and 999999),
  sale_price_fen bigint not null constraint order_line_sale_price check (sale_price_fen >= 0),
  credit_price_fen bigint constraint order_line_credit_price check (credit_price_fen >= 0),
  unit_price_fen bigint not null constraint order_line_unit_price check (unit_price_fen >= 0),
  amount_fen bigint not null constraint order_line_amount check (amount_fen = unit_price_fen * quantity),
  discount_fen bigint not null constraint order_line_discount check (discount_fen between 0 and amount_fen),
  shipped int not null default 0 constraint order_line_shipped check (shipped between 0 and quantity),
  posted_fen bigint not null default 0 constraint order_line_posted check (posted_fen >= 0),
  constraint order_line_pk primary key (enterprise_id, order_id, line_no),
  constraint order_line_order foreign key (enterprise_id, order_id) references "order"
);
grant select, insert, update on order_line to mall_app;

-- Who moved an order, when, from where to where, why. Insert only, by month.
create table order_event (
  enterprise_id uuid not null,
  order_id uuid not null,
  at timestamptz not null,
  id uuid not null,
  seq int not null,
  verb text not null,
  from_state text,
  to_state text not null,
  actor_kind text not null constraint order_event_actor_kind check (actor_kind in ('member', 'staff', 'clock')),
  actor_id uuid,
  note text not null,
  constraint order_event_pk primary key (enterprise_id, order_id, at, id)
) partition by range (at);
create table order_event_default partition of order_event default;
grant select, insert on order_event to mall_app;

-- Money that settles a trade. Each order has one allocation of a live payment, and each allocation equals that order's payable.
create table payment (
  enterprise_id uuid not null constraint payment_enterprise references enterprise,
  id uuid not null,
  trade_id uuid not null,
  method text not null constraint payment_method check (method in ('credit', 'wallet', 'online', 'transfer')),
  amount_fen bigint not null constraint payment_amount check (amount_fen > 0),
  state text not null constraint payment_state check (state in ('SETTLED')),
  paid_by uuid not null,
  paid_at timestamptz not null,
  constraint payment_pk primary key (enterprise_id, id),
  constraint payment_trade foreign key (enterprise_id, trade_id) references trade
);
create index payment_by_trade on payment (enterprise_id, trade_id);
grant select, insert on payment to mall_app;

create table payment_allocation (
  enterprise_id uuid not null,
  payment_id uuid not null,
  order_id uuid not null,
  amount_fen bigint not null constraint payment_allocation_amount check (amount_fen > 0),
  refunded_fen bigint not null default 0 constraint payment_allocation_refunded check (refunded_fen between 0 and amount_fen),
  constraint payment_allocation_pk primary key (enterprise_id, order_id),
  constraint payment_allocation_payment foreign key (enterprise_id, payment_id) references payment,
  constraint payment_allocation_order foreign key (enterprise_id, order_id) references "order"
);
grant select, insert, update on payment_allocation to mall_app;

create table parcel (
  enterprise_id uuid not null constraint parcel_enterprise references enterprise,
  id uuid not null,
  order_id uuid not null,
  parcel_no smallint not null,
  carrier text not null,
  tracking_no text not null,
  post_fen bigint not null constraint parcel_post check (post_fen >= 0),
  sent_by uuid not null,
  sent_at timestamptz not null,
  constraint parcel_pk primary key (enterprise_id, id),
  constraint parcel_number unique (enterprise_id, order_id, parcel_no),
  constraint parcel_order foreign key (enterprise_id, order_id) references "order"
);
grant select, insert on parcel to mall_app;

create table parcel_line (
  enterprise_id uuid not null,
  parcel_id uuid not null,
  line_no smallint not null,
  quantity int not null constraint parcel_line_quantity check (quantity > 0),
  constraint parcel_line_pk primary key (enterprise_id, parcel_id, line_no),
  constraint parcel_line_parcel foreign key (enterprise_id, parcel_id) references parcel
);
grant select, insert on parcel_line to mall_app;
