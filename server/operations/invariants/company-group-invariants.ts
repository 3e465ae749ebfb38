import type { Invariant } from './checks/invariant.ts'

/** Invariants of groups of companies and the limit that they share. */
export const companyGroupInvariants: readonly Invariant[] = [
  {
    id: 'I-63',
    promise: 'the shares of a group never come to more than its limit, and the share of a member is its base limit',
    sql: `select g.enterprise_id::text from company_group g join company_group_member m on m.enterprise_id = g.enterprise_id and m.left_at is null
        where g.ended_at is null group by g.enterprise_id, g.limit_fen having sum(m.share_fen) > g.limit_fen
      union all
      select m.member_id::text from company_group_member m left join credit_account c on c.enterprise_id = m.member_id
        where m.joined_at is not null and m.left_at is null and m.share_fen <> coalesce(c.base_limit_fen, 0)`,
  },
  {
    id: 'I-63b',
    promise: 'a group and its members name each other, as members or as invited companies',
    sql: `select coalesce(m.member_id, l.enterprise_id)::text
      from (select m.* from company_group_member m join company_group g on g.enterprise_id = m.enterprise_id and g.ended_at is null where m.left_at is null) m
      full join company_group_link l on l.enterprise_id = m.member_id and l.parent_id = m.enterprise_id
      where m.member_id is null or l.enterprise_id is null or (m.joined_at is null) <> (l.joined_at is null)`,
  },
]
