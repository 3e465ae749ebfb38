-- 红字信息确认单 (decision 430): what the tax bureau must confirm before a red letter of a 专票 is issued. One row for each request; its id is the serial for the provider.
create table invoice_red_confirmation (
  enterprise_id uuid not null,
  id uuid not null,
  issue_id uuid not null,
  state text not null constraint invoice_red_confirmation_state
    check (state in ('REQUESTED', 'PENDING', 'UNNEEDED', 'CONFIRMED', 'REFUSED', 'EXPIRED')),
  -- Whether the provider requests it, or a person typed what the tax bureau shows.
  way text not null constraint invoice_red_confirmation_way check (way in ('provider', 'hand')),
  -- Its number at the tax bureau; null until the tax bureau has it.
  number text,
  -- Until when the buyer can confirm it; null if the buyer need not.
  until timestamptz,
  requested_at timestamptz not null,
  state_at timestamptz not null,
  constraint invoice_red_confirmation_pk primary key (enterprise_id, id),
  constraint invoice_red_confirmation_of foreign key (enterprise_id, issue_id) references invoice_issue,
  constraint invoice_red_confirmation_numbered check (state in ('REQUESTED', 'REFUSED', 'EXPIRED') or number is not null)
);
-- A red letter has one request at a time.
create unique index invoice_red_confirmation_live on invoice_red_confirmation (enterprise_id, issue_id) where state not in ('REFUSED', 'EXPIRED');
create unique index invoice_red_confirmation_number on invoice_red_confirmation (number) where number is not null;
create index invoice_red_confirmation_of_issue on invoice_red_confirmation (enterprise_id, issue_id, requested_at);
create index invoice_red_confirmation_pending on invoice_red_confirmation (state_at) where state = 'PENDING';
grant select, insert, update on invoice_red_confirmation to mall_app;
