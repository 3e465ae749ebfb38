// Writes the table `after_sale_entry`: actions and messages with their authors. It also sends messages about them to the buyer.
import type { AfterSaleVerb } from '#contract/orders/after-sales/after-sale-lifecycle.ts'
import type { MessageTextWithValues } from '#contract/people/messaging/message-texts/texts.ts'
import { type EventActor, formatGoodsOfOrders, getPersonIdOfActor, listOrderLines, type Order } from '#server/orders/orders/public.ts'
import { sendMessages } from '#server/people/messaging/public.ts'
import { findMainUserId } from '#server/people/organisation/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { type AfterSale, type AfterSaleRef, takeNextAfterSaleEntryNumber } from './after-sale-store.ts'

export interface NewAfterSaleEntry {
  verb: AfterSaleVerb | 'apply' | 'say'
  actor: EventActor
  text: string
}

/** Adds an entry to the history. */
export async function addAfterSaleHistoryEntry(
  tx: Tx,
  moment: Moment,
  ref: AfterSaleRef,
  { verb, actor, text }: NewAfterSaleEntry,
): Promise<void> {
  const seq = await takeNextAfterSaleEntryNumber(tx, ref)
  await tx
    .insertInto('after_sale_entry')
    .values({
      enterprise_id: ref.enterpriseId,
      after_sale_id: ref.id,
      seq,
      verb,
      actor_kind: actor.kind,
      actor_id: getPersonIdOfActor(actor),
      text,
      at: moment.now,
    })
    .execute()
}

const ENTRIES_MAX = 500

export async function listAfterSaleHistoryEntries(db: Db, { enterpriseId, id }: AfterSaleRef) {
  return db
    .selectFrom('after_sale_entry')
    .select(['verb', 'actor_kind', 'actor_id', 'text', 'at'])
    .where('enterprise_id', '=', enterpriseId)
    .where('after_sale_id', '=', id)
    .orderBy('seq')
    .limit(ENTRIES_MAX)
    .execute()
}

/** Sends a message to the person who applied and to the main account. */
export async function notifyAfterSaleApplicantAndMainUser(
  tx: Tx,
  moment: Moment,
  { afterSale, order, says }: { afterSale: AfterSale; order: Order; says: MessageTextWithValues },
): Promise<void> {
  const { enterpriseId, userId } = afterSale
  const main = await findMainUserId(tx, enterpriseId)
  const [line] = await listOrderLines(tx, enterpriseId, [order.id])
  const facts = {
    orderNo: order.orderNo,
    goodsName: formatGoodsOfOrders([order]),
    picture: line?.picture ?? null,
    amountFen: order.payableFen,
    state: order.state,
  }
  const userIds = main === undefined ? [userId] : [userId, main]
  await sendMessages(tx, moment, [{ enterpriseId, userIds, kind: 'order', alert: 'afterSale', says, order: facts }])
}
