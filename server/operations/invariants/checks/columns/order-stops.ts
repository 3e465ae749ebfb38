import { haveSameEnterpriseSql, type Invariant } from '#server/operations/invariants/checks/invariant.ts'

/** The invariant of the stop-list. */
export const orderStopInvariants: readonly Invariant[] = [
  {
    id: 'I-40',
    promise: 'a company is on the stop-list exactly as the last request says that two people agreed to',
    sql: `select 'company ' || c.enterprise_id from credit_account c left join lateral (
        select case r.kind when 'put' then r.scope end as scope, case r.kind when 'put' then r.reason end as reason, r.contact
        from order_stop_request r where ${haveSameEnterpriseSql('r', 'c')} and r.state = 'DONE' order by r.decided_at desc, r.id desc limit 1) last on true
      where (c.stop_scope, c.stop_reason, c.stop_contact) is distinct from (last.scope, last.reason, last.contact)`,
  },
]
