-- The profile of the company that runs the mall, and the company that signs contracts and issues invoices, as two groups of settings. They have no values until
-- staff set them. Until now both were one group.

insert into setting (name, value, updated_at, updated_by, version)
select 'party', jsonb_build_object(
    'companyName', value -> 'companyName', 'creditCode', value -> 'creditCode', 'address', value -> 'address', 'phone', value -> 'phone',
    'bankName', coalesce((select bank.value ->> 'bankName' from setting bank where bank.name = 'bank'), ''),
    'accountNo', coalesce((select bank.value ->> 'accountNo' from setting bank where bank.name = 'bank'), ''), 'stampId', null),
  updated_at, updated_by, 1
from setting where name = 'site';

update setting set value = (value - 'companyName' - 'creditCode') || jsonb_build_object(
  'name', left(value ->> 'companyName', 20), 'shortName', left(value ->> 'companyName', 8), 'tagline', '', 'introduction', '', 'logoId', null, 'darkLogoId', null)
where name = 'site';

-- The logo in its sizes, and the picture of the stamp. One that was ever used stays for ever, because issued contracts show it.
create table company_picture (
  id uuid not null,
  -- Name of the size, '512.png'.
  part text not null,
  bytes bytea not null,
  uploaded_at timestamptz not null,
  used_at timestamptz,
  constraint company_picture_pk primary key (id, part)
);
grant select, insert, update, delete on company_picture to mall_app;

-- Every saved version of a group of settings.
create table setting_version (
  name text not null constraint setting_version_setting references setting deferrable initially deferred,
  no int not null,
  changes jsonb,
  saved_at timestamptz not null,
  saved_by uuid constraint setting_version_saver references staff,
  constraint setting_version_pk primary key (name, no)
);
insert into setting_version (name, no, changes, saved_at, saved_by) select name, version, changes, updated_at, updated_by from setting;
grant select, insert on setting_version to mall_app;
