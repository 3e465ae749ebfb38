-- The journal of accountants (序时账): entries that a job makes of the transfers of each day that is over. See decision 140. Nobody's tenant: these are the
-- platform's own books, in which a company is what a line is about.

-- Which days are in the journal, by which rules.
create table journal_day (
  day date constraint journal_day_pk primary key,
  month text not null,
  -- The codes of the accounts by kind of transfer, as they were when the entries were made.
  rules jsonb not null,
  transfers bigint not null constraint journal_day_transfers check (transfers >= 0),
  made_at timestamptz not null,
  constraint journal_day_of_month check (month = to_char(day, 'YYYY-MM'))
);
grant select, insert, delete on journal_day to mall_app;
grant update (transfers) on journal_day to mall_app;

-- 记账凭证, numbered within its month and word: 记, or 备 for accounts that are in no balance sheet (表外).
create table journal_entry (
  month text not null,
  word text not null constraint journal_entry_word check (word in ('记', '备')),
  no integer not null constraint journal_entry_no check (no > 0),
  day date not null constraint journal_entry_day references journal_day,
  -- The rule that made it: a kind of transfer.
  rule text not null,
  title text not null,
  -- Of an entry per document: the one that its transfers have.
  document uuid,
  constraint journal_entry_pk primary key (month, word, no)
);
create index journal_entry_by_day on journal_entry (day);
grant select, insert, delete on journal_entry to mall_app;

create table journal_line (
  month text not null,
  word text not null,
  no integer not null,
  line_no integer not null,
  day date not null,
  account text not null,
  debit_fen bigint not null,
  credit_fen bigint not null,
  -- What it is about: the company whose transfers these are.
  enterprise_id uuid not null constraint journal_line_enterprise references enterprise,
  -- The account of the ledger whose transfers it stands for.
  ledger_account text not null,
  constraint journal_line_pk primary key (month, word, no, line_no),
  constraint journal_line_entry foreign key (month, word, no) references journal_entry,
  constraint journal_line_side check ((debit_fen = 0) <> (credit_fen = 0))
);
-- Balances are sums over an account until a day; the amounts are in the index.
create index journal_line_by_account on journal_line (account, day) include (debit_fen, credit_fen);
create index journal_line_by_enterprise on journal_line (enterprise_id, account, day) include (debit_fen, credit_fen);
create index journal_line_by_day on journal_line (day);
grant select, insert, delete on journal_line to mall_app;
