-- SMS codes, tickets, pictures: what registration, verification and change of mobile need.

-- One live code a mobile and purpose. The mobile is known by its HMAC alone.
create table sms_code (
  mobile_hmac bytea not null,
  purpose text not null,
  code_hmac bytea not null,
  tries int not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  constraint sms_code_pk primary key (mobile_hmac, purpose)
);
grant select, insert, update, delete on sms_code to mall_app;

-- What was sent in the last day, for the limits by mobile and by address.
create table sms_sent (
  mobile_hmac bytea not null,
  id uuid not null,
  ip text not null,
  at timestamptz not null,
  constraint sms_sent_pk primary key (mobile_hmac, id)
);
create index sms_sent_by_time on sms_sent (mobile_hmac, at);
create index sms_sent_by_ip on sms_sent (ip, at);
grant select, insert, delete on sms_sent to mall_app;

-- What one step hands to the next: good once, for one purpose and one subject.
create table ticket (
  hash bytea constraint ticket_pk primary key,
  purpose text not null,
  subject text not null,
  expires_at timestamptz not null
);
grant select, insert, delete on ticket to mall_app;

-- The local outbox of SMS: where there is no provider, staff can read here what would have been sent. Sealed, and only in demo mode.
create table sms_outbox (
  id uuid constraint sms_outbox_pk primary key,
  mobile_masked text not null,
  sealed bytea not null,
  at timestamptz not null
);
create index sms_outbox_by_time on sms_outbox (at desc);
grant select, insert, delete on sms_outbox to mall_app;

-- A picture of a company's people: who brought it, what for, what it is bound to. Its bytes lie in the store under its id.
create table file (
  enterprise_id uuid not null constraint file_enterprise references enterprise,
  id uuid not null,
  user_id uuid not null,
  purpose text not null constraint file_purpose check (purpose in ('avatar', 'idPhoto', 'licence', 'cashFlow', 'voucher', 'acceptance')),
  media_type text not null,
  bytes int not null,
  width int not null,
  height int not null,
  -- Of what lies in the store, sealed or not.
  stored_hash bytea not null,
  -- The file's own key, sealed by the key of keys; null: not secret.
  sealed_key bytea,
  bound_to text,
  created_at timestamptz not null,
  constraint file_pk primary key (enterprise_id, id)
);
-- What the sweep looks for: bound to nothing, or going already.
create index file_unbound on file (created_at) where bound_to is null or bound_to = 'going';
create index file_of_user on file (enterprise_id, user_id) where bound_to is null;
grant select, insert, update, delete on file to mall_app;

alter table payment_password add column frozen_until timestamptz;
