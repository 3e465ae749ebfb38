import type { QueryKey } from '@tanstack/react-query'
import { type ClientEventName, onClientEvent } from '#storefront/platform/sessions/events.ts'
import { queryClient } from '#storefront/platform/sessions/session.ts'

const money: readonly QueryKey[] = [['wallet'], ['credit'], ['bill'], ['statement']]

/**
 * The queries that each event invalidates on other screens. The screen of the event refreshes its own. Active queries are fetched at once,
 * the others when they are next used.
 */
const refreshes: { readonly [N in ClientEventName]?: readonly QueryKey[] } = {
  headImageChanged: [['face'], ['comment']],
  addressSelected: [['preview']],
  addressModified: [['preview'], ['cart']],
  orderCreated: [['message'], ['goods'], ['contract'], ['standing'], ['approval'], ['sub-users']],
  orderCanceled: [['message'], ['goods'], ['approval'], ['contract'], ...money],
  orderStatusChanged: [['message'], ['after-sale'], ['comment'], ['contract'], ...money],
  orderItemDeleted: [['preview'], ['quick-order']],
  directOrderSubmitted: [['goods', 'detail']],
  cartOrderSubmitted: [['cart']],
  memberOrderSubmitted: [['member'], ['preview']],
  paymentApplied: [['message'], ...money],
  payNotified: [['order'], ['message'], ...money],
  bankSelected: [['payment', 'channels']],
  payPasswordSet: [['user']],
  afterSaleApplied: [['bill'], ['contract']],
  afterSaleStatusChanged: [['goods'], ...money],
  invoiceOpenCreated: [['message'], ['bill']],
  noticeRead: [['message']],
  reminderMessageRead: [['message']],
  commentCreated: [['goods']],
  commentRemoved: [['goods']],
  commentReplyCreated: [['comment', 'goods']],
  commentReplyRemoved: [['comment', 'goods']],
  trendTransmitCreated: [['comment', 'goods']],
  addToCart: [['quick-order']],
  searchCreated: [['goods', 'list']],
  organizationChanged: [['user'], ['approval']],
}

/** Invalidates the queries of each event. */
export function invalidateQueriesOnClientEvents(): void {
  for (const [name, keys] of Object.entries(refreshes) as [ClientEventName, readonly QueryKey[]][])
    onClientEvent(name, () => {
      for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey })
    })
}
