// The table `approval`. It lies below the module orders/orders, which asks; the module orders/approval decides.
import type { ApprovalState } from '#contract/orders/approval/api.ts'
import type { PaymentMethod } from '#contract/orders/orders/amounts.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPage, type Slice } from '#server/platform/core/paging.ts'

/** 采购审批: a trade above its buyer's limit, and what became of it. */
export interface Approval {
  id: string
  tradeId: string
  askedBy: string
  askedAt: Date
  state: ApprovalState
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
  state: ApprovalState
  why: string
  payable_fen: Fen
  method: PaymentMethod
  decided_by: string | null
  decided_at: Date | null
  opinion: string | null
}

const approvalFrom = (row: Row): Approval => ({
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

/** What is to be decided: whose limit a trade is above, why, and what the trade is. */
export interface ApprovalRequest {
  enterpriseId: string
  tradeId: string
  askedBy: string
  why: string
  payableFen: Fen
  method: PaymentMethod
}

/** Writes down that a trade waits for the main account's word; or, with `decided`, that it has just been given. */
export async function insertApproval(
  tx: Tx,
  moment: Moment,
  { enterpriseId, tradeId, askedBy, why, payableFen, method }: ApprovalRequest,
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

export async function findApproval(db: Db, enterpriseId: string, id: string): Promise<Approval | undefined> {
  const row = await approvals(db, enterpriseId).select(columns).where('id', '=', id).executeTakeFirst()
  return row && approvalFrom(row)
}

/** What the main account last agreed to of a trade; undefined when it never did. */
export async function findLatestApproved(db: Db, enterpriseId: string, tradeId: string): Promise<Approval | undefined> {
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

export interface ApprovalFilter {
  state?: ApprovalState | undefined
  askedBy?: string | undefined
}

/** A page of a company's approvals, the latest first. */
export async function listApprovals(
  db: Db,
  enterpriseId: string,
  { state, askedBy, limit, offset }: ApprovalFilter & Slice,
): Promise<{ dataList: Approval[]; total: number }> {
  const matching = () => {
    let query = approvals(db, enterpriseId)
    if (state) query = query.where('state', '=', state)
    if (askedBy !== undefined) query = query.where('asked_by', '=', askedBy)
    return query
  }
  const { rows, total } = await fetchPage(matching().select(columns).orderBy('asked_at', 'desc').orderBy('id', 'desc'), matching(), {
    limit,
    offset,
  })
  return { dataList: rows.map(approvalFrom), total }
}

/** What is decided: one approval by its id, or whatever of a trade waits. `by` is nobody where the clock decides. */
export interface ApprovalDecision {
  enterpriseId: string
  tradeId: string
  id?: string
  state: Exclude<ApprovalState, 'PENDING'>
  by: string | null
  opinion: string | null
}

/** Decides what waits; false when it does not wait any more. The trade's orders are locked before, so that only one decides. */
export async function decideApproval(
  tx: Tx,
  moment: Moment,
  { enterpriseId, tradeId, id, state, by, opinion }: ApprovalDecision,
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
