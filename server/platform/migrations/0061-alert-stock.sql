-- 到货通知 goes out by SMS as well, for who wants it so.
alter table alert_choice drop constraint alert_choice_kind,
  add constraint alert_choice_kind check (kind in ('due', 'approval', 'order', 'review', 'stock'));
