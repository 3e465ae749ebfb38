import type { Invariant } from './checks/invariant.ts'

/** Invariants of groups of companies and the limit that they share. */
export const companyGroupInvariants: readonly Invariant[] = [
  {
    id: 'I-63',
    acrossCompanies: true,
    promise:
      'the members of a group never take more than its limit, each its share or what it uses beyond the highest temporary limit that it has had; only the share counts of one with a bounced bill or a lapsed cover. The share of a member is its base limit',
    sql: `with members as materialized (
          select m.enterprise_id, m.member_id, m.share_fen, m.joined_at is not null as joined, g.limit_fen, g.ended_at is null as lasts
          from company_group_member m join company_group g on g.enterprise_id = m.enterprise_id where m.left_at is null),
        figures as materialized (
          select c.enterprise_id, c.base_limit_fen, greatest(0, l.drawn - c.freed_fen) + l.held - coalesce(t.fen, 0) as used_fen,
            exists (select from acceptance_event e where e.enterprise_id = c.enterprise_id and e.verb in ('bounce', 'lapse')) as has_lost_cover
          from credit_account c
          left join (select enterprise_id, max(balance_fen) filter (where name = 'creditHeld') as held, -max(balance_fen) filter (where name = 'creditDrawn') as drawn
            from ledger_account where enterprise_id in (select member_id from members) group by enterprise_id) l on l.enterprise_id = c.enterprise_id
          left join (select enterprise_id, max(limit_fen) as fen from credit_limit_change
            where kind = 'temp' and enterprise_id in (select member_id from members) group by enterprise_id) t on t.enterprise_id = c.enterprise_id
          where c.enterprise_id in (select member_id from members))
      select m.enterprise_id::text from members m left join figures f on f.enterprise_id = m.member_id where m.lasts group by m.enterprise_id, m.limit_fen
        having sum(case when not m.joined or f.has_lost_cover then m.share_fen else greatest(m.share_fen, f.used_fen) end) > m.limit_fen
      union all
      select m.member_id::text from members m left join figures f on f.enterprise_id = m.member_id
        where m.joined and m.share_fen <> coalesce(f.base_limit_fen, 0)`,
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
    promise:
      'who buys for a company as a person of a parent is an enabled sub-account of that parent, and the company belongs to its group',
    sql: `with buyer as materialized (
          select id, enterprise_id, parent_id, user_id from membership where parent_id is not null and deleted_at is null),
        colleague as materialized (
          select enterprise_id, user_id from membership where account_type = 2 and status = 1 and accepted_at is not null and deleted_at is null
            and parent_id is null and enterprise_id in (select parent_id from buyer)),
        link as materialized (
          select enterprise_id, parent_id from company_group_link where joined_at is not null and enterprise_id in (select enterprise_id from buyer))
      select b.id::text from buyer b
      left join link l on l.enterprise_id = b.enterprise_id and l.parent_id = b.parent_id
      left join colleague p on p.enterprise_id = b.parent_id and p.user_id = b.user_id
      where l.enterprise_id is null or p.user_id is null`,
  },
]
