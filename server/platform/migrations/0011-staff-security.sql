-- Second factors of staff, and passwords that somebody else has given.
alter table staff add column totp_sealed bytea;
alter table staff add column totp_confirmed_at timestamptz;
alter table staff add column totp_last_step bigint;
-- Until when an initial password opens the door, to nothing but a password of one's own; null: it is one's own.
alter table staff add column initial_until timestamptz;
