import { anyOf, type Db } from '#server/platform/core/db.ts'

/** Who holds the main account of a company. */
export async function findMainUser(db: Db, enterpriseId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('membership')
    .select('user_id')
    .where('enterprise_id', '=', enterpriseId)
    .where('account_type', '=', 1)
    .executeTakeFirst()
  return row?.user_id
}

/** Who holds the main accounts of some companies, in no order. */
export async function listMainUsers(db: Db, enterpriseIds: readonly string[]): Promise<{ enterpriseId: string; userId: string }[]> {
  const rows = await db
    .selectFrom('membership')
    .select(['enterprise_id', 'user_id'])
    .where('enterprise_id', '=', anyOf(enterpriseIds))
    .where('account_type', '=', 1)
    .execute()
  return rows.map(({ enterprise_id, user_id }) => ({ enterpriseId: enterprise_id, userId: user_id }))
}
