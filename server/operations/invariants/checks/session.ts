import type { Invariant } from './invariant.ts'

/** Invariants of sessions. */
export const sessionInvariants: readonly Invariant[] = [
  {
    id: 'I-18',
    promise: 'a live session has the rights of its seat, which was accepted, and its seat, its person and its company are enabled',
    sql: `select s.id::text from session s
      left join membership m on m.enterprise_id = s.enterprise_id and m.user_id = s.user_id
      left join app_user u on u.id = s.user_id left join enterprise c on c.id = s.enterprise_id
      where s.ended_at is null and (m.status is distinct from 1 or m.accepted_at is null or m.deleted_at is not null or u.status is distinct from 1 or c.status is distinct from 1
        or m.perm_code is distinct from s.perm_code or m.account_type <> s.account_type)`,
  },
]
