-- Who did what is sealed like the rows of money (decision 80): a changed or deleted row of the audit log is found by I-30.
-- What is there already counts as written by this transaction: it is sealed next, as it is. A constant default rewrites no table.
do $$
begin
  execute format('alter table audit_log add column written_in bigint not null default %s', transaction_number());
end $$;
alter table audit_log alter column written_in set default transaction_number();
create index audit_log_written on audit_log using brin (written_in) with (pages_per_range = 16);

-- Rows of all companies are one chain, because most acts of staff and guests are of none.
do $$
begin
  execute 'create or replace view ledger_seal_row as ' || rtrim(pg_get_viewdef('ledger_seal_row'::regclass), '; ') || $view$
    union all select '00000000-0000-4000-8000-000000000001', 'audit_log', written_in, at, sha256(convert_to(json_build_array(extract(epoch from at), id,
      request_id, actor_kind, actor_id, enterprise_id, ip, action, object_kind, object_id, outcome, reason, facts, parent_name)::text, 'UTF8'))
      from audit_log $view$;
end $$;
