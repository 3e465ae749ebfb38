import { consoleRefundAndReconcileEndpoints, onlinePaymentChannels, type paymentEndpoints } from '#contract/money/payments/api.ts'
import { hasPermission, type PermissionHolder } from '#contract/platform/core/permissions.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { getShanghaiMonthInterval } from '#contract/platform/core/shanghai.ts'
import { ignoreGatewayError } from '#server/adapters/gateway/public.ts'
import {
  addDestinationToRefunds,
  claimProviderQuery,
  type ExternalPayment,
  findPayment,
  isPaymentOpen,
  listRefunds,
  listTopUps,
  lockRefund,
  type PaymentRef,
  updatePaymentState,
  updateRefundState,
} from '#server/money/payments/public.ts'
import { startPaymentOrRequestApproval } from '#server/orders/approval/public.ts'
import { attachEnterpriseNamesToRows } from '#server/people/organisation/public.ts'
import { findLastStaffChange, refuseNamingColleague } from '#server/people/staff/public.ts'
import { type Db, runInTransaction } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { toSlice } from '#server/platform/core/paging.ts'
import type { Member } from '#server/platform/http/caller.ts'
import type { Context, Handlers } from '#server/platform/http/context.ts'
import { authorisePayer } from './authorise-payer.ts'
import { createRepaymentPayment, createTopUpPayment, createTradePayment } from './create-payment.ts'
import { pollPayment } from './poll-payments.ts'
import { closeChargeUnlessPaid, type ProviderContext } from './query-provider.ts'
import { findReconciliationDifferencesOfDay } from './reconcile-day.ts'
import { requestPaymentInvitation } from './request-invitation.ts'
import { toBuyerTopUpStatus } from './wallet-entries.ts'

type Providers = Omit<ProviderContext, 'db'>
type CreatingCall = Pick<Context<Member>, 'caller' | 'moment' | 'origin'>

/** A page polls every second or two. The provider is queried at most this often. */
const POLL_EVERY_MS = 3_000

/** The permission code for reading a payment, by purpose. */
const codeOf = { trade: 'buyPay', topUp: 'cashAccount', repay: 'buyPay' } as const

async function requirePayment(db: Db, ref: PaymentRef, viewer: PermissionHolder): Promise<ExternalPayment> {
  const found = await findPayment(db, ref)
  if (found?.method !== 'online' || !hasPermission(viewer, codeOf[found.purpose])) refuse('PAYMENT_NOT_FOUND')
  return found
}

const describe = (payment: ExternalPayment) => ({
  paymentId: payment.id,
  purpose: payment.purpose,
  tradeId: payment.tradeId,
  channel: payment.channel ?? 'wechat',
  title: payment.title,
  amount: payment.amountFen,
  state: payment.state,
  invitation: isPaymentOpen(payment) ? payment.invitation : null,
  failure: payment.state === 'CLOSED' ? payment.failure : null,
  createdAt: payment.createdAt,
  expiresAt: payment.expiresAt ?? payment.createdAt,
  paidAt: payment.paidAt,
})

/** Requests what a new payment is paid with, so that the page has it at once. */
async function invitePayer(
  context: ProviderContext,
  { caller: { enterpriseId }, moment, origin }: CreatingCall,
  { paymentId }: { paymentId: string },
): Promise<{ paymentId: string }> {
  const ref = { enterpriseId, id: paymentId }
  const payment = await findPayment(context.db, ref)
  if (payment?.state === 'CREATED' && (await runInTransaction(context.db, (tx) => claimProviderQuery(tx, moment, ref, POLL_EVERY_MS))))
    await requestPaymentInvitation(context, moment, { payment, payerIp: origin.ip }).catch(ignoreGatewayError)
  return { paymentId }
}

const CANCELLED = '已取消支付'

/** Closes the payment at the provider first, so that nobody pays a payment that the buyer believes to be closed. */
async function cancel(context: ProviderContext, moment: Moment, found: ExternalPayment): Promise<null> {
  const { db } = context
  if (found.state === 'CLOSED') return null
  if (isPaymentOpen(found)) {
    await closeChargeUnlessPaid(context, moment, found, CANCELLED).catch((error) => {
      ignoreGatewayError(error)
      refuse('PAYMENT_UNCLEAR')
    })
    if (await runInTransaction(db, (tx) => updatePaymentState(tx, moment, found, { to: 'CLOSED', failure: CANCELLED }))) return null
  }
  return (await findPayment(db, found))?.state === 'SETTLED' ? refuse('ALREADY_PAID') : null
}

/** `providers` are the clients of the payment gateways. */
export const createBuyerOnlinePaymentHandlers = (providers: Providers): Handlers<typeof paymentEndpoints> => ({
  channels: async () =>
    [...providers.gateways.values()].map(({ channel, sandbox, scenes }) => ({
      channel,
      label: onlinePaymentChannels[channel].label,
      sandbox,
      scenes: [...scenes],
    })),
  create: async ({ tradeId, channel, scene }, call) => {
    const { db, caller, moment, write, writeWithoutSession } = call
    const made = await startPaymentOrRequestApproval(writeWithoutSession, moment, { payer: caller, tradeId, method: 'online' }, () =>
      write(async (tx) => ({
        paymentId: await createTradePayment(tx, moment, { payer: caller, tradeId, channel, scene, around: providers }),
      })),
    )
    return invitePayer({ ...providers, db }, call, made)
  },
  topUp: async ({ amount, channel, scene }, call) => {
    const { db, caller, moment, write } = call
    const payer = { enterpriseId: caller.enterpriseId, userId: caller.userId }
    const made = await write(async (tx) => ({
      paymentId: await createTopUpPayment(tx, moment, { payer, amountFen: amount, channel, scene, around: providers }),
    }))
    return invitePayer({ ...providers, db }, call, made)
  },
  repay: async ({ amount, channel, scene, months }, call) => {
    const { db, caller, moment, write } = call
    const payer = { enterpriseId: caller.enterpriseId, userId: caller.userId }
    const made = await write(async (tx) => ({
      paymentId: await createRepaymentPayment(tx, moment, { payer, amountFen: amount, channel, scene, months, around: providers }),
    }))
    return invitePayer({ ...providers, db }, call, made)
  },
  detail: async ({ paymentId }, { db, caller, moment, origin, writeSeparately }) => {
    const ref = { enterpriseId: caller.enterpriseId, id: paymentId }
    const found = await requirePayment(db, ref, caller)
    if (!isPaymentOpen(found) || !(await writeSeparately((tx) => claimProviderQuery(tx, moment, ref, POLL_EVERY_MS))))
      return describe(found)
    // A page of WeChat on a phone belongs to the address of whoever pays, so a colleague who looks on renews nothing.
    const payerIp = found.userId === caller.userId ? origin.ip : undefined
    await pollPayment({ ...providers, db }, moment, found, payerIp).catch(ignoreGatewayError)
    return describe((await findPayment(db, ref)) ?? found)
  },
  authorise: async ({ paymentId, ...authorisation }, { db, caller, moment, write }) => {
    const ref = { enterpriseId: caller.enterpriseId, id: paymentId }
    // As in `cancel`: the session is checked before the provider is called.
    const payment = await write((tx) => requirePayment(tx, ref, caller))
    await authorisePayer({ ...providers, db }, moment, Object.assign(authorisation, { payment }))
    return null
  },
  cancel: async ({ paymentId }, { db, caller, moment, write }) => {
    const ref = { enterpriseId: caller.enterpriseId, id: paymentId }
    // A write transaction first, because it locks and checks the session before the provider is called.
    const found = await write((tx) => requirePayment(tx, ref, caller))
    return cancel({ ...providers, db }, moment, found)
  },
  topUps: async ({ pageNo, pageSize, month }, { db, caller }) => {
    const span = month === undefined ? {} : getShanghaiMonthInterval(month)
    const page = { enterpriseId: caller.enterpriseId, ...span, ...toSlice({ pageNo, pageSize }) }
    const { topUps, total } = await listTopUps(db, page)
    const dataList = topUps.map((one) => ({
      id: one.id,
      title: one.title,
      amount: one.amountFen,
      status: toBuyerTopUpStatus(one),
      at: one.createdAt,
      method: one.method === 'transfer' ? ('transfer' as const) : ('online' as const),
      paymentId: isPaymentOpen(one) ? one.id : null,
    }))
    return { dataList, total }
  },
})

const { retryRefund } = consoleRefundAndReconcileEndpoints

export const createConsoleRefundAndReconcileHandlers = (providers: Providers): Handlers<typeof consoleRefundAndReconcileEndpoints> => ({
  refunds: async (input, { db }) => {
    const { dataList, total } = await listRefunds(db, input)
    const named = await attachEnterpriseNamesToRows(db, await addDestinationToRefunds(db, dataList))
    return { dataList: named.map(({ amountFen, source: _, reference: __, ...refund }) => ({ ...refund, amount: amountFen })), total }
  },
  retryRefund: async (ref, { moment, write }) => {
    await write(async (tx) => {
      const refund = (await lockRefund(tx, ref)) ?? refuse('REFUND_NOT_FOUND')
      if (refund.state !== 'FAILED') {
        const change = await findLastStaffChange(tx, moment, { objectId: ref.id, texts: { [retryRefund.path]: '重新提交这笔退款' } })
        await refuseNamingColleague(tx, moment, { reason: 'REFUND_STATE', change })
      }
      await updateRefundState(tx, moment, refund, { to: 'WAIT', soon: true })
    })
    return null
  },
  reconcile: ({ day }, { db, moment }) => findReconciliationDifferencesOfDay({ ...providers, db }, moment, day),
})
