-- A database that is distributed by company keeps a key only if it contains the company (docs/scale.md). Money that is sent back is always
-- sent by the mall's own company, so a line of the bank statement is still used for it once. The id of a comment is random.
drop index bank_allocation_outgoing;
create unique index bank_allocation_outgoing on bank_allocation (enterprise_id, reference) where kind = 'back';
drop index comment_by_id;
create index comment_by_id on comment (id);
