-- A cart that nobody has changed for a long time is deleted, so a line says when it was changed last. Null: not since it was added, or by a
-- server of before this column. Nobody knows when the lines that are there were changed: their time begins now.
alter table cart_line add column changed_at timestamptz default now();
alter table cart_line alter column changed_at drop default;
-- Lines that were added before a day. A change of a quantity does not touch it.
create index cart_line_by_age on cart_line (created_at);
