import type { Invariant } from './invariant.ts'

/** Invariants of sessions, and of what staff are permitted. */
export const sessionInvariants: readonly Invariant[] = [
  {
    id: 'I-18',
    acrossCompanies: true,
    promise:
      'a live session has the rights of its seat, a punch-out some of them, and the seat was accepted, and its seat, its person and its company are enabled',
    sql: `with live as materialized (select s.*, u.status as user_status from session s left join app_user u on u.id = s.user_id where s.ended_at is null),
      seat as materialized (select enterprise_id, user_id, status, accepted_at, deleted_at, perm_code, account_type from membership
        where (enterprise_id, user_id) in (select enterprise_id, user_id from live)),
      company as materialized (select id, status from enterprise where id in (select enterprise_id from live))
      select s.id::text from live s
      left join seat m on m.enterprise_id = s.enterprise_id and m.user_id = s.user_id left join company c on c.id = s.enterprise_id
      where (m.status is distinct from 1 or m.accepted_at is null or m.deleted_at is not null or s.user_status is distinct from 1 or c.status is distinct from 1
        or case when s.punch_out_id is null then m.perm_code is distinct from s.perm_code
          else not string_to_array(s.perm_code, ',') <@ string_to_array(m.perm_code, ',') end or m.account_type <> s.account_type)`,
  },
  {
    id: 'I-59',
    promise: 'what the own roles of staff permit lies in their rows; nobody has such a role that has ended, and no auditor has one',
    sql: `with held as (select distinct h.staff_id, c.code from staff_custom_role h join custom_role r on r.id = h.role_id, unnest(string_to_array(r.codes, ',')) c (code)),
      kept as (select distinct s.id as staff_id, c.code from staff s, unnest(string_to_array(s.custom_codes, ',')) c (code))
      select concat_ws(' ', staff_id, code) from held full join kept using (staff_id, code) where held is null or kept is null
      union all select h.staff_id::text from staff_custom_role h join custom_role r on r.id = h.role_id join staff s on s.id = h.staff_id
      where r.ended_at is not null or 'auditor' = any(string_to_array(s.roles, ','))`,
  },
]
