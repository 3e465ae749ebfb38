// Who sees and works on the companies alone whose account manager he is: `staff.own_enterprises_only`.
import { refuse } from '#contract/platform/core/refusals.ts'
import { isLimitedToOwnEnterprises, lockStaff, seesAllEnterprises, updateStaffRow } from '#server/people/staff/staff-store.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'

/** Lists the people who see and work on their own companies alone. */
export async function listStaffIdsLimitedToOwnEnterprises(db: Db): Promise<ReadonlySet<string>> {
  const people = await db
    .selectFrom('staff')
    .select(['id', 'roles', 'custom_codes', 'own_enterprises_only'])
    .where('own_enterprises_only', '=', true)
    .execute()
  return new Set(people.filter(isLimitedToOwnEnterprises).map(({ id }) => id))
}

/** Limits a person to his own companies, or lifts the limit. Refuses STAFF_NOT_FOUND, STAFF_SEES_ALL_ENTERPRISES. */
export async function setStaffOwnEnterprisesOnly(tx: Tx, { staffId, ownOnly }: { staffId: string; ownOnly: boolean }): Promise<void> {
  if (seesAllEnterprises((await lockStaff(tx, staffId)) ?? refuse('STAFF_NOT_FOUND')) && ownOnly) refuse('STAFF_SEES_ALL_ENTERPRISES')
  await updateStaffRow(tx, staffId, { ownOnly })
}
