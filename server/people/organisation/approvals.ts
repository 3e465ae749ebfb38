// Reads and writes the table `approval`. It is in a lower module than orders/orders, which creates approvals, and orders/approval, which
// decides them.
import type { PurchaseApprovalState } from '#contract/orders/approval/api.ts'
import type { PaymentMethod } from '#contract/orders/orders/amounts.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal, type RowSlice } from '#server/platform/core/paging.ts'

/** 采购审批: the approval of a trade above its buyer's limit. */
export interface PurchaseApprovalRecord {
  id: string
  tradeId: string
  askedBy: string
  askedAt: Date
  state: PurchaseApprovalState
  why: string
  payableFen: Fen
  method: PaymentMethod
  decidedBy: string | null
  decidedAt: Date | null
  opinion: string | null
}

const approvals = (db: Db, enterpriseId: string) => db.selectFrom('approval').where('enterprise_id', '=', enterpriseId)
const columns = [
  ...(['id', 'trade_id', 'asked_by', 'asked_at', 'state', 'why', 'payable_fen', 'method'] as const),
  ...(['decided_by', 'decided_at', 'opinion'] as const),
]

interface Row {
  id: string
  trade_id: string
  asked_by: string
  asked_at: Date
  state: PurchaseApprovalState
  why: string
  payable_fen: Fen
  method: PaymentMethod
  decided_by: string | null
  decided_at: Date | null
  opinion: string | null
}

const approvalFrom = (row: Row): PurchaseApprovalRecord => ({
  id: row.id,
  tradeId: row.trade_id,
  askedBy: row.asked_by,
  askedAt: row.asked_at,
  state: row.state,
  why: row.why,
  payableFen: row.payable_fen,
  method: row.method,
  decidedBy: row.decided_by,
  decidedAt: row.decided_at,
  opinion: row.opinion,
})

/** The question for the main account: whose limit a trade exceeds, why, and the trade. */
export interface NewPurchaseApproval {
  enterpriseId: string
  tradeId: string
  askedBy: string
  why: string
  payableFen: Fen
  method: PaymentMethod
}

/** Inserts an approval that waits for the main account; with `decided`, one that is decided already. */
export async function insertPurchaseApproval(
  tx: Tx,
  moment: Moment,
  { enterpriseId, tradeId, askedBy, why, payableFen, method }: NewPurchaseApproval,
  decided?: { by: string; opinion: string },
): Promise<void> {
  await tx
    .insertInto('approval')
    .values({
      enterprise_id: enterpriseId,
      id: moment.newId(),
      trade_id: tradeId,
      asked_by: askedBy,
      asked_at: moment.now,
      state: decided ? ('APPROVED' as const) : ('PENDING' as const),
      why,
      payable_fen: payableFen,
      method,
      decided_by: decided?.by ?? null,
      decided_at: decided ? moment.now : null,
      opinion: decided?.opinion ?? null,
    })
    .execute()
}

export async function findPurchaseApproval(db: Db, enterpriseId: string, id: string): Promise<PurchaseApprovalRecord | undefined> {
  const row = await approvals(db, enterpriseId).select(columns).where('id', '=', id).executeTakeFirst()
  return row && approvalFrom(row)
}

/** Returns the latest approval that was granted for a trade; undefined: none. */
export async function findLatestGrantedPurchaseApproval(
  db: Db,
  enterpriseId: string,
  tradeId: string,
): Promise<PurchaseApprovalRecord | undefined> {
  const row = await approvals(db, enterpriseId)
    .select(columns)
    .where('trade_id', '=', tradeId)
    .where('state', '=', 'APPROVED')
    .orderBy('decided_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && approvalFrom(row)
}

export interface PurchaseApprovalFilter {
  state?: PurchaseApprovalState | undefined
  askedBy?: string | undefined
}

/** Returns a page of an enterprise's approvals, newest first. */
export async function listPurchaseApprovals(
  db: Db,
  enterpriseId: string,
  { state, askedBy, limit, offset }: PurchaseApprovalFilter & RowSlice,
): Promise<{ dataList: PurchaseApprovalRecord[]; total: number }> {
  const matching = () => {
    let query = approvals(db, enterpriseId)
    if (state) query = query.where('state', '=', state)
    if (askedBy !== undefined) query = query.where('asked_by', '=', askedBy)
    return query
  }
  const { rows, total } = await fetchPageWithTotal(
    matching().select(columns).orderBy('asked_at', 'desc').orderBy('id', 'desc'),
    matching(),
    {
      limit,
      offset,
    },
  )
  return { dataList: rows.map(approvalFrom), total }
}

/** A decision about one approval by its id, or about the pending one of a trade. `by` is undefined if a job decides. */
export interface PurchaseApprovalDecisionInput {
  enterpriseId: string
  tradeId: string
  id?: string
  state: Exclude<PurchaseApprovalState, 'PENDING'>
  by: string | null
  opinion: string | null
}

/**
 * Decides a pending approval. Returns false if it is not pending any more. The caller has locked the orders of the trade, so that only one
 * decision counts.
 */
export async function recordPurchaseApprovalDecision(
  tx: Tx,
  moment: Moment,
  { enterpriseId, tradeId, id, state, by, opinion }: PurchaseApprovalDecisionInput,
): Promise<boolean> {
  let closing = tx
    .updateTable('approval')
    .set({ state, decided_by: by, decided_at: moment.now, opinion })
    .where('enterprise_id', '=', enterpriseId)
    .where('trade_id', '=', tradeId)
    .where('state', '=', 'PENDING')
  if (id !== undefined) closing = closing.where('id', '=', id)
  const { numUpdatedRows } = await closing.executeTakeFirst()
  return numUpdatedRows > 0n
}
