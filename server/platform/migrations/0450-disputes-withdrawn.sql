-- A buyer withdraws a dispute before it is decided (decision 320): from the day of withdrawn_at on the line is due as if nobody had disputed it, and bears interest again.
alter table statement_line drop constraint statement_line_dispute;
alter table statement_line
  add constraint statement_line_dispute check (dispute in ('OPEN', 'FOR_BUYER', 'AGAINST_BUYER', 'WITHDRAWN')),
  add column withdrawn_at timestamptz,
  add column withdrawn_by uuid;
grant update (withdrawn_at, withdrawn_by) on statement_line to mall_app;
