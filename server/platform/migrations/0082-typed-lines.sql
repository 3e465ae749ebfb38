-- A use of a typed line by the only person who says that its money is there: such uses are added up by person, by company and by day.
alter table bank_allocation add column alone boolean not null default false;
create index bank_allocation_alone on bank_allocation (at) where alone;
-- Typed lines that no statement has confirmed, the oldest first.
create index bank_line_unconfirmed on bank_line (at, id) where source = 'typed' and voided_at is null;
