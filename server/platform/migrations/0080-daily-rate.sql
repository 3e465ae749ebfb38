-- A company's own rate of interest is bounded as the platform's is: at most 10 hundredths of a percent a day. Ten percent a day was possible;
-- a higher rate is lowered to the bound, and the audit trail keeps what it was.
insert into audit_log (at, id, request_id, actor_kind, enterprise_id, action, object_kind, object_id, outcome, facts)
select now(), gen_random_uuid(), 'migration 0080', 'system', enterprise_id, 'lower daily rate', 'enterprise', enterprise_id::text, 'ok',
  jsonb_build_object('from', daily_rate, 'to', 10)
from repayment_terms where daily_rate > 10;
update repayment_terms set daily_rate = 10, changed_at = now() where daily_rate > 10;

alter table repayment_terms drop constraint repayment_terms_rate;
alter table repayment_terms add constraint repayment_terms_rate check (daily_rate between 0 and 10);
-- The platform's own, which the contract has always held to the same bound.
alter table setting add constraint setting_daily_rate check (name <> 'credit' or (value ->> 'dailyRateBp')::int between 0 and 10);
