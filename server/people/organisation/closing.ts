// The changes of memberships and enterprises when a person closes his account.
import { sql } from 'kysely'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

/** A membership of a person, also one that was removed. */
export interface CurrentOrFormerMembership {
  enterpriseId: string
  isMain: boolean
  name: string | null
}

/** Lists all enterprises in which a person is or was a member, earliest first. */
export async function listPresentAndFormerMembershipsOfUser(db: Db, userId: string): Promise<CurrentOrFormerMembership[]> {
  const rows = await withoutTenantGuard(db, 'working in sets')
    .selectFrom('membership')
    .select(['enterprise_id', 'account_type', 'name'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('enterprise_id')
    .execute()
  return rows.map(({ enterprise_id, account_type, name }) => ({
    enterpriseId: enterprise_id,
    isMain: account_type === 1,
    name,
  }))
}

/** Removes all memberships of a person and his name in them. The rows stay, because orders refer to them. */
export async function removeMembershipsOfUserAndEraseName(
  tx: Tx,
  moment: Moment,
  { userId, enterpriseIds }: { userId: string; enterpriseIds: readonly string[] },
): Promise<void> {
  await tx
    .updateTable('membership')
    .set((eb) => ({ name: null, deleted_at: eb.fn.coalesce('deleted_at', eb.val(moment.now)) }))
    .where('enterprise_id', '=', anyOfIdsSql(enterpriseIds))
    .where('user_id', '=', userId)
    .execute()
  await tx.deleteFrom('user_enterprise').where('user_id', '=', userId).execute()
}

/** Closes enterprises together with their main account: nobody can act for them any more, and the name of the agent is erased. */
export async function markEnterprisesClosed(tx: Tx, moment: Moment, ids: readonly string[]): Promise<void> {
  await tx
    .updateTable('enterprise')
    .set({ status: 0, closed_at: moment.now, agent_name: null })
    .where('id', '=', anyOfIdsSql(ids))
    .execute()
}

/** Whether the enterprise in a column of a query was closed before or at a time. */
export const isEnterpriseClosedBeforeSql = (enterpriseId: string, before: Date) =>
  sql<boolean>`${sql.ref(enterpriseId)} in (select id from enterprise where closed_at <= ${before})`
