-- A code belongs to whoever asked for it: a member, a browser or an address. What strangers ask for or guess of the same mobile touches it not.
-- Codes of the version before are good for five minutes at most: whoever holds one asks again.
delete from sms_code;
alter table sms_code add column asker text not null;
alter table sms_code drop constraint sms_code_pk;
alter table sms_code add constraint sms_code_pk primary key (mobile_hmac, purpose, asker);

-- What one address sends is counted in rate_counter. Texts that a mobile's owner asked for from where he is known are limited apart from those of strangers.
drop index sms_sent_by_ip;
alter table sms_sent add column own boolean not null default false;
