-- 参数: what goods and their SKUs are described by, how it is typed and used, and 机型, the machines that goods fit. Reference tables.

create table attribute (
  id uuid constraint attribute_pk primary key,
  code text not null constraint attribute_code unique,
  name text not null constraint attribute_name check (name <> ''),
  kind text not null constraint attribute_kind check (kind in ('choice', 'number', 'text', 'boolean')),
  unit text not null,
  decimals int not null constraint attribute_decimals check (decimals between 0 and 6),
  lower numeric,
  upper numeric,
  multiple boolean not null,
  required boolean not null,
  filterable boolean not null,
  compared boolean not null,
  makes_skus boolean not null,
  on_card boolean not null,
  ruler boolean not null,
  created_at timestamptz not null,
  constraint attribute_bounds check (lower <= upper),
  constraint attribute_number check (kind = 'number' or (unit = '' and decimals = 0 and lower is null and upper is null)),
  constraint attribute_multiple check (not multiple or (kind = 'choice' and not makes_skus)),
  constraint attribute_text check (kind <> 'text' or not (makes_skus or filterable or ruler))
);
-- At most one attribute is the hardness ruler of the home page.
create unique index attribute_ruler on attribute (ruler) where ruler;
grant select, insert, update, delete on attribute to mall_app;

create table attribute_choice (
  attribute_id uuid not null constraint attribute_choice_of references attribute on delete cascade,
  id uuid not null,
  name text not null,
  position int not null,
  synonyms text[] not null,
  constraint attribute_choice_pk primary key (attribute_id, id),
  -- Looked at after the statement, so that two choices can exchange their names.
  constraint attribute_choice_name unique (attribute_id, name) deferrable
);
grant select, insert, update, delete on attribute_choice to mall_app;

create table attribute_set (
  id uuid constraint attribute_set_pk primary key,
  name text not null constraint attribute_set_name unique,
  created_at timestamptz not null
);
grant select, insert, update, delete on attribute_set to mall_app;

-- The flags of a line are its own: those of the attribute are only what a new line begins with.
create table attribute_set_line (
  set_id uuid not null constraint attribute_set_line_of references attribute_set on delete cascade,
  attribute_id uuid not null constraint attribute_set_line_attribute references attribute,
  position int not null,
  required boolean not null,
  filterable boolean not null,
  compared boolean not null,
  makes_skus boolean not null,
  on_card boolean not null,
  constraint attribute_set_line_pk primary key (set_id, attribute_id)
);
create index attribute_set_line_by_attribute on attribute_set_line (attribute_id);
grant select, insert, update, delete on attribute_set_line to mall_app;

-- Which set a category has besides what it inherits. Gone with the category.
create table category_attribute_set (
  category_id int constraint category_attribute_set_pk primary key constraint category_attribute_set_category references category on delete cascade,
  set_id uuid not null constraint category_attribute_set_of references attribute_set
);
create index category_attribute_set_by_set on category_attribute_set (set_id);
grant select, insert, update, delete on category_attribute_set to mall_app;

-- The values: of goods (no SKU) or of one of their SKUs. An attribute with several choices has a row for each.
create table goods_attribute (
  goods_id uuid not null constraint goods_attribute_goods references goods on delete cascade,
  sku_id uuid constraint goods_attribute_sku references sku on delete cascade,
  attribute_id uuid not null constraint goods_attribute_of references attribute,
  choice_id uuid,
  number_value numeric,
  text_value text constraint goods_attribute_text check (text_value <> ''),
  boolean_value boolean,
  constraint goods_attribute_one unique nulls not distinct (goods_id, sku_id, attribute_id, choice_id),
  constraint goods_attribute_choice foreign key (attribute_id, choice_id) references attribute_choice,
  constraint goods_attribute_value check (num_nonnulls(choice_id, number_value, text_value, boolean_value) = 1)
);
create index goods_attribute_by_choice on goods_attribute (attribute_id, choice_id, goods_id) where choice_id is not null;
create index goods_attribute_by_number on goods_attribute (attribute_id, number_value, goods_id) where number_value is not null;
create index goods_attribute_by_attribute on goods_attribute (attribute_id, goods_id);
create index goods_attribute_by_sku on goods_attribute (sku_id) where sku_id is not null;
grant select, insert, update, delete on goods_attribute to mall_app;

create table machine_model (
  id uuid constraint machine_model_pk primary key,
  maker text not null constraint machine_model_maker check (maker <> ''),
  model text not null constraint machine_model_model check (model <> ''),
  kind text not null,
  created_at timestamptz not null,
  constraint machine_model_name unique (maker, model)
);
grant select, insert, update, delete on machine_model to mall_app;

create table goods_machine_model (
  goods_id uuid not null constraint goods_machine_model_goods references goods on delete cascade,
  machine_model_id uuid not null constraint goods_machine_model_of references machine_model,
  constraint goods_machine_model_pk primary key (goods_id, machine_model_id)
);
create index goods_machine_model_by_model on goods_machine_model (machine_model_id, goods_id);
grant select, insert, update, delete on goods_machine_model to mall_app;
