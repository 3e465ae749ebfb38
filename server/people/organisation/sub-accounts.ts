// What a main account does with the seats of its sub-accounts; memberships.ts says who sits where.
import type { Fen } from '#contract/platform/core/money.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { countRows } from '#server/platform/core/paging.ts'

/** A sub-account's place, as its main account sees it. */
export interface SubAccount {
  enterpriseId: string
  userId: string
  id: string
  name: string
  permCode: string
  status: 0 | 1
  /** In fen; null: none. */
  orderLimitFen: Fen | null
  monthLimitFen: Fen | null
  /** null: the person has not said yes. */
  acceptedAt: Date | null
  createdAt: Date
}

const columns = [
  ...(['enterprise_id', 'user_id', 'id', 'name', 'perm_code', 'status'] as const),
  ...(['order_limit_fen', 'month_limit_fen', 'accepted_at', 'created_at'] as const),
]

/** Those of sub-accounts that have not been taken away. A main account's seat is none of them, whatever asks. */
const seats = (db: Db, enterpriseId: string) =>
  db
    .selectFrom('membership')
    .select(columns)
    .where('enterprise_id', '=', enterpriseId)
    .where('account_type', '=', 2)
    .where('deleted_at', 'is', null)

type Row = Awaited<ReturnType<ReturnType<typeof seats>['executeTakeFirstOrThrow']>>

const seatFrom = (row: Row): SubAccount => ({
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
})

/** All sub-accounts of a company, the first one in front. */
export async function listSubAccounts(db: Db, enterpriseId: string): Promise<SubAccount[]> {
  const rows = await seats(db, enterpriseId).orderBy('created_at').orderBy('id').execute()
  return rows.map(seatFrom)
}

export async function findSubAccount(db: Db, enterpriseId: string, id: string): Promise<SubAccount | undefined> {
  const row = await seats(db, enterpriseId).where('id', '=', id).executeTakeFirst()
  return row && seatFrom(row)
}

/** Holds back whoever else adds to this company: two at once would each count the seats without the other's. */
export async function lockSubAccounts(tx: Tx, enterpriseId: string): Promise<void> {
  await tx
    .selectFrom('membership')
    .select('id')
    .where('enterprise_id', '=', enterpriseId)
    .where('account_type', '=', 1)
    .forUpdate()
    .execute()
}

/** How many people a company has invited since an instant, those included whose seat it has taken away again. */
export async function countInvitations(db: Db, enterpriseId: string, since: Date): Promise<number> {
  return countRows(db.selectFrom('membership').where('enterprise_id', '=', enterpriseId).where('invited_at', '>', since))
}

export type SubAccountInput = Pick<SubAccount, 'enterpriseId' | 'userId' | 'name' | 'permCode' | 'orderLimitFen' | 'monthLimitFen'>

/** Keeps a seat for somebody until he says yes, and returns its id. One that was taken away begins anew; undefined: he has a seat here. */
export async function inviteMember(tx: Tx, moment: Moment, wish: SubAccountInput): Promise<string | undefined> {
  const fresh = {
    id: moment.newId(),
    name: wish.name,
    perm_code: wish.permCode,
    status: 1,
    created_at: moment.now,
    order_limit_fen: wish.orderLimitFen,
    month_limit_fen: wish.monthLimitFen,
    invited_at: moment.now,
    accepted_at: null,
    deleted_at: null,
  }
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('membership')
    .values({ enterprise_id: wish.enterpriseId, user_id: wish.userId, account_type: 2, ...fresh })
    .onConflict((conflict) =>
      conflict.columns(['enterprise_id', 'user_id']).doUpdateSet(fresh).where('membership.deleted_at', 'is not', null),
    )
    .executeTakeFirst()
  if (!numInsertedOrUpdatedRows) return undefined
  await tx.insertInto('user_enterprise').values({ user_id: wish.userId, enterprise_id: wish.enterpriseId, joined_at: moment.now }).execute()
  return fresh.id
}

type SeatRef = Pick<SubAccount, 'enterpriseId' | 'id'>

const changing = (tx: Tx, { enterpriseId, id }: SeatRef) =>
  tx
    .updateTable('membership')
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .where('account_type', '=', 2)
    .where('deleted_at', 'is', null)

/** Each of these: false when the seat is not there any more. */
export async function updateSubAccount(
  tx: Tx,
  ref: SeatRef,
  { name, permCode, orderLimitFen, monthLimitFen }: Pick<SubAccount, 'name' | 'permCode' | 'orderLimitFen' | 'monthLimitFen'>,
): Promise<boolean> {
  const { numUpdatedRows } = await changing(tx, ref)
    .set({ name, perm_code: permCode, order_limit_fen: orderLimitFen, month_limit_fen: monthLimitFen })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function setSubAccountStatus(tx: Tx, ref: SeatRef, status: 0 | 1): Promise<boolean> {
  const { numUpdatedRows } = await changing(tx, ref).set({ status }).executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Takes a seat away. Its row stays, as the name under what was ordered from it; its person no longer finds it. */
export async function deleteSubAccount(tx: Tx, moment: Moment, { userId, ...ref }: SeatRef & Pick<SubAccount, 'userId'>): Promise<boolean> {
  const { numUpdatedRows } = await changing(tx, ref).set({ deleted_at: moment.now }).executeTakeFirst()
  await tx.deleteFrom('user_enterprise').where('user_id', '=', userId).where('enterprise_id', '=', ref.enterpriseId).execute()
  return numUpdatedRows > 0n
}

/** What a sub-account may order without being asked for, kept as it is until the transaction ends. */
export interface PurchaseLimits {
  orderLimitFen: Fen | null
  monthLimitFen: Fen | null
}

const allowances = (db: Db, enterpriseId: string, userId: string) =>
  db
    .selectFrom('membership')
    .select(['order_limit_fen', 'month_limit_fen'])
    .where('enterprise_id', '=', enterpriseId)
    .where('user_id', '=', userId)
    .where('account_type', '=', 2)

const allowanceFrom = (row: { order_limit_fen: Fen | null; month_limit_fen: Fen | null } | undefined): PurchaseLimits | undefined =>
  row && { orderLimitFen: row.order_limit_fen, monthLimitFen: row.month_limit_fen }

/** The limits of a sub-account, of one whose seat is gone too; undefined for a main account, which has none. */
export const findPurchaseLimits = async (db: Db, enterpriseId: string, userId: string): Promise<PurchaseLimits | undefined> =>
  allowanceFrom(await allowances(db, enterpriseId, userId).executeTakeFirst())

/** The same, locked: whoever else orders from this seat, or changes its limits, waits. */
export const lockPurchaseLimits = async (tx: Tx, enterpriseId: string, userId: string): Promise<PurchaseLimits | undefined> =>
  allowanceFrom(await allowances(tx, enterpriseId, userId).forNoKeyUpdate().executeTakeFirst())
