-- The tables of money that have only been inserted into are sealed like the others (decision 80), and columns that came after their table join its hash.
-- What is in these tables now counts as written by this transaction: it is sealed next, as it is. A constant default rewrites no table, and where rows are on
-- several servers, each has the same number.
do $$
declare
  sealed text;
begin
  foreach sealed in array array['value_day_correction', 'provision_run', 'gateway_trade', 'revenue_line', 'closed_month'] loop
    execute format('alter table %I add column written_in bigint not null default %s', sealed, transaction_number());
    execute format('alter table %I alter column written_in set default transaction_number()', sealed);
  end loop;
end $$;
create index value_day_correction_written on value_day_correction using brin (written_in) with (pages_per_range = 16);
create index provision_run_written on provision_run using brin (written_in) with (pages_per_range = 16);
create index gateway_trade_written on gateway_trade using brin (written_in) with (pages_per_range = 16);
create index revenue_line_written on revenue_line using brin (written_in) with (pages_per_range = 16);
create index closed_month_written on closed_month using brin (written_in) with (pages_per_range = 16);

-- Rows that are there keep the hash that they were sealed with. Each says so itself, because transactions have other numbers where rows are copied to.
alter table statement add column seal_form smallint not null default 0;
alter table bank_allocation add column seal_form smallint not null default 0;
alter table acceptance_request add column seal_form smallint not null default 0;
alter table statement alter column seal_form set default 1;
alter table bank_allocation alter column seal_form set default 1;
alter table acceptance_request alter column seal_form set default 1;

-- The view is rewritten branch by branch.
do $$
declare
  definition text := rtrim(pg_get_viewdef('ledger_seal_row'::regclass), '; ');
  kept text[] := regexp_split_to_array(definition, '\s+UNION ALL\s+', 'i');
  fresh text := '';
  branch text;
begin
  foreach branch in array kept loop
    if branch !~ 'FROM (statement|bank_allocation|acceptance_request)$' then
      fresh := fresh || case when fresh = '' then '' else ' union all ' end || branch;
    end if;
  end loop;
  if array_length(kept, 1) <> array_length(regexp_split_to_array(fresh, '\s+UNION ALL\s+', 'i'), 1) + 3 then
    raise exception 'ledger_seal_row is not what this migration expects';
  end if;
  execute 'create or replace view ledger_seal_row as ' || fresh || $view$
    union all select enterprise_id, 'statement', written_in, closed_at, sha256(convert_to((case when seal_form = 0
      then json_build_array(enterprise_id, month, id, total_fen, wallet_fen, due_day - date '2000-01-01', opening_day - date '2000-01-01',
        extract(epoch from closed_at), encode(hash, 'hex'))
      else json_build_array(enterprise_id, month, id, total_fen, wallet_fen, due_day - date '2000-01-01', opening_day - date '2000-01-01',
        extract(epoch from closed_at), encode(hash, 'hex'), on_time_day - date '2000-01-01') end)::text, 'UTF8')) from statement
    union all select enterprise_id, 'bank_allocation', written_in, at, sha256(convert_to((case when seal_form = 0
      then json_build_array(enterprise_id, id, line_id, kind, amount_fen, payment_id, title, reason, reference, made_by, extract(epoch from at), alone)
      else json_build_array(enterprise_id, id, line_id, kind, amount_fen, payment_id, title, reason, reference, made_by, extract(epoch from at), alone,
        acceptance_id) end)::text, 'UTF8')) from bank_allocation
    union all select enterprise_id, 'acceptance_request', written_in, proposed_at, sha256(convert_to((case when seal_form = 0
      then json_build_array(enterprise_id, id, bill_id, value_day - date '2000-01-01', fee_fen, reason, proposed_by, extract(epoch from proposed_at))
      else json_build_array(enterprise_id, id, bill_id, value_day - date '2000-01-01', fee_fen, reason, proposed_by, extract(epoch from proposed_at), kind,
        discount_fen, line_id) end)::text, 'UTF8')) from acceptance_request
    union all select '00000000-0000-4000-8000-000000000001', 'value_day_correction', written_in, at, sha256(convert_to(json_build_array(line_id,
      from_day - date '2000-01-01', to_day - date '2000-01-01', import_id, corrected_by, extract(epoch from at))::text, 'UTF8')) from value_day_correction
    union all select '00000000-0000-4000-8000-000000000001', 'provision_run', written_in, at, sha256(convert_to(json_build_array(month, id, bands, base_fen,
      required_fen, before_fen, change_fen, extract(epoch from at))::text, 'UTF8')) from provision_run
    union all select '00000000-0000-4000-8000-000000000001', 'closed_month', written_in, at, sha256(convert_to(json_build_array(month,
      extract(epoch from at))::text, 'UTF8')) from closed_month
    union all select enterprise_id, 'gateway_trade', written_in, null, sha256(convert_to(json_build_array(enterprise_id, out_trade_no, channel,
      payment_id)::text, 'UTF8')) from gateway_trade
    union all select enterprise_id, 'revenue_line', written_in, null, sha256(convert_to(json_build_array(enterprise_id, source_id, line_no, part_no,
      day - date '2000-01-01', kind, order_id, shop_id, project_id, tax_code, rate_bp, held_fen, held_tax_fen, earned_fen, earned_tax_fen)::text, 'UTF8'))
      from revenue_line $view$;
end $$;
