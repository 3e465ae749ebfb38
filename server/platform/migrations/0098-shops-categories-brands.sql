-- Shops, categories and brands are made and edited by staff. How often each was edited is in row_edit, like of all rows that are edited as a whole.
alter table shop
  add notice text not null default '' constraint shop_notice check (char_length(notice) <= 500),
  add contact_name text not null default '' constraint shop_contact_name check (char_length(contact_name) <= 30),
  add contact_phone text not null default '' constraint shop_contact_phone check (char_length(contact_phone) <= 30),
  add return_address text not null default '' constraint shop_return_address check (char_length(return_address) <= 200),
  add state text not null default 'open' constraint shop_state check (state in ('open', 'paused')),
  -- Who sells, if it is not the company of the settings: name and unified code come together or not at all.
  add tax_party_name text constraint shop_tax_party_name check (char_length(tax_party_name) between 1 and 100),
  add tax_party_code text constraint shop_tax_party_code check (tax_party_code ~ '^[0-9A-Z]{18}$'),
  add logo_picture_id uuid,
  add created_at timestamptz not null default now(),
  add constraint shop_tax_party check ((tax_party_name is null) = (tax_party_code is null)),
  add constraint shop_name unique (name),
  add constraint shop_name_length check (char_length(name) between 1 and 60),
  add constraint shop_city_length check (char_length(city) between 1 and 30);
create index shop_by_creation on shop (created_at, id);
create index goods_of_shop on goods (shop_id);
create index goods_of_category on goods (category_id);

-- Staff who keep only some shops. Who has no row here keeps all of them.
create table staff_shop (
  staff_id uuid not null constraint staff_shop_staff references staff,
  shop_id uuid not null constraint staff_shop_shop references shop,
  constraint staff_shop_pk primary key (staff_id, shop_id)
);
create index staff_shop_by_shop on staff_shop (shop_id);
grant select, insert, delete on staff_shop to mall_app;

-- The number of a category is never used again: coupons name categories by it.
create sequence category_sequence;
select setval('category_sequence', max(id)) from category having max(id) is not null;
grant usage on sequence category_sequence to mall_app;
alter table category
  add shown boolean not null default true,
  add picture_id uuid,
  add constraint category_name_length check (char_length(name) between 1 and 60);
grant delete on category to mall_app;

create table brand (
  id uuid constraint brand_pk primary key,
  name text not null constraint brand_name unique,
  logo_picture_id uuid,
  origin text not null,
  certificates text not null,
  created_at timestamptz not null,
  constraint brand_name_length check (char_length(name) between 1 and 60),
  constraint brand_origin_length check (char_length(origin) <= 60),
  constraint brand_certificates_length check (char_length(certificates) <= 1000)
);
grant select, insert, update, delete on brand to mall_app;
