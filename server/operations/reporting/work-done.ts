// What staff have done, by day, from the audit log.
import { sql } from 'kysely'
import { WORK_DONE_DAYS, type WorkDoneCounts } from '#contract/operations/queue/api.ts'
import { type WorkDoneKind, workDoneKinds } from '#contract/operations/queue/work-done.ts'
import { getConsoleCallAccessRule } from '#contract/platform/core/console-access-rules.ts'
import { toWholeCallPath } from '#contract/platform/core/console-call-path.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { hasPermission, type StaffPermissionHolder } from '#contract/platform/core/permissions.ts'
import { addDays, getStartOfShanghaiDay, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { anyOfTextsSql, type Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

/** The kinds of work that somebody may do some of. Whoever may do none, as the auditor, sees all of them. */
function listKindsOf(holder: StaffPermissionHolder): WorkDoneKind[] {
  const all = keysOf(workDoneKinds)
  const own = all.filter((kind) => workDoneKinds[kind].calls.some((call) => hasPermission(holder, getConsoleCallAccessRule(call))))
  return own.length === 0 ? all : own
}

interface Counted {
  day: string
  action: string
  all: number
  own: number
}

const add = (rows: readonly Counted[]) => ({
  all: rows.reduce((sum, row) => sum + row.all, 0),
  own: rows.reduce((sum, row) => sum + row.own, 0),
})

/**
 * Counts the work that a staff member may do, of all staff and of himself, on each of the last `WORK_DONE_DAYS` days in Shanghai. A call that did
 * several things, such as an import, is one. Shops do not limit it: it is work and not what it was about.
 */
export async function countWorkDoneByDay(
  db: Db,
  moment: Moment,
  caller: StaffPermissionHolder & { staffId: string },
): Promise<WorkDoneCounts> {
  const today = toShanghaiDay(moment.now)
  const first = addDays(today, 1 - WORK_DONE_DAYS)
  const kinds = listKindsOf(caller).map((kind) => ({ kind, actions: new Set(workDoneKinds[kind].calls.map(toWholeCallPath)) }))
  const rows: Counted[] = await withoutTenantGuard(db, 'console')
    .selectFrom('audit_log')
    .select([sql<string>`(at at time zone 'Asia/Shanghai')::date`.as('day'), 'action'])
    .select((eb) => [eb.fn.countAll<number>().as('all'), eb.fn.countAll<number>().filterWhere('actor_id', '=', caller.staffId).as('own')])
    .where('action', '=', anyOfTextsSql(kinds.flatMap(({ actions }) => [...actions])))
    .where('at', '>=', getStartOfShanghaiDay(first))
    .where('outcome', '=', 'ok')
    .where('actor_kind', '=', 'staff')
    .groupBy(sql`1, 2`)
    .execute()
  const days = Array.from({ length: WORK_DONE_DAYS }, (_, at) => addDays(first, at))
  return {
    days: days.map((day) => ({ day, ...add(rows.filter((row) => row.day === day)) })),
    kinds: kinds.map(({ kind, actions }) => {
      const own = rows.filter(({ action }) => actions.has(action))
      return { kind, today: add(own.filter(({ day }) => day === today)), ...add(own) }
    }),
  }
}
