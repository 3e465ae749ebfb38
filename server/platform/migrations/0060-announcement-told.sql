-- When open screens were told that an announcement begins: one written for later is told by the clock, once.
alter table announcement add column told_at timestamptz;
update announcement set told_at = starts_at where starts_at <= now();
create index announcement_untold on announcement (starts_at) where told_at is null and withdrawn_at is null;
