-- Goods that staff write: their state, what else they carry, drafts beside them, versions, and the relations between them.

-- The state is the one truth, and being on the shelf follows from it. The index on it is made again, because its column is.
alter table goods
  add subtitle text not null default '',
  add brand_id uuid constraint goods_brand references brand,
  add state text not null default 'draft' constraint goods_state check (state in ('draft', 'on_sale', 'off_sale', 'archived')),
  add tags text[] not null default '{}',
  add freight text not null default 'shop' constraint goods_freight check (freight in ('shop', 'free')),
  add after_sale text not null default 'standard' constraint goods_after_sale check (after_sale in ('standard', 'qualityOnly', 'none')),
  -- How often they were published, and since when they are as they are.
  add version int not null default 0 constraint goods_version_count check (version >= 0),
  add published_at timestamptz,
  -- How often anything of them was changed, by whom (null: the system), when and what, so that nobody overwrites what he has not seen.
  add row_version int not null default 0,
  add changed_by uuid constraint goods_changed_by references staff,
  add changed_at timestamptz,
  add change_note text not null default '',
  -- A draft may lack both.
  alter shop_id drop not null,
  alter category_id drop not null;
update goods set state = case when on_shelf then 'on_sale' else 'off_sale' end, changed_at = created_at, published_at = created_at;
alter table goods
  alter changed_at set not null,
  drop on_shelf,
  add constraint goods_placed check (state = 'draft' or (shop_id is not null and category_id is not null)),
  add constraint goods_published check ((state = 'draft') = (published_at is null));
alter table goods add on_shelf boolean not null generated always as (state = 'on_sale') stored;
create index goods_by_category on goods (category_id, position) where on_shelf;
create index goods_of_brand on goods (brand_id) where brand_id is not null;
create index goods_by_change on goods (changed_at desc, id desc);
create index goods_by_state on goods (state, changed_at desc, id desc);
-- A draft that was never published can be thrown away.
grant delete on goods to mall_app;

-- A credit price below the cash price was never charged: the price steps used the cash price in its place, which it becomes now.
update sku set credit_price_fen = sale_price_fen where credit_price_fen < sale_price_fen;
alter table sku
  add barcode text not null default '',
  add manufacturer_no text not null default '',
  add cost_fen bigint constraint sku_cost check (cost_fen >= 0),
  add packing text not null default '',
  add volume_cm3 int not null default 0 constraint sku_volume check (volume_cm3 >= 0),
  add low_stock int constraint sku_low_stock check (low_stock >= 0),
  add replaced_by uuid constraint sku_replaced_by references sku,
  -- Never sold again, but kept for the orders that have it.
  add archived boolean not null default false,
  add row_version int not null default 0,
  add constraint sku_credit_not_below_sale check (credit_price_fen >= sale_price_fen),
  add constraint sku_archived_off_shelf check (not (archived and on_shelf)),
  -- Looked at after the statement, so that two SKUs can exchange their codes.
  drop constraint sku_code,
  add constraint sku_code unique (code) deferrable;

-- Whether a SKU was ever in an order. Then its code is fixed. It is set by the statement that reserves the stock.
alter table sku_stock add ordered boolean not null default false;
update sku_stock set ordered = true where exists (select from order_line line where line.sku_id = sku_stock.sku_id);

-- What staff are writing, beside what is published.
create table goods_draft (
  goods_id uuid constraint goods_draft_pk primary key constraint goods_draft_goods references goods,
  content jsonb not null,
  -- What was published when the draft was saved last; null: nothing. What the draft left as it was follows later changes of it.
  base jsonb,
  base_version int not null,
  edited_by uuid constraint goods_draft_edited_by references staff,
  edited_at timestamptz not null,
  -- When it is to be published, by whom, with which note, and why that failed.
  publish_at timestamptz,
  publish_by uuid constraint goods_draft_publish_by references staff,
  publish_note text not null default '',
  publish_failed text
);
create index goods_draft_due on goods_draft (publish_at) where publish_at is not null;
grant select, insert, update, delete on goods_draft to mall_app;

create table goods_version (
  goods_id uuid not null constraint goods_version_goods references goods,
  version int not null constraint goods_version_positive check (version > 0),
  content jsonb not null,
  -- null: the system, or before versions were kept.
  staff_id uuid constraint goods_version_staff references staff,
  at timestamptz not null,
  note text not null,
  constraint goods_version_pk primary key (goods_id, version)
);
grant select, insert on goods_version to mall_app;

create table goods_relation (
  goods_id uuid not null constraint goods_relation_goods references goods,
  kind text not null constraint goods_relation_kind check (kind in ('fits', 'substitute', 'together')),
  other_id uuid not null constraint goods_relation_other references goods,
  position int not null,
  constraint goods_relation_pk primary key (goods_id, kind, other_id)
);
create index goods_relation_of_other on goods_relation (other_id);
grant select, insert, delete on goods_relation to mall_app;
