import type { OrderState } from '#contract/orders/orders/order-lifecycle.ts'
import type { AlertKind } from '#contract/people/messaging/alert-api.ts'
import type { Tx } from './db.ts'
import type { Moment } from './moment.ts'

/** Something that open screens are told of, of one company or person or both; never what it says. */
export interface PushSignal {
  /** `session`: sessions have ended, and with them their lines. */
  kind: 'message' | 'session'
  enterpriseId?: string
  userIds?: string[]
}

/** What is told to the world once the transaction is committed, by topic. */
export interface OutboxTopics {
  /** An order changed its state. */
  'order.moved': { orderId: string; orderNo: string; to: OrderState }
  /** A month is over, and what is owed for it stands. */
  'statement.posted': { month: string; totalFen: number }
  /** A tax invoice has been made out. */
  'invoice.issued': { invoiceId: string; invoiceNo: string; amountFen: number }
  /** Money has gone back. */
  'refund.done': { refundNo: string; orderId: string | null; amountFen: number }
  /** SKUs were sold out, can be had again, or sold. */
  'stock.changed': { skuIds: string[] }
  /** A text waits to be sent; sealed, because it may hold a code. */
  'sms.send': { sealed: string }
  /** A payment that nobody is to pay any more: its provider is told. */
  'payment.closed': { enterpriseId: string; paymentId: string }
  /** Money is to go back through a provider. */
  'refund.made': { refundId: string }
  /** A tax invoice or a red letter is to be asked for. */
  'invoice.asked': { issueId: string }
  /** A message that some may want by SMS; `to`: who was told, each with the id of his message. */
  'alert.made': { enterpriseId: string; alert: AlertKind; title: string; to: { userId: string; id: string }[] }
  /** Open screens learn that there is something new. */
  'push.made': PushSignal
  /** Somebody wants the books proved now. */
  'proof.asked': { runId: string }
}
export type OutboxTopic = keyof OutboxTopics

export type OutboxEvent = { [T in OutboxTopic]: { topic: T; enterpriseId?: string; payload: OutboxTopics[T] } }[OutboxTopic]

/** Writes news into the transaction that makes them true; the relay hands them to the job queue after the commit. */
export async function publish(tx: Tx, moment: Moment, news: readonly OutboxEvent[]): Promise<void> {
  if (news.length === 0) return
  const rows = news.map(({ topic, enterpriseId, payload }) => ({
    at: moment.now,
    id: moment.newId(),
    topic,
    enterprise_id: enterpriseId ?? null,
    payload: JSON.stringify(payload),
  }))
  await tx.insertInto('outbox').values(rows).execute()
}
