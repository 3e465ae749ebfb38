-- What the columns of a bank's file are, where its headings are not known: finance has said so once, and the next file with these headings is read by it.
-- A format is not changed: it is ended, and another one is made.
create table bank_statement_format (
  id uuid constraint bank_statement_format_pk primary key,
  name text not null,
  -- The headings from the first column to the last, normalised.
  headings jsonb not null,
  -- The position of the column of each field.
  mapping jsonb not null,
  made_by uuid not null,
  made_at timestamptz not null,
  ended_by uuid,
  ended_at timestamptz,
  constraint bank_statement_format_end check ((ended_by is null) = (ended_at is null))
);
create unique index bank_statement_format_name on bank_statement_format (name) where ended_at is null;
-- By a hash: headings may be longer than a key of an index.
create unique index bank_statement_format_headings on bank_statement_format (md5(headings::text)) where ended_at is null;
grant select, insert on bank_statement_format to mall_app;
grant update (ended_by, ended_at) on bank_statement_format to mall_app;
