import type { afterSaleEndpoints } from '#contract/orders/after-sales/api.ts'
import type { consoleAfterSaleEndpoints } from '#contract/orders/after-sales/console-api.ts'
import type { consoleFulfilmentEndpoints } from '#contract/orders/fulfilment/api.ts'
import type { consoleOrderEndpoints } from '#contract/orders/orders/console-api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { closePartlyShippedOrderAndRefundRest } from '#server/orders/fulfilment/public.ts'
import { approveCancellation, findOrder, listOrderLines, type OrderRef, requireLockedOrder } from '#server/orders/orders/public.ts'
import { type FileVault, readBoundFile } from '#server/people/files/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { type Handlers, recordViewInAuditLog } from '#server/platform/http/context.ts'
import {
  countAfterSalesByQueueForStaff,
  countOpenAndFinishedAfterSales,
  limitAfterSaleHandlersToStaffShops,
  listAfterSalesForConsole,
  listAfterSalesOfEnterprise,
} from './after-sale-lists.ts'
import { readAfterSaleOutputForBuyer, readAfterSaleOutputForStaff, readAfterSaleWithOrder } from './after-sale-view.ts'
import { applyForAfterSale, createAfterSaleOfFailedExchange, previewAfterSaleRefund } from './apply-for-after-sale.ts'
import { readAfterSaleOptions } from './claimable-units.ts'
import { addAfterSaleMessage, approveAfterSale, rejectAfterSale, withdrawAfterSale } from './decide-after-sale.ts'
import { type CreateInvoiceRedLettersFunction, refundAfterSale } from './refund.ts'
import { changeExchangeToRefund, createExchangeOrder, inspectReturnedGoods, recordReturnShipment } from './returned-goods.ts'

export const afterSaleHandlers: Handlers<typeof afterSaleEndpoints> = {
  options: async ({ orderNo }, { db, caller, moment }) =>
    readAfterSaleOptions(db, moment, (await findOrder(db, caller.enterpriseId, orderNo)) ?? refuse('ORDER_NOT_FOUND')),
  preview: (input, { db, caller, moment }) => previewAfterSaleRefund(db, moment, { ...input, enterpriseId: caller.enterpriseId }),
  apply: (input, { caller, moment, write }) => write((tx) => applyForAfterSale(tx, moment, { applicant: caller, input })),
  list: (input, { db, caller }) => listAfterSalesOfEnterprise(db, caller.enterpriseId, input),
  count: (_, { db, caller }) => countOpenAndFinishedAfterSales(db, caller.enterpriseId),
  detail: async ({ id }, { db, caller }) =>
    readAfterSaleOutputForBuyer(db, await readAfterSaleWithOrder(db, { enterpriseId: caller.enterpriseId, id }), caller),
  say: async ({ id, text }, { caller: { enterpriseId, userId }, moment, write }) => {
    await write((tx) => addAfterSaleMessage(tx, moment, { enterpriseId, id, text, by: { userId } }))
    return null
  },
  withdraw: async ({ id }, { caller: { enterpriseId, userId }, moment, write }) => {
    await write((tx) => withdrawAfterSale(tx, moment, { enterpriseId, id, userId }))
    return null
  },
  sendBack: async (parcel, { caller: { enterpriseId, userId }, moment, write }) => {
    await write((tx) => recordReturnShipment(tx, moment, { ...parcel, enterpriseId, userId }))
    return null
  },
}

interface AfterSaleWiring {
  keys: Keys
  vault: FileVault
  reduceInvoices: CreateInvoiceRedLettersFunction
}

export const createConsoleAfterSaleHandlers = ({
  keys,
  vault,
  reduceInvoices,
}: AfterSaleWiring): Handlers<typeof consoleAfterSaleEndpoints> =>
  limitAfterSaleHandlersToStaffShops({
    list: (input, { db, caller }) => listAfterSalesForConsole(db, input, caller.staffId),
    queues: ({ manager }, { db, caller: { staffId } }) => countAfterSalesByQueueForStaff(db, { manager, staffId }),
    detail: async (ref, { db, caller }) => readAfterSaleOutputForStaff(db, await readAfterSaleWithOrder(db, ref), caller),
    picture: async ({ fileId, ...ref }, context) => {
      const { db } = context
      const { enterpriseId } = ref
      const { afterSale: one } = await readAfterSaleWithOrder(db, ref)
      const picture = await readBoundFile(db, vault, { enterpriseId, fileId, boundTo: `after-sale:${one.id}` })
      const facts = { fileId }
      await recordViewInAuditLog(context, {
        enterpriseId,
        action: 'view after-sale picture',
        objectKind: 'after-sale',
        objectId: one.id,
        facts,
      })
      return picture
    },
    approve: async (given, { caller, moment, write }) => {
      await write((tx) => approveAfterSale(tx, moment, { ...given, staffId: caller.staffId }))
      return null
    },
    reject: async (given, { caller, moment, write }) => {
      await write((tx) => rejectAfterSale(tx, moment, { ...given, staffId: caller.staffId }))
      return null
    },
    say: async ({ text, ...ref }, { caller, moment, write }) => {
      await write((tx) => addAfterSaleMessage(tx, moment, { ...ref, text, by: { staffId: caller.staffId } }))
      return null
    },
    inspect: async (given, { caller, moment, write }) => {
      await write((tx) => inspectReturnedGoods(tx, moment, { ...given, staffId: caller.staffId }))
      return null
    },
    refundInstead: async (given, { caller, moment, write }) => {
      await write((tx) => changeExchangeToRefund(tx, moment, { ...given, staffId: caller.staffId }))
      return null
    },
    exchange: (ref, { caller, moment, write }) => write((tx) => createExchangeOrder(tx, moment, { ...ref, keys, staffId: caller.staffId })),
    refund: ({ amount, ...ref }, { caller, moment, write }) =>
      write((tx) => refundAfterSale(tx, moment, { ...ref, amountFen: amount, reduceInvoices, staffId: caller.staffId })),
  })

/** Ends an order or its unshipped rest. If it is an exchange order, the units that are not shipped become an open after-sale again. */
async function endUnsent(
  tx: Tx,
  moment: Moment,
  { ref, staffId, end, why }: { ref: OrderRef; staffId: string; end: () => Promise<void>; why: string },
): Promise<void> {
  const order = await requireLockedOrder(tx, ref)
  const units = (await listOrderLines(tx, ref.enterpriseId, [order.id]))
    .map(({ lineNo, quantity, shipped, dropped }) => ({ lineNo, quantity: quantity - shipped - dropped }))
    .filter(({ quantity }) => quantity > 0)
  await end()
  if (order.afterSaleId === null) return
  await createAfterSaleOfFailedExchange(tx, moment, { order, units, type: 'EXCHANGE', staffId, why: `换货订单 ${order.orderNo} ${why}` })
}

/** A cancelled order may be an exchange order. So this handler is here, in a module above orders and after-sales. */
export const cancellationApprovalHandlers: Handlers<Pick<typeof consoleOrderEndpoints, 'agreeCancel'>> = {
  agreeCancel: async (ref, { caller: { staffId }, moment, write }) => {
    await write((tx) =>
      endUnsent(tx, moment, { ref, staffId, end: () => approveCancellation(tx, moment, { ref, staffId }), why: '已取消' }),
    )
    return null
  },
}

export const closePartlyShippedOrderHandlers: Handlers<Pick<typeof consoleFulfilmentEndpoints, 'closeShort'>> = {
  closeShort: async ({ reason, ...ref }, { caller: { staffId }, moment, write }) => {
    const end = (tx: Tx) => closePartlyShippedOrderAndRefundRest(tx, moment, { ...ref, reason, staffId })
    await write((tx) => endUnsent(tx, moment, { ref, staffId, end: () => end(tx), why: `剩余商品不再发货：${reason}` }))
    return null
  },
}
