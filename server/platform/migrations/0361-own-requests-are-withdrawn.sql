-- Who has asked for a waiver or a write-off may withdraw it, as other requests that two people decide; he can still not agree to it.
alter table finance_request drop constraint finance_request_two_people;
alter table finance_request add constraint finance_request_two_people check (state <> 'DONE' or decided_by <> proposed_by);
