-- 覆盖期满 (decision 230): a bill that the bank has not paid three days after maturity covers no more, and what it freed of the limit is taken back. A job says so, so the
-- event has no person.
alter table acceptance_event
  drop constraint acceptance_event_verb,
  alter column staff_id drop not null;
alter table acceptance_event
  add constraint acceptance_event_verb check (verb in ('accept', 'lapse', 'honour', 'discount', 'bounce')),
  add constraint acceptance_event_staff check ((staff_id is null) = (verb = 'lapse'));
