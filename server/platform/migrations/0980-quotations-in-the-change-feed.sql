-- Programs of companies pull quotations that have changed, like orders (decision 820).
alter table change_mark drop constraint change_mark_kind,
  add constraint change_mark_kind check (kind in ('order', 'statement', 'invoice', 'quotation'));

create function mark_quotation() returns trigger language plpgsql as $$
  begin
    insert into change_waiting (enterprise_id, kind, object) values (new.enterprise_id, 'quotation', new.id::text);
    return null;
  end $$;
-- Not for what a side has read, which programs do not see.
create trigger quotation_marked after insert or update of state, version, reason, messages, row_version on quotation
  for each row execute function mark_quotation();

insert into change_waiting (enterprise_id, kind, object) select enterprise_id, 'quotation', id::text from quotation order by created_at, id;
