-- Who made an account of the platform's people, or gave it back to somebody: for a week the two are not two people (docs/decisions/0023).
create table staff_intervention (
  id uuid constraint staff_intervention_pk primary key,
  -- Whose account.
  staff_id uuid not null constraint staff_intervention_staff references staff,
  by_id uuid not null constraint staff_intervention_by references staff,
  kind text not null constraint staff_intervention_kind check (kind in ('created', 'roles', 'enabled', 'password', 'secondFactor')),
  at timestamptz not null,
  constraint staff_intervention_another check (staff_id <> by_id)
);
create index staff_intervention_of on staff_intervention (staff_id, at desc);
grant select, insert on staff_intervention to mall_app;

-- What the audit trail knows of the last week counts at once.
insert into staff_intervention (id, staff_id, by_id, kind, at)
select gen_random_uuid(), s.id, b.id,
  case split_part(a.action, '/', 5) when 'add' then 'created' when 'modify' then 'roles' when 'reset-pwd' then 'password' else 'secondFactor' end, a.at
from audit_log a
join staff s on s.id::text = a.object_id or s.email = lower(a.facts ->> 'email')
join staff b on b.id = a.actor_id and b.id <> s.id
where a.actor_kind = 'staff' and a.outcome = 'ok' and a.at > now() - interval '7 days'
  and a.action in ('/console-api/api/staff-account/add', '/console-api/api/staff-account/modify', '/console-api/api/staff-account/reset-pwd',
    '/console-api/api/staff-account/reset-totp');
