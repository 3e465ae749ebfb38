-- The books: one double-entry ledger under wallet and credit.

-- A buyer-side account, locked for update. Platform-side accounts (bank, sales, commitment, …) are names without a row: no row is hot.
create table ledger_account (
  enterprise_id uuid not null constraint ledger_account_enterprise references enterprise,
  name text not null constraint ledger_account_name check (name in ('wallet', 'creditHeld', 'creditDrawn', 'interest')),
  balance_fen bigint not null,
  -- How many transfers have touched it: each transfer keeps its place in that count and the balance after it.
  entries bigint not null,
  constraint ledger_account_pk primary key (enterprise_id, name),
  constraint ledger_account_wallet_held check (name not in ('wallet', 'creditHeld') or balance_fen >= 0),
  constraint ledger_account_owed check (name not in ('creditDrawn', 'interest') or balance_fen <= 0)
) with (fillfactor = 50);
grant select, insert, update on ledger_account to mall_app;

-- A transfer lowers `from` and raises `to`: one row, so it sums to zero by construction. It never changes; corrections are new rows.
create table ledger_transfer (
  enterprise_id uuid not null constraint ledger_transfer_enterprise references enterprise,
  id uuid not null,
  from_account text not null,
  to_account text not null,
  amount_fen bigint not null constraint ledger_transfer_amount check (amount_fen > 0),
  kind text not null,
  document uuid not null,
  seq int not null,
  title text not null,
  at timestamptz not null,
  value_day date not null,
  -- Of buyer-side accounts: the transfer's place in the account, and the balance after it. Platform-side names have neither.
  from_entry bigint,
  from_after_fen bigint,
  to_entry bigint,
  to_after_fen bigint,
  -- Of a hold: what was used after it and the limit that it was checked against.
  used_after_fen bigint,
  limit_fen bigint,
  constraint ledger_transfer_within_limit check (used_after_fen <= limit_fen),
  constraint ledger_transfer_pk primary key (enterprise_id, id),
  constraint ledger_transfer_once unique (enterprise_id, kind, document, seq),
  constraint ledger_transfer_two_sides check (from_account <> to_account)
);
create index ledger_transfer_by_kind on ledger_transfer (enterprise_id, kind, at desc, id);
grant select, insert on ledger_transfer to mall_app;

create table credit_account (
  enterprise_id uuid constraint credit_account_pk primary key constraint credit_account_enterprise references enterprise,
  base_limit_fen bigint not null constraint credit_account_base check (base_limit_fen >= 0),
  temp_limit_fen bigint not null constraint credit_account_temp check (temp_limit_fen >= 0),
  temp_end_day date,
  opened_at timestamptz not null,
  constraint credit_account_temp_ends check ((temp_limit_fen = 0) or temp_end_day is not null)
);
grant select, insert, update on credit_account to mall_app;

-- Every change of a limit, with who made it. Insert only.
create table credit_limit_change (
  enterprise_id uuid not null constraint credit_limit_change_enterprise references enterprise,
  id uuid not null,
  kind text not null constraint credit_limit_change_kind check (kind in ('base', 'temp')),
  limit_fen bigint not null,
  temp_end_day date,
  reason text not null,
  staff_id uuid,
  at timestamptz not null,
  constraint credit_limit_change_pk primary key (enterprise_id, id)
);
grant select, insert on credit_limit_change to mall_app;

-- The credit agreement as accepted: which text, when, from where. Insert only.
create table credit_agreement (
  enterprise_id uuid not null constraint credit_agreement_enterprise references enterprise,
  id uuid not null,
  user_id uuid not null,
  text_version text not null,
  text_hash bytea not null,
  ip text,
  accepted_at timestamptz not null,
  constraint credit_agreement_pk primary key (enterprise_id, id)
);
grant select, insert on credit_agreement to mall_app;
