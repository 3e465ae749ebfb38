-- People, their sessions, the companies they sit in, and their addresses.

-- Group by user: found by user_id. The mobile is sealed; its claim by HMAC is the only way from a mobile to a person.
create table app_user (
  id uuid constraint app_user_pk primary key,
  mobile_sealed bytea not null,
  mobile_masked text not null,
  user_name text,
  head_img text,
  password_hash text,
  status smallint not null constraint app_user_status check (status in (0, 1)),
  last_enterprise_id uuid,
  created_at timestamptz not null
);
grant select, insert, update on app_user to mall_app;

create table mobile_claim (
  mobile_hmac bytea constraint mobile_claim_pk primary key,
  user_id uuid not null,
  claimed_at timestamptz not null
);
grant select, insert, delete on mobile_claim to mall_app;

-- A signed-in seat. It carries the seat's rights, which whoever changes the seat changes here too, in the same transaction: one row
-- answers who is calling, and a share lock on it holds a revocation back until the call is done, or the call until it is refused.
create table session (
  user_id uuid not null,
  token_hash bytea not null,
  id uuid not null,
  enterprise_id uuid not null,
  account_type smallint not null constraint session_account_type check (account_type in (1, 2)),
  perm_code text,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  ip text,
  user_agent text,
  ended_at timestamptz,
  end_reason text,
  constraint session_pk primary key (user_id, token_hash),
  constraint session_sub_has_list check (account_type = 1 or perm_code is not null)
);
create index session_live on session (user_id, created_at) where ended_at is null;
create index session_enterprise on session (enterprise_id) where ended_at is null;
grant select, insert, update, delete on session to mall_app;

-- Which companies a person sits in, for the list that login and switching show.
create table user_enterprise (
  user_id uuid not null,
  enterprise_id uuid not null,
  joined_at timestamptz not null,
  constraint user_enterprise_pk primary key (user_id, enterprise_id)
);
grant select, insert, delete on user_enterprise to mall_app;

create table captcha (
  key text constraint captcha_pk primary key,
  purpose text not null,
  answer_hmac bytea not null,
  expires_at timestamptz not null
);
create index captcha_expires on captcha (expires_at);
grant select, insert, delete on captcha to mall_app;

-- Wrong passwords by mobile or mail address (its HMAC), known or not. Counted before the hash, in a transaction of its own.
create table login_counter (
  subject bytea constraint login_counter_pk primary key,
  failures int not null,
  window_from timestamptz not null,
  locked_until timestamptz
);
grant select, insert, update, delete on login_counter to mall_app;

-- Group by enterprise: the tenant. It exists from registration on, without a name until verification fills it in.
create table enterprise (
  id uuid constraint enterprise_pk primary key,
  name text,
  credit_code text,
  agent_name text,
  status smallint not null constraint enterprise_status check (status in (0, 1)),
  auth_level smallint not null constraint enterprise_auth_level check (auth_level between 0 and 3),
  auth_status smallint constraint enterprise_auth_status check (auth_status between 0 and 8),
  member_level smallint not null constraint enterprise_member_level check (member_level between 1 and 4),
  created_at timestamptz not null
);
create index enterprise_created on enterprise (created_at desc, id);
grant select, insert, update on enterprise to mall_app;

-- A person's seat in a company. Only a main account may have no list, which means all codes.
create table membership (
  enterprise_id uuid not null constraint membership_enterprise references enterprise,
  user_id uuid not null,
  id uuid not null,
  account_type smallint not null constraint membership_account_type check (account_type in (1, 2)),
  name text,
  perm_code text,
  status smallint not null constraint membership_status check (status in (0, 1)),
  order_limit_fen bigint constraint membership_order_limit check (order_limit_fen >= 0),
  month_limit_fen bigint constraint membership_month_limit check (month_limit_fen >= 0),
  created_at timestamptz not null,
  constraint membership_pk primary key (enterprise_id, user_id),
  constraint membership_id unique (enterprise_id, id),
  constraint membership_main_has_all check ((account_type = 1) = (perm_code is null))
);
create unique index membership_one_main on membership (enterprise_id) where account_type = 1;
grant select, insert, update, delete on membership to mall_app;

-- Six digits are a million values, so no hash protects them: an HMAC with a key outside the database does, and the counter.
create table payment_password (
  enterprise_id uuid not null,
  user_id uuid not null,
  digest bytea not null,
  wrong_in_row int not null default 0,
  wrong_today int not null default 0,
  day date,
  locked_until timestamptz,
  updated_at timestamptz not null,
  constraint payment_password_pk primary key (enterprise_id, user_id)
);
grant select, insert, update on payment_password to mall_app;

create table address (
  enterprise_id uuid not null constraint address_enterprise references enterprise,
  id uuid not null,
  name text not null,
  mobile text not null,
  area_code text not null,
  province text not null,
  city text not null,
  district text not null,
  detail text not null,
  is_default boolean not null,
  created_at timestamptz not null,
  constraint address_pk primary key (enterprise_id, id)
);
create unique index address_one_default on address (enterprise_id) where is_default;
grant select, insert, update, delete on address to mall_app;
