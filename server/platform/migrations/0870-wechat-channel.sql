-- A buyer may bind his WeChat to get messages of the mall's service account there (decision 710). His id with the account is sealed like his
-- mail address. Without a following WeChat delivers nothing, so what it refuses is marked until he follows and says so.
alter table contact_setting
  add column wechat_sealed bytea,
  add column wechat_bound_at timestamptz,
  add column wechat_unfollowed_at timestamptz,
  add constraint contact_setting_wechat check ((wechat_sealed is null) = (wechat_bound_at is null) and (wechat_sealed is null or user_id is not null)),
  add constraint contact_setting_unfollowed check (wechat_unfollowed_at is null or wechat_sealed is not null);

-- Which messages also go to his WeChat.
alter table alert_choice add column by_wechat boolean not null default false;
