-- What a service has read from the picture of a paper, or found in the register of companies, for the form of a verification (decision 620).
create table verification_reading (
  enterprise_id uuid not null constraint verification_reading_enterprise references enterprise,
  id uuid not null,
  -- A member; no foreign key, because a person belongs to no enterprise (decision 610).
  user_id uuid not null,
  source text not null constraint verification_reading_source check (source in ('licence', 'idFront', 'idBack', 'register')),
  -- The picture; null: a question to the register. The file may be deleted before the reading is.
  file_id uuid,
  -- SHA-256 of the picture, or a keyed digest of the question: the same is not asked twice.
  subject_hash bytea not null constraint verification_reading_hash check (length(subject_hash) = 32),
  state text not null constraint verification_reading_state check (state in ('ASKED', 'READ', 'UNREADABLE', 'NO_ANSWER')),
  -- Whether a service was asked. Otherwise it is a remembered answer, for another upload of the same picture.
  asked boolean not null,
  -- The values, sealed; null: there are none.
  sealed bytea,
  -- The values with their labels, masked, for the file of the person.
  masked jsonb not null default '[]',
  at timestamptz not null,
  constraint verification_reading_pk primary key (enterprise_id, id),
  constraint verification_reading_sealed check ((state = 'READ') = (sealed is not null))
);
create index verification_reading_person on verification_reading (user_id, at);
create index verification_reading_age on verification_reading (at);
-- One copy of a remembered answer for an upload.
create unique index verification_reading_copy on verification_reading (enterprise_id, user_id, source, file_id) where not asked;
grant select, insert, update, delete on verification_reading to mall_app;

-- The readings that a submission was filled in with, as they were when it was submitted; sealed as its numbers are.
alter table verification_submission add column readings_sealed bytea;
-- The same with labels, masked, for the file of the person.
alter table verification_submission add column readings_masked jsonb;
-- When a person has proven his mobile number by a code at the registration; null: it was taken over, invited or changed.
alter table app_user add column mobile_verified_at timestamptz;
