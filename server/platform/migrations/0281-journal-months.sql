-- 结账: a month of the journal that is closed keeps its entries as they are. Two people reopen it. See decision 140.
create table journal_month (
  month text constraint journal_month_pk primary key,
  state text not null constraint journal_month_state check (state in ('OPEN', 'CLOSED', 'ASKED')),
  closed_by uuid not null,
  closed_at timestamptz not null,
  -- What it came to when it was closed: the hash is over all of its lines.
  entries integer not null,
  debit_fen bigint not null,
  hash bytea not null,
  -- The request to open it again, the last one if there were several.
  reason text,
  asked_by uuid,
  asked_at timestamptz,
  decided_by uuid,
  decided_at timestamptz,
  constraint journal_month_asked check ((asked_by is null) = (asked_at is null) and (asked_by is null) = (reason is null)),
  constraint journal_month_two_people check (decided_by is null or state = 'CLOSED' or decided_by <> asked_by),
  constraint journal_month_opened check (state <> 'OPEN' or (asked_by is not null and decided_by is not null))
);
grant select, insert, update on journal_month to mall_app;

-- The hash of the lines of a month.
create function journal_month_hash(of_month text) returns bytea language sql stable as $$
  select sha256(convert_to(coalesce(string_agg(json_build_array(e.word, e.no, e.day - date '2000-01-01', e.rule, e.title, l.line_no, l.account, l.debit_fen, l.credit_fen,
    l.enterprise_id)::text, ',' order by l.word collate "C", l.no, l.line_no), ''), 'UTF8'))
  from journal_line l join journal_entry e on e.month = l.month and e.word = l.word and e.no = l.no where l.month = of_month
$$;

-- A closed month takes no entry and loses none, whoever writes.
create function keep_closed_journal_month() returns trigger language plpgsql as $$
begin
  if exists (select from journal_month where month = case tg_op when 'DELETE' then old.month else new.month end and state <> 'OPEN') then
    raise exception 'the month is closed' using errcode = 'check_violation', constraint = 'journal_month_closed';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;
create trigger journal_day_open before insert or delete on journal_day for each row execute function keep_closed_journal_month();
create trigger journal_entry_open before insert or delete on journal_entry for each row execute function keep_closed_journal_month();
