-- Order proposals (代客下单): staff put lines together for a company, and a person of the company orders them or not (decision 510).

create table order_proposal (
  enterprise_id uuid not null constraint order_proposal_enterprise references enterprise,
  id uuid not null,
  proposal_no text not null,
  state text not null constraint order_proposal_state check (state in ('SENT', 'ACCEPTED', 'DECLINED', 'WITHDRAWN', 'EXPIRED')),
  -- The member who was asked to confirm, and the person of the mall who asked.
  user_id uuid not null constraint order_proposal_user references app_user,
  prepared_by uuid not null constraint order_proposal_preparer references staff,
  -- Where the goods shall go, and its region at that time.
  address_id uuid,
  ship_to text not null,
  remark text not null,
  -- The shops of its lines: who keeps certain shops sees it if he keeps them all.
  shop_ids uuid[] not null,
  -- The first line in words, and the text in which it is searched, in lower case.
  first_goods text not null,
  words text not null,
  line_count int not null constraint order_proposal_lines check (line_count between 1 and 200),
  valid_until date not null,
  -- Why the buyer does not need it.
  reason text not null default '',
  state_at timestamptz not null,
  created_at timestamptz not null,
  constraint order_proposal_pk primary key (enterprise_id, id),
  constraint order_proposal_number unique (enterprise_id, proposal_no)
);
grant select, insert on order_proposal to mall_app;
grant update (state, reason, state_at) on order_proposal to mall_app;
create index order_proposal_latest on order_proposal (created_at desc, id);
create index order_proposal_of_enterprise on order_proposal (enterprise_id, created_at desc, id);
create index order_proposal_to_expire on order_proposal (valid_until) where state = 'SENT';

-- A line has no price of its own: it is sold at the price of the day. The prices at the time of sending only show what has changed since.
create table order_proposal_line (
  enterprise_id uuid not null,
  proposal_id uuid not null,
  line_no int not null constraint order_proposal_line_number check (line_no between 1 and 200),
  sku_id uuid not null constraint order_proposal_line_sku references sku,
  name text not null,
  spec text not null,
  unit text not null,
  sku_code text not null,
  quantity int not null constraint order_proposal_line_quantity check (quantity > 0),
  sent_sale_fen bigint not null constraint order_proposal_line_sale check (sent_sale_fen > 0),
  sent_credit_fen bigint constraint order_proposal_line_credit check (sent_credit_fen > 0),
  constraint order_proposal_line_pk primary key (enterprise_id, proposal_id, line_no),
  constraint order_proposal_line_of foreign key (enterprise_id, proposal_id) references order_proposal,
  constraint order_proposal_line_once unique (enterprise_id, proposal_id, sku_id)
);
grant select, insert on order_proposal_line to mall_app;

-- The proposal that the orders of a trade were made of. It is ordered once.
alter table trade
  add column proposal_id uuid,
  add column proposal_no text,
  add column prepared_by uuid constraint trade_preparer references staff,
  add constraint trade_proposal foreign key (enterprise_id, proposal_id) references order_proposal,
  add constraint trade_proposal_whole
    check ((proposal_id is null) = (proposal_no is null) and (proposal_id is null) = (prepared_by is null));
create unique index trade_proposal_once on trade (enterprise_id, proposal_id) where proposal_id is not null;

-- One kind more of what a member can get by SMS.
alter table alert_choice drop constraint alert_choice_kind,
  add constraint alert_choice_kind check (kind in ('due', 'approval', 'order', 'review', 'stock', 'proposal'));
