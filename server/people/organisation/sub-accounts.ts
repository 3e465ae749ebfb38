// The actions of a main account on the memberships of sub-accounts. memberships.ts has all memberships.
import type { Expression } from 'kysely'
import type { Fen } from '#contract/platform/core/money.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { countRows } from '#server/platform/core/paging.ts'
import { toParentOfGroupBuyer } from './memberships.ts'

/** A sub-account, as its main account sees it. */
export interface SubAccount {
  enterpriseId: string
  userId: string
  id: string
  name: string
  permCode: string
  status: 0 | 1
  /** In fen; null: no limit. */
  orderLimitFen: Fen | null
  monthLimitFen: Fen | null
  /** null: the person has not accepted yet. */
  acceptedAt: Date | null
  createdAt: Date
  /** The parent of the group whose person he is; null: an own sub-account. Then `acceptedAt` is when the main account approved him. */
  parent: { enterpriseId: string; name: string } | null
}

export const subAccountColumns = [
  ...(['enterprise_id', 'user_id', 'id', 'name', 'perm_code', 'status'] as const),
  ...(['order_limit_fen', 'month_limit_fen', 'accepted_at', 'created_at', 'parent_id', 'parent_name'] as const),
]

/** Selects the sub-accounts that are not removed. The main account is never one of them. */
const memberships = (db: Db, enterpriseId: string) =>
  db
    .selectFrom('membership')
    .select(subAccountColumns)
    .where('enterprise_id', '=', enterpriseId)
    .where('account_type', '=', 2)
    .where('deleted_at', 'is', null)

type Row = Awaited<ReturnType<ReturnType<typeof memberships>['executeTakeFirstOrThrow']>>

export const toSubAccount = (row: Row): SubAccount => ({
  enterpriseId: row.enterprise_id,
  userId: row.user_id,
  id: row.id,
  name: row.name ?? '',
  permCode: row.perm_code ?? '',
  status: row.status === 1 ? 1 : 0,
  orderLimitFen: row.order_limit_fen,
  monthLimitFen: row.month_limit_fen,
  acceptedAt: row.accepted_at,
  createdAt: row.created_at,
  parent: toParentOfGroupBuyer(row),
})

/** Lists the sub-accounts of an enterprise, earliest first. */
export async function listSubAccounts(db: Db, enterpriseId: string): Promise<SubAccount[]> {
  const rows = await memberships(db, enterpriseId).orderBy('created_at').orderBy('id').execute()
  return rows.map(toSubAccount)
}

export async function findSubAccount(db: Db, enterpriseId: string, id: string): Promise<SubAccount | undefined> {
  const row = await memberships(db, enterpriseId).where('id', '=', id).executeTakeFirst()
  return row && toSubAccount(row)
}

/** Locks the sub-accounts of an enterprise against additions: two concurrent transactions would otherwise not count each other's. */
export async function lockMainAccount(tx: Tx, enterpriseId: string): Promise<void> {
  await tx
    .selectFrom('membership')
    .select('id')
    .where('enterprise_id', '=', enterpriseId)
    .where('account_type', '=', 1)
    .forUpdate()
    .execute()
}

/** Counts the invitations of an enterprise since a time, including removed memberships. */
export async function countInvitationsOfEnterpriseSince(db: Db, enterpriseId: string, since: Date): Promise<number> {
  return countRows(db.selectFrom('membership').where('enterprise_id', '=', enterpriseId).where('invited_at', '>', since))
}

export type SubAccountInput = Pick<SubAccount, 'enterpriseId' | 'userId' | 'name' | 'permCode' | 'orderLimitFen' | 'monthLimitFen'>

/**
 * Inserts a membership that waits for its person to accept, and returns its id. A removed one is used again. Returns undefined if the
 * person is a member already.
 */
export async function insertInvitedMembership(tx: Tx, moment: Moment, input: SubAccountInput): Promise<string | undefined> {
  const fresh = {
    id: moment.newId(),
    name: input.name,
    perm_code: input.permCode,
    status: 1,
    created_at: moment.now,
    order_limit_fen: input.orderLimitFen,
    month_limit_fen: input.monthLimitFen,
    invited_at: moment.now,
    accepted_at: null,
    deleted_at: null,
    parent_id: null,
    parent_name: null,
  }
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('membership')
    .values({ enterprise_id: input.enterpriseId, user_id: input.userId, account_type: 2, ...fresh })
    .onConflict((conflict) =>
      conflict.columns(['enterprise_id', 'user_id']).doUpdateSet(fresh).where('membership.deleted_at', 'is not', null),
    )
    .executeTakeFirst()
  if (!numInsertedOrUpdatedRows) return undefined
  await tx
    .insertInto('user_enterprise')
    .values({ user_id: input.userId, enterprise_id: input.enterpriseId, joined_at: moment.now })
    .execute()
  return fresh.id
}

type SubAccountRef = Pick<SubAccount, 'enterpriseId' | 'id'>

const changing = (tx: Tx, { enterpriseId, id }: SubAccountRef) =>
  tx
    .updateTable('membership')
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .where('account_type', '=', 2)
    .where('deleted_at', 'is', null)

/** Returns false if the membership does not exist any more. */
export async function updateSubAccountRow(
  tx: Tx,
  ref: SubAccountRef,
  { name, permCode, orderLimitFen, monthLimitFen }: Pick<SubAccount, 'name' | 'permCode' | 'orderLimitFen' | 'monthLimitFen'>,
): Promise<boolean> {
  const { numUpdatedRows } = await changing(tx, ref)
    .set({ name, perm_code: permCode, order_limit_fen: orderLimitFen, month_limit_fen: monthLimitFen })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function updateSubAccountStatusColumn(tx: Tx, ref: SubAccountRef, status: 0 | 1): Promise<boolean> {
  const { numUpdatedRows } = await changing(tx, ref).set({ status }).executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Removes a membership. Its row stays, because orders show its name; its person does not find it any more. */
export async function markSubAccountRemoved(
  tx: Tx,
  moment: Moment,
  { userId, ...ref }: SubAccountRef & Pick<SubAccount, 'userId'>,
): Promise<boolean> {
  const { numUpdatedRows } = await changing(tx, ref).set({ deleted_at: moment.now }).executeTakeFirst()
  await tx.deleteFrom('user_enterprise').where('user_id', '=', userId).where('enterprise_id', '=', ref.enterpriseId).execute()
  return numUpdatedRows > 0n
}

/** The limits up to which a sub-account may order without an approval, and in whose name he orders. */
export interface PurchaseLimits {
  orderLimitFen: Fen | null
  monthLimitFen: Fen | null
  /** The parent whose buyer he is; null: an own sub-account. */
  parentName: string | null
}

const allowances = (db: Db, enterpriseId: string, userId: string | Expression<string>) =>
  db
    .selectFrom('membership')
    .select(['order_limit_fen', 'month_limit_fen', 'parent_name'])
    .where('enterprise_id', '=', enterpriseId)
    .where('user_id', '=', userId)
    .where('account_type', '=', 2)

const allowanceFrom = (
  row: { order_limit_fen: Fen | null; month_limit_fen: Fen | null; parent_name: string | null } | undefined,
): PurchaseLimits | undefined =>
  row && { orderLimitFen: row.order_limit_fen, monthLimitFen: row.month_limit_fen, parentName: row.parent_name }

/** Returns the limits of a sub-account, even if it is removed; undefined for a main account. */
export const findPurchaseLimitsOfSubAccount = async (db: Db, enterpriseId: string, userId: string): Promise<PurchaseLimits | undefined> =>
  allowanceFrom(await allowances(db, enterpriseId, userId).executeTakeFirst())

/**
 * Does the same under a lock: other transactions that order with this membership or change its limits wait. `userId` may be a subquery for
 * the person, so that one statement finds and locks him.
 */
export const lockPurchaseLimitsOfSubAccount = async (
  tx: Tx,
  enterpriseId: string,
  userId: string | Expression<string>,
): Promise<PurchaseLimits | undefined> => allowanceFrom(await allowances(tx, enterpriseId, userId).forNoKeyUpdate().executeTakeFirst())
