import { sql } from 'kysely'
import type { OrderState } from '#contract/orders/orders/order-lifecycle.ts'
import type { QuotationState } from '#contract/orders/quotations/quotation-lifecycle.ts'
import type { SmsAlertKind } from '#contract/people/messaging/alert-api.ts'
import { compileInsertOnce } from './compiled-once.ts'
import { sendWithNextStatement, type Tx } from './db.ts'
import type { Moment } from './moment.ts'
import { daysBefore } from './retention-days.ts'
import { getTraceparentOfCurrentSpan } from './tracing.ts'

/** A signal to the open screens of a company, a person or both. It contains no content. */
export interface PushSignal {
  /** `session`: sessions have ended, and their push streams end too. */
  kind: 'message' | 'session'
  enterpriseId?: string
  userIds?: string[]
}

/** Events that are published after the commit, by topic. */
export interface OutboxTopics {
  /** An order changed its state. */
  'order.moved': { orderId: string; orderNo: string; to: OrderState }
  /** Units of an order that were not sent are refunded, and will not be sent. */
  'order.reduced': { orderId: string }
  /** A monthly statement has been created, and its total is final. */
  'statement.posted': { month: string; totalFen: number }
  /** A tax invoice has been issued. */
  'invoice.issued': { invoiceId: string; invoiceNo: string; amountFen: number }
  /** A quotation was asked for, or changed its state. */
  'quotation.moved': { quotationId: string; quotationNo: string; to: QuotationState }
  /** Staff have written to the buyer about a quotation. */
  'quotation.said': { quotationId: string; quotationNo: string }
  /** A refund has been paid. */
  'refund.done': { refundNo: string; orderId: string | null; amountFen: number }
  /** The stock of SKUs has changed: sold out, available again, or sold. */
  'stock.changed': { skuIds: string[] }
  /** The name or the parent of categories has changed, and the search must index their goods again. */
  'category.changed': { categoryIds: number[] }
  /** The mark or the choices of the attribute that is, or was, the hardness ruler have changed. */
  'choices.changed': { attributeId: string }
  'hardness.changed': { attributeId: string }
  /** The texts of a brand or a machine model have changed, and the search must index their goods again. */
  'search-texts.changed': { brandId: string } | { machineModelId: string }
  /** A text message waits to be sent. It is sealed because it may contain a code. `notBefore`: the end of the receiver's quiet hours, in ISO 8601. */
  'sms.send': { sealed: string; notBefore?: string }
  /** A mail waits to be sent. It is sealed because it names its receiver. `notBefore`: the end of his quiet hours, in ISO 8601. */
  'mail.send': { sealed: string; notBefore?: string }
  /**
   * A message waits to be sent to the WeChat of a buyer. `id` is the same however often it is tried; `notBefore`: the end of his quiet hours, in
   * ISO 8601.
   */
  'wechat.send': { userId: string; id: string; title: string; alert: SmsAlertKind; at: string; notBefore?: string }
  /** A text for the group of staff, which everybody of it reads. */
  'robot.send': { text: string }
  /** Staff have got notices, which some of them also want by other channels. */
  'notice.made': { noticeIds: string[] }
  /** A payment can no longer be paid, and its provider must be informed. */
  'payment.closed': { enterpriseId: string; paymentId: string }
  /** A refund must go through a provider. */
  'refund.made': { refundId: string }
  /** A tax invoice or a red letter must be requested from the provider. */
  'invoice.asked': { issueId: string }
  /** The provider of signatures must be asked about a document. */
  'signing.asked': { enterpriseId: string; signingId: string }
  /** Documents of a company may say something else now: the contracts of these orders, or its credit agreement, of which there is one. */
  'document.changed':
    | { enterpriseId: string; kind: 'PURCHASE'; subjects: string[] }
    | { enterpriseId: string; kind: 'CREDIT'; subjects?: never }
  /** A message that some recipients may also want by other channels. `to`: the recipients, each with the id of his message. */
  'alert.made': { enterpriseId: string; alert: SmsAlertKind; title: string; to: { userId: string; id: string }[] }
  /** Open screens must fetch again. */
  'push.made': PushSignal
  /** An import of goods waits for its trial, or to be written. */
  'goods-import.due': { importId: string }
  /** Companies of an older system wait for their trial, or to be moved in. */
  'moving-in.due': { movingInId: string }
  /** A bulk edit of goods waits for its trial, to be written, or to be undone. */
  'goods-bulk.due': { bulkId: string }
  /** Somebody has requested a check of the ledger. */
  'proof.asked': { runId: string }
}

const insertOutboxRows = compileInsertOnce((tx) => tx.insertInto('outbox'))
export type OutboxTopic = keyof OutboxTopics

export type OutboxEvent = { [T in OutboxTopic]: { topic: T; enterpriseId?: string; payload: OutboxTopics[T] } }[OutboxTopic]

/**
 * Writes events into the transaction that they describe, together with its next statement or its commit. The relay gives them to the job
 * queue after the commit.
 */
export async function publishEvents(tx: Tx, moment: Moment, events: readonly OutboxEvent[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ topic, enterpriseId, payload }) => ({
    at: moment.now,
    id: moment.newId(),
    topic,
    enterprise_id: enterpriseId ?? null,
    payload: JSON.stringify(payload),
    traceparent: getTraceparentOfCurrentSpan() ?? null,
  }))
  await sendWithNextStatement(tx, insertOutboxRows(tx, rows))
}

/**
 * Drops the months of the outbox that ended that long ago and whose events were all passed on. No program reads an event after that, but
 * people may want to see it.
 */
export const dropOldOutboxMonths = (tx: Tx, moment: Moment, keptDays: number): Promise<unknown> =>
  sql`select drop_outbox_months(${daysBefore(moment, keptDays)})`.execute(tx)
