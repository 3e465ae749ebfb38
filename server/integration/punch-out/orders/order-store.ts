// Reads and writes the table `punch_out_order`.
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

export interface PunchOutOrder {
  enterpriseId: string
  /** The buyer's own number. */
  orderId: string
  payloadId: string
  contentHash: Buffer
  tradeId: string
}

export async function findPunchOutOrder(
  db: Db,
  enterpriseId: string,
  orderId: string,
): Promise<Pick<PunchOutOrder, 'contentHash' | 'tradeId'> | undefined> {
  const row = await db
    .selectFrom('punch_out_order')
    .select(['content_hash', 'trade_id'])
    .where('enterprise_id', '=', enterpriseId)
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return row && { contentHash: row.content_hash, tradeId: row.trade_id }
}

export async function insertPunchOutOrder(tx: Tx, moment: Moment, order: PunchOutOrder): Promise<void> {
  await tx
    .insertInto('punch_out_order')
    .values({
      enterprise_id: order.enterpriseId,
      order_id: order.orderId,
      payload_id: order.payloadId,
      content_hash: order.contentHash,
      trade_id: order.tradeId,
      created_at: moment.now,
    })
    .execute()
}
