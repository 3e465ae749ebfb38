// Reads and writes the table `punch_out_order`.
import { sql } from 'kysely'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/** A line of the buyer's order, with his number of it. */
export interface OrderedLine {
  lineNumber: number
  skuId: string
  quantity: number
}

export interface PunchOutOrder {
  enterpriseId: string
  /** The buyer's own number. */
  orderId: string
  payloadId: string
  /** As the buyer has written it. */
  orderDate: string | null
  /** The identity by which the buyer has addressed the mall. */
  seller: { domain: string; identity: string }
  lines: readonly OrderedLine[]
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
      order_date: order.orderDate,
      seller_domain: order.seller.domain,
      seller_identity: order.seller.identity,
      lines: JSON.stringify(order.lines),
      content_hash: order.contentHash,
      trade_id: order.tradeId,
      created_at: moment.now,
    })
    .execute()
}

/** An order that can be confirmed, with its latest confirmation. */
export interface ConfirmableOrder extends Omit<PunchOutOrder, 'enterpriseId' | 'contentHash'> {
  confirmation: { id: string; hash: Buffer } | null
}

/**
 * Locks the orders of trades of one company until the transaction ends, so that two confirmations of one order follow each other. Those from
 * before there were confirmations are left out.
 */
export async function lockConfirmableOrders(tx: Tx, enterpriseId: string, tradeIds: readonly string[]): Promise<ConfirmableOrder[]> {
  const rows = await tx
    .selectFrom('punch_out_order')
    .selectAll()
    .where('enterprise_id', '=', enterpriseId)
    .where('trade_id', '=', anyOfIdsSql(tradeIds))
    .where('lines', 'is not', null)
    .orderBy('order_id')
    .forNoKeyUpdate()
    .execute()
  return rows.map((row) => ({
    orderId: row.order_id,
    payloadId: row.payload_id,
    orderDate: row.order_date,
    seller: { domain: row.seller_domain ?? '', identity: row.seller_identity ?? '' },
    lines: row.lines as unknown as OrderedLine[],
    tradeId: row.trade_id,
    confirmation:
      row.confirmation_id === null || row.confirmation_hash === null ? null : { id: row.confirmation_id, hash: row.confirmation_hash },
  }))
}

/** Records the latest confirmation of each order, in one statement. */
export async function recordConfirmations(
  tx: Tx,
  enterpriseId: string,
  confirmations: readonly { orderId: string; id: string; hash: Buffer }[],
): Promise<void> {
  if (confirmations.length === 0) return
  const given = confirmations.map(({ orderId, id, hash }) => ({ orderId, id, hash: hash.toString('hex') }))
  await sql`
    update punch_out_order set confirmation_id = given.id, confirmation_hash = decode(given.hash, 'hex')
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given("orderId" text, id uuid, hash text)
    where enterprise_id = ${enterpriseId} and order_id = given."orderId"`.execute(tx)
}
