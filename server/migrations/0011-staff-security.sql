-- Second factors of staff, and staff that is disabled.
alter table staff add column totp_sealed bytea;
alter table staff add column totp_confirmed_at timestamptz;
alter table staff add column totp_last_step bigint;
