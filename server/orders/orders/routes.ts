import type { PaymentMethod } from '#contract/orders/orders/amounts.ts'
import type { orderEndpoints } from '#contract/orders/orders/api.ts'
import type { consoleOrderEndpoints } from '#contract/orders/orders/console-api.ts'
import type { SubmittedTrade } from '#contract/orders/orders/shapes.ts'
import { verifyPaymentPasswordWithinPayment } from '#server/people/identity/public.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import {
  cancelUnpaidOrderByBuyer,
  confirmOrderReceiptByBuyer,
  rejectCancellation,
  requestCancellation,
  withdrawCancellationRequest,
} from './cancel-or-receive-order.ts'
import { countOrdersOfEnterpriseByState, listOrdersForConsole, listOrdersOfEnterprise } from './list-orders.ts'
import { payTrade } from './pay-trade.ts'

type OrderHandlers = Handlers<Omit<typeof orderEndpoints, 'preview' | 'submit' | 'trade' | 'changeMethod' | 'detail'>>

/** Handles a payment with a payment password. A repeated idempotency key gets the first answer again, without a check of the password. */
const paying =
  (keys: Keys, method: PaymentMethod): OrderHandlers['payByCredit'] =>
  ({ tradeId, payPwd, seenPayable }, { caller, moment, writeChecked }): Promise<SubmittedTrade> =>
    writeChecked(
      (tx) => verifyPaymentPasswordWithinPayment(tx, moment, { keys, membership: caller, payPwd }),
      (tx) => payTrade(tx, moment, { payer: caller, tradeId, method, seenFen: seenPayable }),
    )

export const createOrderHandlers = (keys: Keys): OrderHandlers => ({
  payByCredit: paying(keys, 'credit'),
  payByWallet: paying(keys, 'wallet'),
  list: (input, { db, caller }) => listOrdersOfEnterprise(db, input, caller),
  count: (_, { db, caller }) => countOrdersOfEnterpriseByState(db, caller.enterpriseId),
  cancel: async ({ orderNo, reason }, { caller, moment, write }) => {
    const { enterpriseId, userId } = caller
    await write((tx) => cancelUnpaidOrderByBuyer(tx, moment, { ref: { enterpriseId, orderNo }, userId, reason }))
    return null
  },
  askCancel: async ({ orderNo, reason }, { caller, moment, write }) => {
    const { enterpriseId, userId } = caller
    await write((tx) => requestCancellation(tx, moment, { ref: { enterpriseId, orderNo }, userId, reason }))
    return null
  },
  withdrawCancel: async ({ orderNo }, { caller, moment, write }) => {
    const { enterpriseId, userId } = caller
    await write((tx) => withdrawCancellationRequest(tx, moment, { ref: { enterpriseId, orderNo }, userId }))
    return null
  },
  receive: async ({ orderNo }, { caller, moment, write }) => {
    const { enterpriseId, userId } = caller
    await write((tx) => confirmOrderReceiptByBuyer(tx, moment, { ref: { enterpriseId, orderNo }, userId }))
    return null
  },
})

export const consoleOrderHandlers: Handlers<Omit<typeof consoleOrderEndpoints, 'detail' | 'agreeCancel'>> = {
  list: (input, { db, caller: { staffId }, moment }) => listOrdersForConsole(db, moment, { staffId, input }),
  refuseCancel: async ({ reason, ...ref }, { caller, moment, write }) => {
    await write((tx) => rejectCancellation(tx, moment, { ref, staffId: caller.staffId, reason }))
    return null
  },
}
