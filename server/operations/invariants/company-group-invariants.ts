import type { Invariant } from './checks/invariant.ts'

/** Invariants of groups of companies and the limit that they share. */
export const companyGroupInvariants: readonly Invariant[] = [
  {
    id: 'I-63',
    acrossCompanies: true,
    inOneDatabaseOnly: true,
    promise:
      'the members of a group never take more than its limit, each its share or what it uses beyond the highest temporary limit that it has had; only the share counts of one with a bounced bill or a lapsed cover. The share of a member is its base limit',
    sql: `select g.enterprise_id::text from company_group g join company_group_member m on m.enterprise_id = g.enterprise_id and m.left_at is null
          left join credit_account c on c.enterprise_id = m.member_id
          left join (select enterprise_id, max(balance_fen) filter (where name = 'creditHeld') as held, -max(balance_fen) filter (where name = 'creditDrawn') as drawn
            from ledger_account group by enterprise_id) l on l.enterprise_id = m.member_id
          left join (select enterprise_id, max(limit_fen) as fen from credit_limit_change where kind = 'temp' group by enterprise_id) t on t.enterprise_id = m.member_id
        where g.ended_at is null group by g.enterprise_id, g.limit_fen
        having sum(case when m.joined_at is null or exists (select from acceptance_event e where e.enterprise_id = m.member_id and e.verb in ('bounce', 'lapse'))
          then m.share_fen else greatest(m.share_fen, greatest(0, l.drawn - c.freed_fen) + l.held - coalesce(t.fen, 0)) end) > g.limit_fen
      union all
      select m.member_id::text from company_group_member m left join credit_account c on c.enterprise_id = m.member_id
        where m.joined_at is not null and m.left_at is null and m.share_fen <> coalesce(c.base_limit_fen, 0)`,
  },
  {
    id: 'I-63b',
    acrossCompanies: true,
    promise: 'a group and its members name each other, as members or as invited companies',
    sql: `select coalesce(m.member_id, l.enterprise_id)::text
      from (select m.* from company_group_member m join company_group g on g.enterprise_id = m.enterprise_id and g.ended_at is null where m.left_at is null) m
      full join company_group_link l on l.enterprise_id = m.member_id and l.parent_id = m.enterprise_id
      where m.member_id is null or l.enterprise_id is null or (m.joined_at is null) <> (l.joined_at is null)`,
  },
  {
    id: 'I-63c',
    acrossCompanies: true,
    inOneDatabaseOnly: true,
    promise:
      'who buys for a company as a person of a parent is an enabled sub-account of that parent, and the company belongs to its group',
    sql: `select b.id::text from membership b
      left join company_group_link l on l.enterprise_id = b.enterprise_id and l.parent_id = b.parent_id and l.joined_at is not null
      left join membership p on p.enterprise_id = b.parent_id and p.user_id = b.user_id and p.account_type = 2 and p.status = 1 and p.accepted_at is not null
        and p.deleted_at is null and p.parent_id is null
      where b.parent_id is not null and b.deleted_at is null and (l.enterprise_id is null or p.user_id is null)`,
  },
]
