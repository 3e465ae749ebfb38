-- 价税分离 (decision 200): the tax of each document, line by line, and what of it is revenue already. A job writes the lines of a day that is over; a line never
-- changes. Documents of the days before `from` of the settings of the journal have none.
create table revenue_line (
  enterprise_id uuid not null constraint revenue_line_enterprise references enterprise,
  -- The transfer; for 'recognise' the parcel that was delivered.
  source_id uuid not null,
  -- The line of the order; 0: freight, or what has no lines.
  line_no smallint not null,
  day date not null,
  kind text not null,
  -- null: interest, and transfers without an order.
  order_id uuid,
  shop_id uuid,
  project_id uuid,
  tax_code text,
  -- null: a refund of what was booked before the split, so it has no tax.
  rate_bp integer constraint revenue_line_rate check (rate_bp between 0 and 10000),
  -- What it adds to 合同负债 and to revenue, with tax, and the tax in it (待转销项税额, 销项税额). What goes out is negative.
  held_fen bigint not null,
  held_tax_fen bigint not null,
  earned_fen bigint not null,
  earned_tax_fen bigint not null,
  constraint revenue_line_pk primary key (enterprise_id, source_id, line_no),
  constraint revenue_line_order foreign key (enterprise_id, order_id) references "order",
  constraint revenue_line_tax check (abs(held_tax_fen) <= abs(held_fen) and abs(earned_tax_fen) <= abs(earned_fen)),
  constraint revenue_line_signs check (held_fen::numeric * held_tax_fen >= 0 and earned_fen::numeric * earned_tax_fen >= 0),
  constraint revenue_line_recognised check (kind <> 'recognise' or (earned_fen > 0 and held_fen = -earned_fen and order_id is not null))
);
create index revenue_line_by_order on revenue_line (enterprise_id, order_id);
create index revenue_line_by_day on revenue_line (day);
grant select, insert on revenue_line to mall_app;

-- Deliveries of a day are found by their events, which are written in the order of time.
create index order_event_time on order_event using brin (at) with (pages_per_range = 16);

-- Whether revenue and tax of the day are split.
alter table journal_day add column split boolean not null default false;
-- Which part of revenue a line is, its rate, and the shop (部门) and project (项目) of its orders.
alter table journal_line add column part text constraint journal_line_part check (part in ('held', 'heldTax', 'earned', 'earnedTax'));
alter table journal_line add column rate_bp integer;
alter table journal_line add column shop_id uuid constraint journal_line_shop references shop;
alter table journal_line add column project_id uuid;

-- Lines without a part hash as before, so months that were closed before keep their hash.
create or replace function journal_month_hash(of_month text) returns bytea language sql stable as $$
  select sha256(convert_to(coalesce(string_agg(json_build_array(e.word, e.no, e.day - date '2000-01-01', e.rule, e.title, l.line_no, l.account, l.debit_fen, l.credit_fen,
    l.enterprise_id)::text || case when l.part is null then '' else json_build_array(l.part, l.rate_bp, l.shop_id, l.project_id)::text end,
    ',' order by l.word collate "C", l.no, l.line_no), ''), 'UTF8'))
  from journal_line l join journal_entry e on e.month = l.month and e.word = l.word and e.no = l.no where l.month = of_month
$$;

-- A mall that has entries begins with the month after its last one.
insert into setting (name, value, updated_at)
  select 'journal', jsonb_build_object('tax', jsonb_build_object('from', to_char(date_trunc('month', max(day)) + interval '1 month', 'YYYY-MM-DD'))), now()
  from journal_day having max(day) is not null
  on conflict (name) do update set value = setting.value || excluded.value, version = setting.version + 1, updated_at = excluded.updated_at, updated_by = null, changes = null;
insert into setting_version (name, no, saved_at) select name, version, updated_at from setting where name = 'journal' and value -> 'tax' is not null;
