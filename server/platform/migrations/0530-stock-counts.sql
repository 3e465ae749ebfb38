-- Count sheets (decision 390): the SKUs of a part of a warehouse are counted, compared with the books, and the differences posted.
create table stock_count (
  id uuid not null,
  count_no text not null,
  -- The shops of its goods.
  shop_ids uuid[] not null,
  warehouse_id uuid not null constraint stock_count_warehouse references warehouse,
  state text not null constraint stock_count_state check (state in ('OPEN', 'COUNTED', 'APPROVED', 'CANCELLED')),
  -- What was chosen, in words.
  about text not null,
  note text not null,
  -- Whether what the books say is hidden until it is counted.
  blind boolean not null,
  -- One more each time that it is sent back.
  round int not null default 1 constraint stock_count_round check (round >= 1),
  -- Why it was sent back last; '' if it never was.
  rejected_reason text not null default '',
  made_by uuid not null constraint stock_count_maker references staff,
  made_at timestamptz not null,
  state_at timestamptz not null,
  submitted_by uuid constraint stock_count_submitter references staff,
  submitted_at timestamptz,
  -- Who posted it.
  approved_by uuid constraint stock_count_approver references staff,
  approved_at timestamptz,
  constraint stock_count_pk primary key (id),
  constraint stock_count_number unique (count_no),
  constraint stock_count_submission check ((submitted_by is null) = (submitted_at is null) and (submitted_by is not null or state in ('OPEN', 'CANCELLED'))),
  constraint stock_count_approval check ((approved_by is null) = (approved_at is null) and (approved_by is not null) = (state = 'APPROVED')),
  constraint stock_count_two_people check (approved_by is distinct from submitted_by or approved_by is null)
);
grant select, insert on stock_count to mall_app;
grant update (state, round, rejected_reason, state_at, submitted_by, submitted_at, approved_by, approved_at) on stock_count to mall_app;
create index stock_count_latest on stock_count (made_at desc, id);
create index stock_count_live on stock_count (warehouse_id) where state in ('OPEN', 'COUNTED');

create table stock_count_line (
  stock_count_id uuid not null constraint stock_count_line_of references stock_count,
  line_no smallint not null constraint stock_count_line_no check (line_no between 1 and 1000),
  sku_id uuid not null constraint stock_count_line_sku references sku,
  -- Where it lay when the sheet was made, and the units that the books had there.
  bin text not null constraint stock_count_line_bin check (length(bin) <= 20),
  booked int not null constraint stock_count_line_booked check (booked >= 0),
  -- What was counted, and what the books said at the moment when it was typed: the difference is that of the two.
  counted int constraint stock_count_line_counted check (counted between 0 and 99999999),
  counted_booked int constraint stock_count_line_counted_booked check (counted_booked >= 0),
  counted_by uuid constraint stock_count_line_counter references staff,
  counted_at timestamptz,
  -- Once it is posted: the units that had come or left since it was typed, and what 100 units cost then; null: nobody knew it.
  moved int,
  hundred_fen bigint constraint stock_count_line_cost check (hundred_fen > 0),
  constraint stock_count_line_pk primary key (stock_count_id, line_no),
  constraint stock_count_line_once unique (stock_count_id, sku_id),
  constraint stock_count_line_typed check (num_nulls(counted, counted_booked, counted_by, counted_at) in (0, 4)),
  constraint stock_count_line_posted check (counted is not null or (moved is null and hundred_fen is null))
);
grant select, insert on stock_count_line to mall_app;
grant update (counted, counted_booked, counted_by, counted_at, moved, hundred_fen) on stock_count_line to mall_app;
create index stock_count_line_by_sku on stock_count_line (sku_id);

-- The sheet that a movement posts the difference of.
alter table stock_movement add column stock_count_id uuid constraint stock_movement_stock_count references stock_count;
create index stock_movement_of_count on stock_movement (stock_count_id) where stock_count_id is not null;
