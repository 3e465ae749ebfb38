-- A cart that nobody has changed for a long time is deleted, so a line says when it was changed last. Null: not since it was added, or by a
-- server of before this column.
alter table cart_line add column changed_at timestamptz;
-- Lines that were added before a day. A change of a quantity does not touch it.
create index cart_line_by_age on cart_line (created_at);
