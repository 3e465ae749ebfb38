-- How the console looks people and acts up. Each list is read newest first, by the page.

create index audit_log_actor on audit_log (actor_id, at desc);
create index audit_log_action on audit_log (action, at desc);
create index audit_log_kind on audit_log (actor_kind, at desc);
create index audit_log_refused on audit_log (at desc) where outcome = 'refused';
-- An id names its object without its kind, which whoever looks it up may not know.
drop index audit_log_object;
create index audit_log_object on audit_log (object_id, at desc);

create index app_user_created on app_user (created_at desc, id);
create index app_user_masked on app_user (mobile_masked);
