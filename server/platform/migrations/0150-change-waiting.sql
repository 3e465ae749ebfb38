-- Changes wait for their number in a table of their own, to which transactions only add. Before, a change took the number off the row of its
-- object in change_mark, and so it waited for whoever was giving that row a number, and the other way round.
create table change_waiting (
  enterprise_id uuid not null constraint change_waiting_enterprise references enterprise,
  id bigint generated always as identity,
  kind text not null,
  object text not null,
  constraint change_waiting_pk primary key (enterprise_id, id)
)
-- Rows live for half a second: swept by how many have gone, not by their share.
with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 20000);
grant select, insert, delete on change_waiting to mall_app;

insert into change_waiting (enterprise_id, kind, object) select enterprise_id, kind, object from change_mark where seq is null;
delete from change_mark where seq is null;
drop index change_mark_new, change_mark_by_number, change_mark_by_time;
alter table change_mark drop constraint change_mark_numbered;
alter table change_mark alter column seq set not null, alter column at set not null;
create unique index change_mark_by_number on change_mark (enterprise_id, kind, seq);
create index change_mark_by_time on change_mark (enterprise_id, kind, at);

-- One statement each, whose plan a connection keeps; a function of SQL is planned anew in each statement that calls it.
create or replace function mark_order() returns trigger language plpgsql as $$
  begin
    insert into change_waiting (enterprise_id, kind, object) values (new.enterprise_id, 'order', new.id::text);
    return null;
  end $$;
create or replace function mark_order_of_line() returns trigger language plpgsql as $$
  begin
    insert into change_waiting (enterprise_id, kind, object) values (new.enterprise_id, 'order', new.order_id::text);
    return null;
  end $$;
create or replace function mark_statement() returns trigger language plpgsql as $$
  begin
    insert into change_waiting (enterprise_id, kind, object) values (new.enterprise_id, 'statement', new.month);
    return null;
  end $$;
create or replace function mark_invoice() returns trigger language plpgsql as $$
  begin
    insert into change_waiting (enterprise_id, kind, object) values (new.enterprise_id, 'invoice', new.id::text);
    return null;
  end $$;
drop function mark_change(uuid, text, text);
