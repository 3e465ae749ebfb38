import { orderLifecycle } from '#contract/orders/orders/order-lifecycle.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { addHours, toShanghaiMonth } from '#contract/platform/core/shanghai.ts'
import {
  countOpenNonTradeBankTransfers,
  findExpiredNonTradeBankTransferRefs,
  findLatestBankTransferOfTrade,
  findPaymentRefsDueForProviderQuery,
  listPaymentIdsOfTrade,
  lockOpenPaymentOfTrade,
} from '#server/money/payments/public.ts'
import {
  findOrderRefsInStateSinceBefore,
  findOrdersOfManyTrades,
  listOrderLinesForStaff,
  listSkuPurchasesSince,
  sumMonthlyPurchasesByUser,
} from '#server/orders/orders/public.ts'
import { type Db, runInTransaction } from '#server/platform/core/db.ts'
import { createMoment, systemClock } from '#server/platform/core/moment.ts'
import type { ContractClients } from '#server/platform/testing/test-user.ts'
import type { QueryPlanActionObjects } from './scene.ts'

/** The company and the objects of the acts. */
export interface PlanScene extends QueryPlanActionObjects {
  db: Db
  buyer: ContractClients
  staff: ContractClients
  /** The keeper of one small shop. */
  keeper: ContractClients
  enterpriseId: string
  userId: string
}

const PAGE = { pageNo: 1, pageSize: 20 }
const ORDER_STATES = ['WAIT_APPROVAL', 'WAIT_PAY', 'WAIT_SEND', 'PART_SENT', 'SENT', 'WAIT_COMMENT', 'DONE', 'CANCELLED'] as const
const YEAR_MS = 365 * 86_400_000

function buyerActs({ buyer, orderNo, projectId }: PlanScene, day: string, month: string): Record<string, () => Promise<unknown>> {
  return {
    'buyer: orders': () => buyer.order.list(PAGE),
    'buyer: orders, page 50': () => buyer.order.list({ ...PAGE, pageNo: 50 }),
    ...Object.fromEntries(ORDER_STATES.map((state) => [`buyer: orders, ${state}`, () => buyer.order.list({ ...PAGE, state })])),
    'buyer: orders of a day': () => buyer.order.list({ ...PAGE, dateFrom: day, dateTo: day }),
    'buyer: orders of a project': () => buyer.order.list({ ...PAGE, projectId }),
    'buyer: orders by words': () => buyer.order.list({ ...PAGE, keyword: orderNo }),
    'buyer: order counts': () => buyer.order.count({}),
    'buyer: an order': () => buyer.order.detail({ orderNo }),
    'buyer: where to book': () => buyer.project.bookingOptions({}),
    'buyer: costs': () => buyer.project.costs({ monthFrom: month, monthTo: month }),
    'buyer: projects': () => buyer.project.list({}),
    'buyer: budgets': () => buyer.project.budgets({}),
    'buyer: contracts': () => buyer.contracts.list(PAGE),
    'buyer: orders to invoice': () => buyer.invoice.openOrders(PAGE),
    'buyer: reviews to write': () => buyer.comment.count({}),
    'buyer: wallet': () => buyer.wallet.entries(PAGE),
    'buyer: transfers': () => buyer.transfer.list(PAGE),
  }
}

function staffActs(
  { staff, keeper, enterpriseId, orderNo, poNumber, paymentNumber, tagId }: PlanScene,
  day: string,
): Record<string, () => Promise<unknown>> {
  return {
    'staff: orders': () => staff.consoleOrder.list(PAGE),
    'staff: orders, page 50': () => staff.consoleOrder.list({ ...PAGE, pageNo: 50 }),
    ...Object.fromEntries(ORDER_STATES.map((state) => [`staff: orders, ${state}`, () => staff.consoleOrder.list({ ...PAGE, state })])),
    'staff: orders to ship': () => staff.consoleOrder.list({ ...PAGE, queue: 'waitSend' }),
    'staff: cancellations': () => staff.consoleOrder.list({ ...PAGE, queue: 'cancelAsked' }),
    'staff: an order number': () => staff.consoleOrder.list({ ...PAGE, orderNo }),
    'staff: a purchase order number': () => staff.consoleOrder.list({ ...PAGE, poNumber }),
    'staff: orders of a company': () => staff.consoleOrder.list({ ...PAGE, enterpriseId }),
    'staff: orders with a tag': () => staff.consoleOrder.list({ ...PAGE, tagId }),
    'staff: orders of companies with a tag': () => staff.consoleOrder.list({ ...PAGE, companyTagId: tagId }),
    'staff: orders of a day': () => staff.consoleOrder.list({ ...PAGE, dateFrom: day, dateTo: day }),
    'shop keeper: orders': () => keeper.consoleOrder.list(PAGE),
    'shop keeper: orders, WAIT_PAY': () => keeper.consoleOrder.list({ ...PAGE, state: 'WAIT_PAY' }),
    'shop keeper: orders to ship': () => keeper.consoleOrder.list({ ...PAGE, queue: 'waitSend' }),
    'staff: waiting work': () => staff.consoleQueue.list({}),
    'staff: a company': () => staff.consoleEnterprise.detail({ enterpriseId }),
    'staff: credit held by orders': () => staff.consoleCreditBook.holds(PAGE),
    'staff: credit held by orders of a company': () => staff.consoleCreditBook.holds({ ...PAGE, enterpriseId }),
    'staff: after-sales of an order': () => staff.consoleAfterSale.list({ ...PAGE, orderNo }),
    'staff: payments': () => staff.consoleReceipt.list(PAGE),
    'staff: payments of a company': () => staff.consoleReceipt.list({ ...PAGE, enterpriseId }),
    'staff: payments that wait': () => staff.consoleReceipt.list({ ...PAGE, state: 'PENDING' }),
    'staff: payments that were given up': () => staff.consoleReceipt.list({ ...PAGE, state: 'CLOSED' }),
    'staff: payments that were undone': () => staff.consoleReceipt.list({ ...PAGE, state: 'UNDONE' }),
    'staff: payments by transfer': () => staff.consoleReceipt.list({ ...PAGE, method: 'transfer' }),
    'staff: payments by WeChat': () => staff.consoleReceipt.list({ ...PAGE, channel: 'wechat' }),
    'staff: payments of a day': () => staff.consoleReceipt.list({ ...PAGE, dateFrom: day, dateTo: day }),
    'staff: a payment by number': () => staff.consoleReceipt.list({ ...PAGE, number: paymentNumber }),
    'staff: unclear payments': () => staff.consoleReceipt.list({ unclear: true }),
    'staff: vouchers about an order': () => staff.consoleVoucher.list({ ...PAGE, keyword: orderNo }),
  }
}

function serverActs({ db, enterpriseId, userId, tradeId, orderNo }: PlanScene): Record<string, () => Promise<unknown>> {
  const { now } = createMoment(systemClock())
  const deadlines = keysOf(orderLifecycle.verbs).flatMap((verb) => {
    const { from, afterHours, by } = orderLifecycle.verbs[verb]
    if (!by.includes('clock') || afterHours === undefined) return []
    return [[`job: ${verb}`, () => findOrderRefsInStateSinceBefore(db, { states: from, before: addHours(now, -afterHours), now })] as const]
  })
  return {
    ...Object.fromEntries(deadlines),
    'order path: orders of a trade': () => findOrdersOfManyTrades(db, enterpriseId, [tradeId]),
    'order path: used of a limit': () => sumMonthlyPurchasesByUser(db, { enterpriseId, userIds: [userId], month: toShanghaiMonth(now) }),
    'order path: open payment of a trade': () => runInTransaction(db, (tx) => lockOpenPaymentOfTrade(tx, enterpriseId, tradeId)),
    'export: lines of orders': () => listOrderLinesForStaff(db, [orderNo]),
    'buyer: bought before': () => listSkuPurchasesSince(db, enterpriseId, { since: new Date(now.getTime() - YEAR_MS), limit: 20 }),
    'buyer: a transfer of a trade': () => findLatestBankTransferOfTrade(db, enterpriseId, tradeId),
    'buyer: payments of a trade': () => listPaymentIdsOfTrade(db, enterpriseId, tradeId),
    'buyer: open transfers': () => countOpenNonTradeBankTransfers(db, enterpriseId),
    'job: payments to query': () => findPaymentRefsDueForProviderQuery(db, now),
    'job: stale transfers': () => findExpiredNonTradeBankTransferRefs(db, now),
  }
}

/** Every list, count and job that reads orders or payments, by name. */
export const createQueryPlanActions = (scene: PlanScene, day: string): Record<string, () => Promise<unknown>> => ({
  ...buyerActs(scene, day, day.slice(0, 7)),
  ...staffActs(scene, day),
  ...serverActs(scene),
})
