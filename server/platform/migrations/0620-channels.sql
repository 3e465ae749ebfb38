-- How a person is reached besides the messages in the mall (decision 520): his mail address, once he has confirmed it, and the hours in which
-- nothing is sent to him. One row a person, of a company or of staff. `id` is his, because values are sealed for the id of their row.
create table contact_setting (
  id uuid constraint contact_setting_pk primary key,
  user_id uuid constraint contact_setting_user references app_user,
  staff_id uuid constraint contact_setting_staff references staff,
  mail_sealed bytea,
  mail_masked text,
  -- An address that waits for its code.
  new_mail_sealed bytea,
  code_hmac bytea,
  code_until timestamptz,
  code_tries smallint not null default 0,
  -- Hours of the day in Asia/Shanghai; both or neither.
  quiet_from smallint constraint contact_setting_from check (quiet_from between 0 and 23),
  quiet_until smallint constraint contact_setting_until check (quiet_until between 0 and 23),
  updated_at timestamptz not null,
  constraint contact_setting_of check (id = coalesce(user_id, staff_id) and num_nonnulls(user_id, staff_id) = 1),
  constraint contact_setting_mail check ((mail_sealed is null) = (mail_masked is null)),
  constraint contact_setting_code check ((new_mail_sealed is null) = (code_hmac is null) and (code_hmac is null) = (code_until is null)),
  constraint contact_setting_quiet check ((quiet_from is null) = (quiet_until is null) and (quiet_from is null or quiet_from <> quiet_until))
);
create index contact_setting_code_until on contact_setting (code_until) where code_until is not null;
grant select, insert, update, delete on contact_setting to mall_app;

-- Which messages also go to his mail address.
alter table alert_choice add column by_mail boolean not null default false;
-- A row stands for a message that has left the mall; the limit of a day is one of SMS.
alter table alert_sent add column by_sms boolean not null default true;

-- What a member of staff has chosen for a kind of notice. Without a row: what is on by default, by no channel besides the console.
create table staff_notice_choice (
  staff_id uuid not null constraint staff_notice_choice_staff references staff,
  kind text not null constraint staff_notice_choice_kind check (kind in ('digest', 'stock', 'work', 'security')),
  wanted boolean not null,
  by_mail boolean not null,
  constraint staff_notice_choice_pk primary key (staff_id, kind)
);
create index staff_notice_choice_wanted on staff_notice_choice (kind) where wanted;
grant select, insert, update on staff_notice_choice to mall_app;

-- The kind, and when a notice was looked through for the channels of its reader. Earlier notices have none, and go nowhere.
alter table staff_notice
  add column kind text not null default 'work' constraint staff_notice_kind check (kind in ('digest', 'stock', 'work', 'security')),
  add column forwarded_at timestamptz;
