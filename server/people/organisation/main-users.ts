import { sql } from 'kysely'
import { anyOfIdsSql, type Db } from '#server/platform/core/db.ts'

/** The user of an enterprise's main account as SQL, for a statement that reads it together with other facts; null: there is none. */
export const mainUserIdSql = (enterpriseId: string) =>
  sql<string | null>`(select m.user_id from membership m where m.enterprise_id = ${enterpriseId} and m.account_type = 1)`

/** Returns the user of an enterprise's main account. */
export async function findMainUserId(db: Db, enterpriseId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('membership')
    .select('user_id')
    .where('enterprise_id', '=', enterpriseId)
    .where('account_type', '=', 1)
    .executeTakeFirst()
  return row?.user_id
}

/** Lists the users of the main accounts of the given enterprises, unsorted. */
export async function listMainUserIdsOfEnterprises(
  db: Db,
  enterpriseIds: readonly string[],
): Promise<{ enterpriseId: string; userId: string }[]> {
  const rows = await db
    .selectFrom('membership')
    .select(['enterprise_id', 'user_id'])
    .where('enterprise_id', '=', anyOfIdsSql(enterpriseIds))
    .where('account_type', '=', 1)
    .execute()
  return rows.map(({ enterprise_id, user_id }) => ({ enterpriseId: enterprise_id, userId: user_id }))
}
