-- What a company's own systems use: keys to the machine API, the order in which its papers changed, and where it is told of them.

-- 接口密钥. Only the digest of a key is kept; the token says whose it is, so its row is found on that company's machine.
create table api_key (
  enterprise_id uuid not null constraint api_key_enterprise references enterprise,
  id uuid not null,
  name text not null,
  -- What the token begins with: enough to know it again, not to guess it.
  prefix text not null,
  token_hash bytea not null,
  -- Permission codes, comma-separated.
  codes text not null,
  -- Addresses and CIDR ranges that it may come from; empty: any.
  addresses jsonb not null,
  expires_at timestamptz,
  created_by uuid not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  last_used_ip text,
  -- The key that took its place; this one lives on until it expires.
  replaced_by uuid,
  revoked_at timestamptz,
  revoked_kind text constraint api_key_revoked_kind check (revoked_kind in ('member', 'staff')),
  revoked_by uuid,
  constraint api_key_pk primary key (enterprise_id, id),
  constraint api_key_token unique (enterprise_id, token_hash),
  constraint api_key_revoked check ((revoked_at is null) = (revoked_kind is null) and (revoked_at is null) = (revoked_by is null)),
  constraint api_key_replaced check (replaced_by is null or expires_at is not null)
);
create index api_key_by_time on api_key (enterprise_id, created_at desc, id);
grant select, insert, update, delete on api_key to mall_app;

-- What changed of a company, each thing once, under the number of its latest change. A change comes without a number: whoever numbers holds
-- change_count, so numbers are given in the order in which they become visible, and who has read up to one has missed nothing below it.
create table change_mark (
  enterprise_id uuid not null constraint change_mark_enterprise references enterprise,
  kind text not null constraint change_mark_kind check (kind in ('order', 'statement', 'invoice')),
  -- The id of an order or an invoice, the month of a statement.
  object text not null,
  seq bigint,
  at timestamptz,
  constraint change_mark_pk primary key (enterprise_id, kind, object),
  constraint change_mark_numbered check ((seq is null) = (at is null))
);
create unique index change_mark_by_number on change_mark (enterprise_id, kind, seq) where seq is not null;
create index change_mark_by_time on change_mark (enterprise_id, kind, at) where seq is not null;
create index change_mark_new on change_mark (enterprise_id, kind, object) where seq is null;
grant select, insert, update on change_mark to mall_app;

create table change_count (
  enterprise_id uuid not null constraint change_count_enterprise references enterprise,
  last bigint not null,
  constraint change_count_pk primary key (enterprise_id)
);
grant select, insert, update on change_count to mall_app;

-- In triggers, because statements are closed and charged in sets, and no writer of these tables can forget it. They write a row of the same
-- company, which a distributed database allows.
create function mark_change(enterprise uuid, what text, which text) returns void language sql as $$
  insert into change_mark (enterprise_id, kind, object) values (enterprise, what, which)
  on conflict (enterprise_id, kind, object) do update set seq = null, at = null where change_mark.seq is not null
$$;
create function mark_order() returns trigger language plpgsql as $$
  begin perform mark_change(new.enterprise_id, 'order', new.id::text); return null; end $$;
create function mark_order_of_line() returns trigger language plpgsql as $$
  begin perform mark_change(new.enterprise_id, 'order', new.order_id::text); return null; end $$;
create function mark_statement() returns trigger language plpgsql as $$
  begin perform mark_change(new.enterprise_id, 'statement', new.month); return null; end $$;
create function mark_invoice() returns trigger language plpgsql as $$
  begin perform mark_change(new.enterprise_id, 'invoice', new.id::text); return null; end $$;

create trigger order_marked after insert or update on "order" for each row execute function mark_order();
create trigger order_line_marked after update on order_line for each row execute function mark_order_of_line();
create trigger statement_marked after insert or update on statement for each row execute function mark_statement();
create trigger statement_line_marked after update on statement_line for each row execute function mark_statement();
create trigger statement_entry_marked after insert on statement_entry for each row execute function mark_statement();
create trigger statement_interest_marked after insert or update on statement_interest for each row execute function mark_statement();
create trigger invoice_marked after insert or update on invoice for each row execute function mark_invoice();

insert into change_mark (enterprise_id, kind, object) select enterprise_id, 'order', id::text from "order";
insert into change_mark (enterprise_id, kind, object) select enterprise_id, 'statement', month from statement;
insert into change_mark (enterprise_id, kind, object) select enterprise_id, 'invoice', id::text from invoice;

-- 消息推送: an address that is told of events, each signed with a secret that the server can open, since it has to sign with it.
create table webhook (
  enterprise_id uuid not null constraint webhook_enterprise references enterprise,
  id uuid not null,
  name text not null,
  url text not null,
  events jsonb not null,
  secret_sealed bytea not null,
  -- After a change the former secret signs as well, until then.
  old_secret_sealed bytea,
  old_secret_until timestamptz,
  -- PAUSED by the company; DISABLED after failing for long, or by the platform.
  state text not null constraint webhook_state check (state in ('ACTIVE', 'PAUSED', 'DISABLED')),
  why text,
  last_ok_at timestamptz,
  -- Since when nothing has gone through; null: the last one did.
  failing_since timestamptz,
  -- Until then it is left alone after a failure.
  rest_until timestamptz,
  created_by uuid not null,
  created_at timestamptz not null,
  deleted_at timestamptz,
  constraint webhook_pk primary key (enterprise_id, id),
  constraint webhook_old_secret check ((old_secret_sealed is null) = (old_secret_until is null))
);
create index webhook_by_time on webhook (enterprise_id, created_at, id) where deleted_at is null;
grant select, insert, update on webhook to mall_app;

-- One event for one address: its id is the same in every try.
create table webhook_delivery (
  enterprise_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  event text not null,
  -- What it is about, as the list shows it: a number, a month.
  subject text not null,
  body text not null,
  state text not null constraint webhook_delivery_state check (state in ('WAIT', 'DELIVERED', 'PARKED')),
  tries int not null default 0,
  -- How many tries there had been when this round of them began: by hand it begins anew.
  round_from int not null default 0,
  next_at timestamptz,
  created_at timestamptz not null,
  done_at timestamptz,
  constraint webhook_delivery_pk primary key (enterprise_id, id),
  constraint webhook_delivery_of foreign key (enterprise_id, webhook_id) references webhook,
  constraint webhook_delivery_waits check ((state = 'WAIT') = (next_at is not null) and (state = 'DELIVERED') = (done_at is not null))
);
create index webhook_delivery_by_time on webhook_delivery (enterprise_id, webhook_id, created_at desc, id);
create index webhook_delivery_due on webhook_delivery (next_at) where next_at is not null;
create index webhook_delivery_old on webhook_delivery (created_at);
grant select, insert, update, delete on webhook_delivery to mall_app;

create table webhook_attempt (
  enterprise_id uuid not null,
  delivery_id uuid not null,
  no int not null,
  at timestamptz not null,
  ms int not null,
  status int,
  -- Why there was no answer.
  fault text,
  -- The beginning of what was answered.
  answer text not null,
  constraint webhook_attempt_pk primary key (enterprise_id, delivery_id, no),
  constraint webhook_attempt_of foreign key (enterprise_id, delivery_id) references webhook_delivery on delete cascade
);
grant select, insert on webhook_attempt to mall_app;

-- Keys act too, and are forbidden things.
alter table audit_log drop constraint audit_log_actor_kind;
alter table audit_log add constraint audit_log_actor_kind check (actor_kind in ('guest', 'member', 'staff', 'system', 'machine'));
