/**
 * SQL that makes the seals of the ledger right on several machines. Rows have the number of the coordinator's transaction (a default, which the
 * coordinator computes). A commit in two phases ends there first, and is seen on the other machines when these have committed what they
 * prepared, a moment later. So what had ended counts when nothing that was prepared by then is left; otherwise nothing new has ended.
 */
export const ENDED_TRANSACTIONS_OF_ALL_MACHINES = `create or replace function transactions_ended() returns bigint language plpgsql as $function$
declare
  ended constant bigint := pg_snapshot_xmin(pg_current_snapshot())::text::bigint + transaction_base();
  prepared constant text := $$select coalesce(string_agg(gid, ' '), '') from pg_prepared_xacts where database = current_database() and gid like 'citus%'$$;
  waiting text[];
begin
  loop
    -- A machine that does not answer may have prepared anything, so the next time all that is prepared counts again.
    waiting := (select array_agg(distinct gid) from run_command_on_all_nodes(prepared) node, unnest(case when node.success then string_to_array(node.result, ' ')
      else array['?'] end) gid where gid <> '' and (coalesce('?' = any(waiting), true) or gid = '?' or gid = any(waiting)));
    if waiting is null then return ended; end if;
    exit when clock_timestamp() > statement_timestamp() + interval '2 seconds';
    perform pg_sleep(0.05);
  end loop;
  return coalesce((select max(until) from ledger_seal_day), 0);
end
$function$`
