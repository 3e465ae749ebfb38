-- The bank accounts of the platform: the one that buyers transfer to, which the setting `bank` names, and others whose statements are imported too. The release
-- before knows only the setting. What it sets there counts as an account as well, and is written here by the next change. Lines keep their number as text:
-- a foreign key would refuse lines of a number that the release before has just set.
create table own_account (
  account_no text constraint own_account_pk primary key,
  short_name text not null,
  account_name text not null,
  bank_name text not null,
  -- Empty: not known.
  bank_code text not null,
  -- One that is not takes statements of its past, and nobody types lines of it.
  enabled boolean not null,
  added_at timestamptz not null
);
grant select, insert, update, delete on own_account to mall_app;

-- The account of today is that of the setting. Numbers of before are known by what was imported or typed under them.
insert into own_account (account_no, short_name, account_name, bank_name, bank_code, enabled, added_at)
select value ->> 'accountNo', left(value ->> 'bankName', 20), value ->> 'accountName', value ->> 'bankName', value ->> 'bankCode', true, now()
from setting where name = 'bank';
insert into own_account (account_no, short_name, account_name, bank_name, bank_code, enabled, added_at)
select account_no, '以前的账户 ' || row_number() over (order by account_no), coalesce((select value ->> 'accountName' from setting where name = 'bank'), '未知'),
  '未知', '', false, now()
from (select account_no from bank_line union select account_no from bank_import union select account_no from value_day_request) used
where account_no <> '' on conflict do nothing;

create index bank_line_by_account on bank_line (account_no, day desc, id);

-- The account of files of this format that do not name one.
alter table bank_statement_format add column account_no text;
