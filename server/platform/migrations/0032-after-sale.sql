-- After-sale: what of an order comes back or is given back, and what became of it.

-- Units of a line, beside those that left: of what has not left, and of what has.
alter table order_line
  -- Not left, and asked about: not to be sent until that is decided.
  add column held_back int not null default 0 constraint order_line_held_back check (held_back >= 0),
  -- Not left and never will: refunded, or closed short.
  add column dropped int not null default 0 constraint order_line_dropped check (dropped >= 0),
  add column dropped_fen bigint not null default 0 constraint order_line_dropped_fen check (dropped_fen >= 0),
  -- Left, and asked about.
  add column claimed int not null default 0 constraint order_line_claimed check (claimed >= 0),
  -- Left, and refunded.
  add column returned int not null default 0 constraint order_line_returned check (returned >= 0),
  add column returned_fen bigint not null default 0 constraint order_line_returned_fen check (returned_fen >= 0),
  -- Left, and sent anew by another order.
  add column exchanged int not null default 0 constraint order_line_exchanged check (exchanged >= 0),
  add constraint order_line_units check (shipped + dropped + held_back <= quantity and claimed + returned + exchanged <= shipped),
  add constraint order_line_back check (dropped_fen + returned_fen <= amount_fen - discount_fen);
-- What was closed short before.
update order_line l set dropped = l.quantity - l.shipped,
  dropped_fen = (l.amount_fen - l.discount_fen) - (l.amount_fen - l.discount_fen) * l.shipped / l.quantity
from "order" o
where o.enterprise_id = l.enterprise_id and o.id = l.order_id and o.state in ('SENT', 'WAIT_COMMENT', 'DONE') and l.shipped < l.quantity;

alter table "order"
  add column freight_refunded_fen bigint not null default 0,
  -- Since when after-sales of it are open: the time for the receipt stands still.
  add column after_sale_since timestamptz,
  -- Of an order that sends goods anew: the after-sale that it is for.
  add column after_sale_id uuid,
  add constraint order_freight_refunded check (freight_refunded_fen between 0 and freight_fen);

-- What a parcel posted of each line, so that what comes back is taken off the month that it was drawn in.
alter table parcel_line
  add column post_fen bigint not null default 0 constraint parcel_line_post check (post_fen >= 0),
  add column returned_fen bigint not null default 0,
  add constraint parcel_line_returned check (returned_fen between 0 and post_fen);
grant update on parcel_line to mall_app;
update parcel_line p set post_fen = s.fen
from (
  select c.enterprise_id, c.parcel_id, c.line_no,
    (l.amount_fen - l.discount_fen) * c.sent / l.quantity - (l.amount_fen - l.discount_fen) * (c.sent - c.quantity) / l.quantity as fen
  from (
    select pl.enterprise_id, pl.parcel_id, pl.line_no, pl.quantity, p.order_id,
      sum(pl.quantity) over (partition by pl.enterprise_id, p.order_id, pl.line_no order by p.parcel_no) as sent
    from parcel_line pl join parcel p on p.enterprise_id = pl.enterprise_id and p.id = pl.parcel_id where p.post_fen > 0
  ) c join order_line l on l.enterprise_id = c.enterprise_id and l.order_id = c.order_id and l.line_no = c.line_no
) s
where s.enterprise_id = p.enterprise_id and s.parcel_id = p.parcel_id and s.line_no = p.line_no;

create table after_sale (
  enterprise_id uuid not null constraint after_sale_enterprise references enterprise,
  id uuid not null,
  after_sale_no text not null,
  order_id uuid not null,
  -- Who asked for it.
  user_id uuid not null,
  type text not null constraint after_sale_type check (type in ('REFUND', 'RETURN', 'EXCHANGE')),
  state text not null constraint after_sale_state check (state in
    ('APPLIED', 'APPROVED', 'RETURNING', 'RECEIVED', 'REFUNDED', 'EXCHANGED', 'REJECTED', 'CANCELLED')),
  reason text not null,
  description text not null,
  freight_asked boolean not null,
  -- What staff agreed to of the freight.
  freight_fen bigint not null default 0 constraint after_sale_freight check (freight_fen >= 0),
  -- Ids of files, in the order in which they were brought.
  pictures jsonb not null,
  carrier text,
  tracking_no text,
  -- What went back, once it has.
  refund_fen bigint constraint after_sale_refund check (refund_fen >= 0),
  exchange_order_id uuid,
  -- How many entries its history has.
  entries int not null,
  state_at timestamptz not null,
  created_at timestamptz not null,
  constraint after_sale_pk primary key (enterprise_id, id),
  constraint after_sale_number unique (enterprise_id, after_sale_no),
  constraint after_sale_order foreign key (enterprise_id, order_id) references "order",
  constraint after_sale_refunded check ((state = 'REFUNDED') = (refund_fen is not null)),
  constraint after_sale_exchanged check ((state = 'EXCHANGED') = (exchange_order_id is not null))
);
create index after_sale_by_time on after_sale (enterprise_id, created_at desc, id);
create index after_sale_by_order on after_sale (enterprise_id, order_id);
create index after_sale_queue on after_sale (state, state_at, id);
create index after_sale_console on after_sale (created_at desc, id);
grant select, insert, update on after_sale to mall_app;

-- How many units of which line: of those that have not left, or of those that have.
create table after_sale_line (
  enterprise_id uuid not null,
  after_sale_id uuid not null,
  line_no smallint not null,
  stage text not null constraint after_sale_line_stage check (stage in ('unsent', 'sent')),
  asked int not null constraint after_sale_line_asked check (asked > 0),
  -- What staff agree to, before the goods are seen and after.
  accepted int not null constraint after_sale_line_accepted check (accepted between 0 and asked),
  restocked int not null default 0,
  refund_fen bigint not null default 0 constraint after_sale_line_refund check (refund_fen >= 0),
  constraint after_sale_line_pk primary key (enterprise_id, after_sale_id, line_no, stage),
  constraint after_sale_line_of foreign key (enterprise_id, after_sale_id) references after_sale,
  constraint after_sale_line_restocked check (restocked between 0 and accepted)
);
grant select, insert, update on after_sale_line to mall_app;

-- What was done and said, in order. Never changes.
create table after_sale_entry (
  enterprise_id uuid not null,
  after_sale_id uuid not null,
  seq int not null,
  verb text not null,
  actor_kind text not null constraint after_sale_entry_actor check (actor_kind in ('member', 'staff', 'clock')),
  actor_id uuid,
  text text not null,
  at timestamptz not null,
  constraint after_sale_entry_pk primary key (enterprise_id, after_sale_id, seq),
  constraint after_sale_entry_of foreign key (enterprise_id, after_sale_id) references after_sale
);
grant select, insert on after_sale_entry to mall_app;

-- The after-sale that a refund is for.
alter table refund add column after_sale_id uuid;
create index refund_by_after_sale on refund (enterprise_id, after_sale_id) where after_sale_id is not null;

alter table file drop constraint file_purpose,
  add constraint file_purpose check (purpose in ('avatar', 'idPhoto', 'licence', 'cashFlow', 'voucher', 'acceptance', 'afterSale'));
-- Goods that came back, and those of them that are of no use any more.
alter table stock_movement drop constraint stock_movement_kind,
  add constraint stock_movement_kind check (kind in ('receipt', 'adjustment', 'return', 'scrap'));
