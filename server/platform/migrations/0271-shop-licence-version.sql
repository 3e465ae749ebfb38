-- Licences of shops are edited with a version. Those that stand have one from the beginning, so that nobody replaces them unseen.
insert into row_edit (kind, row_key, version, changed_by, changed_at, what)
select 'shopLicence', shop_id || ' ' || kind_id, 1, staff_id, entered_at, '登记' from shop_licence where stored_at is not null and ended_at is null
on conflict (kind, row_key) do nothing;
