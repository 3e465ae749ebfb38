-- Invoices: whose title, over which lines of which orders, what a provider was asked for, and the papers that came of it.

create table invoice_title (
  enterprise_id uuid not null constraint invoice_title_enterprise references enterprise,
  id uuid not null,
  kind text not null constraint invoice_title_kind check (kind in ('NORMAL', 'SPECIAL')),
  name text not null,
  tax_no text not null,
  -- Of a special invoice all four; of a normal one empty.
  address text not null,
  phone text not null,
  bank text not null,
  account_no text not null,
  is_default boolean not null,
  created_at timestamptz not null,
  constraint invoice_title_pk primary key (enterprise_id, id),
  constraint invoice_title_whole check (kind = 'NORMAL' or '' not in (address, phone, bank, account_no))
);
create unique index invoice_title_one_default on invoice_title (enterprise_id) where is_default;
grant select, insert, update, delete on invoice_title to mall_app;

create table invoice (
  enterprise_id uuid not null constraint invoice_enterprise references enterprise,
  id uuid not null,
  -- The number of the request. The tax number comes with the issue.
  invoice_no text not null,
  shop_id uuid not null,
  -- The statement that it is over; null: over orders.
  month text,
  -- Who asked for it.
  user_id uuid not null,
  state text not null constraint invoice_state check (state in ('APPLIED', 'ISSUING', 'FAILED', 'ISSUED', 'REJECTED', 'RED')),
  -- The title as it was when it was asked for: kind, name, tax number, and the rest of a special one.
  title jsonb not null,
  email text not null,
  remark text not null,
  -- With tax; tax_fen of it is tax.
  amount_fen bigint not null constraint invoice_amount check (amount_fen >= 0),
  tax_fen bigint not null,
  rate_bp int not null constraint invoice_rate check (rate_bp between 0 and 10000),
  -- What red letters that are issued have taken back.
  red_fen bigint not null default 0,
  -- Why it was rejected, or why no provider issues it.
  reason text,
  -- Taken back whole because it was made out wrongly: its lines may be invoiced anew.
  mistaken boolean not null default false,
  -- The rejected request that it repeats.
  replaces uuid,
  entries int not null,
  state_at timestamptz not null,
  created_at timestamptz not null,
  issued_at timestamptz,
  constraint invoice_pk primary key (enterprise_id, id),
  constraint invoice_number unique (enterprise_id, invoice_no),
  constraint invoice_tax check (tax_fen between 0 and amount_fen),
  constraint invoice_red check (red_fen between 0 and amount_fen),
  constraint invoice_issued check ((state in ('ISSUED', 'RED')) = (issued_at is not null)),
  constraint invoice_rejected check (state <> 'REJECTED' or reason is not null)
);
create index invoice_by_time on invoice (enterprise_id, created_at desc, id);
create index invoice_queue on invoice (state, state_at, id);
create index invoice_console on invoice (created_at desc, id);
grant select, insert, update on invoice to mall_app;

-- What an invoice is over: a line of an order (0: its freight), or of an order on credit a line of one of its parcels.
create table invoice_line (
  enterprise_id uuid not null,
  invoice_id uuid not null,
  seq int not null,
  order_id uuid not null,
  order_no text not null,
  -- The order itself, or of an order on credit the parcel, which is what was posted.
  part_id uuid not null,
  order_line_no smallint not null,
  goods_name text not null,
  spec text not null,
  unit text not null,
  -- null: a part of it came back before, so that no whole number of units makes the amount.
  quantity int constraint invoice_line_quantity check (quantity > 0),
  amount_fen bigint not null constraint invoice_line_amount check (amount_fen >= 0),
  tax_fen bigint not null,
  -- What red letters, asked for or issued, take back.
  red_fen bigint not null default 0,
  -- Counts: false once the request is rejected, or the invoice taken back as mistaken.
  live boolean not null default true,
  constraint invoice_line_pk primary key (enterprise_id, invoice_id, seq),
  constraint invoice_line_of foreign key (enterprise_id, invoice_id) references invoice,
  constraint invoice_line_order foreign key (enterprise_id, order_id) references "order",
  constraint invoice_line_tax check (tax_fen between 0 and amount_fen),
  constraint invoice_line_red check (red_fen between 0 and amount_fen)
);
-- No line is invoiced twice.
create unique index invoice_line_once on invoice_line (enterprise_id, part_id, order_line_no) where live;
create index invoice_line_by_order on invoice_line (enterprise_id, order_id);
grant select, insert, update on invoice_line to mall_app;

-- An asking for a tax invoice, blue or red. Its id is the serial that the provider knows it by: asked twice, it is one invoice.
create table invoice_issue (
  enterprise_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  kind text not null constraint invoice_issue_kind check (kind in ('blue', 'red')),
  state text not null constraint invoice_issue_state check (state in ('WAIT', 'ISSUED', 'FAILED', 'VOID')),
  -- Who makes it out: the provider, or people of finance at the tax bureau.
  way text not null constraint invoice_issue_way check (way in ('provider', 'hand')),
  amount_fen bigint not null constraint invoice_issue_amount check (amount_fen > 0),
  tax_fen bigint not null,
  -- Of a red letter: the tax bureau's reason, and ours in words.
  red_reason text,
  note text not null,
  number text,
  issued_at timestamptz,
  tries smallint not null default 0,
  next_try_at timestamptz,
  failure text,
  created_at timestamptz not null,
  constraint invoice_issue_pk primary key (enterprise_id, id),
  constraint invoice_issue_of foreign key (enterprise_id, invoice_id) references invoice,
  constraint invoice_issue_tax check (tax_fen between 0 and amount_fen),
  constraint invoice_issue_red check ((kind = 'red') = (red_reason is not null)),
  constraint invoice_issue_done check ((state = 'ISSUED') = (number is not null and issued_at is not null))
);
create unique index invoice_issue_one_blue on invoice_issue (enterprise_id, invoice_id) where kind = 'blue' and state <> 'FAILED';
create unique index invoice_issue_number on invoice_issue (number) where number is not null;
create index invoice_issue_of_invoice on invoice_issue (enterprise_id, invoice_id, created_at);
create index invoice_issue_due on invoice_issue (next_try_at) where next_try_at is not null;
create index invoice_issue_red_queue on invoice_issue (created_at) where kind = 'red' and state in ('WAIT', 'FAILED');
grant select, insert, update on invoice_issue to mall_app;

-- What a red letter takes back of which line.
create table invoice_red_line (
  enterprise_id uuid not null,
  issue_id uuid not null,
  invoice_id uuid not null,
  seq int not null,
  amount_fen bigint not null constraint invoice_red_line_amount check (amount_fen > 0),
  tax_fen bigint not null,
  constraint invoice_red_line_pk primary key (enterprise_id, issue_id, seq),
  constraint invoice_red_line_of foreign key (enterprise_id, issue_id) references invoice_issue,
  constraint invoice_red_line_line foreign key (enterprise_id, invoice_id, seq) references invoice_line,
  constraint invoice_red_line_tax check (tax_fen between 0 and amount_fen)
);
create index invoice_red_line_by_line on invoice_red_line (enterprise_id, invoice_id, seq);
grant select, insert on invoice_red_line to mall_app;

-- The papers themselves lie in the file store under their id.
create table invoice_file (
  enterprise_id uuid not null,
  id uuid not null,
  issue_id uuid not null,
  format text not null constraint invoice_file_format check (format in ('pdf', 'ofd', 'xml')),
  bytes int not null,
  -- SHA-256 of what lies in the store.
  hash bytea not null,
  -- Since when the store has it; null: it was cut off, and is fetched again.
  kept_at timestamptz,
  constraint invoice_file_pk primary key (enterprise_id, id),
  constraint invoice_file_of foreign key (enterprise_id, issue_id) references invoice_issue,
  constraint invoice_file_once unique (enterprise_id, issue_id, format)
);
grant select, insert, update, delete on invoice_file to mall_app;

create table invoice_entry (
  enterprise_id uuid not null,
  invoice_id uuid not null,
  seq int not null,
  verb text not null,
  actor_kind text not null constraint invoice_entry_actor check (actor_kind in ('member', 'staff', 'clock')),
  actor_id uuid,
  text text not null,
  at timestamptz not null,
  constraint invoice_entry_pk primary key (enterprise_id, invoice_id, seq),
  constraint invoice_entry_of foreign key (enterprise_id, invoice_id) references invoice
);
grant select, insert on invoice_entry to mall_app;
