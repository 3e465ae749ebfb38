// Buyers of a parent in the members of its group (集团采购): memberships of a member that name the parent. sub-accounts.ts changes them like others.
import { ZERO_FEN } from '#contract/platform/core/money.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { type SubAccount, subAccountColumns, toSubAccount } from './sub-accounts.ts'

const groupBuyers = (db: Db) =>
  db.selectFrom('membership').select(subAccountColumns).where('parent_id', 'is not', null).where('deleted_at', 'is', null)

/** Lists the buyers of a parent in the given companies, also those that wait for the approval of their company, earliest first. */
export async function listGroupBuyersOfParent(db: Db, parentId: string, enterpriseIds: readonly string[]): Promise<SubAccount[]> {
  const rows = await groupBuyers(db)
    .where('enterprise_id', '=', anyOfIdsSql(enterpriseIds))
    .where('parent_id', '=', parentId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(toSubAccount)
}

/** Lists in which companies a person of a parent is its buyer, by company. */
export async function listGroupBuyersOfPerson(db: Db, parentId: string, userId: string): Promise<SubAccount[]> {
  const rows = await groupBuyers(withoutTenantGuard(db, 'working in sets'))
    .where('user_id', '=', userId)
    .where('parent_id', '=', parentId)
    .orderBy('enterprise_id')
    .execute()
  return rows.map(toSubAccount)
}

/**
 * Inserts a buyer of a parent who waits for the approval of the member, without any permission, and returns the id of his membership. That of
 * an earlier buyer of the same parent is used again. Undefined: he is, or was last, an own person of the member or the buyer of another parent,
 * and his records there are not to be shown as this parent's.
 */
export async function insertProposedGroupBuyer(
  tx: Tx,
  moment: Moment,
  {
    enterpriseId,
    userId,
    name,
    parent,
  }: Pick<SubAccount, 'enterpriseId' | 'userId' | 'name'> & { parent: { enterpriseId: string; name: string } },
): Promise<string | undefined> {
  const fresh = {
    id: moment.newId(),
    name,
    perm_code: '',
    // Nobody tells him anything of the member before he is approved.
    status: 0,
    created_at: moment.now,
    // An unpaid order of his from before would else be above no limit. The approval sets the real ones.
    order_limit_fen: ZERO_FEN,
    month_limit_fen: ZERO_FEN,
    accepted_at: null,
    deleted_at: null,
    parent_id: parent.enterpriseId,
    parent_name: parent.name,
  }
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('membership')
    .values({ enterprise_id: enterpriseId, user_id: userId, account_type: 2, ...fresh })
    .onConflict((conflict) =>
      conflict
        .columns(['enterprise_id', 'user_id'])
        .doUpdateSet(fresh)
        .where('membership.deleted_at', 'is not', null)
        .where('membership.parent_id', '=', parent.enterpriseId),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows ? fresh.id : undefined
}

/** Approves a proposed buyer, who finds the company from then on. Returns false if he does not wait for it. */
export async function approveGroupBuyerRow(
  tx: Tx,
  moment: Moment,
  {
    enterpriseId,
    userId,
    id,
    permCode,
    orderLimitFen,
    monthLimitFen,
  }: Pick<SubAccount, 'enterpriseId' | 'userId' | 'id' | 'permCode' | 'orderLimitFen' | 'monthLimitFen'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('membership')
    .set({
      perm_code: permCode,
      order_limit_fen: orderLimitFen,
      month_limit_fen: monthLimitFen,
      status: 1,
      accepted_at: moment.now,
    })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .where('parent_id', 'is not', null)
    .where('accepted_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await tx.insertInto('user_enterprise').values({ user_id: userId, enterprise_id: enterpriseId, joined_at: moment.now }).execute()
  return true
}
