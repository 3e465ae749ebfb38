-- Who has asked for a waiver or a write-off may withdraw it, as other requests that two people decide; he can still not agree to it.
alter table finance_request drop constraint finance_request_two_people;
alter table finance_request add constraint finance_request_two_people check (state <> 'DONE' or decided_by <> proposed_by);

-- A document that takes back what was booked at several rates has a row for each.
alter table revenue_line add column part_no smallint not null default 0;
alter table revenue_line drop constraint revenue_line_pk, add constraint revenue_line_pk primary key (enterprise_id, source_id, line_no, part_no);
