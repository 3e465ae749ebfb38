import type { bankTransferEndpoints } from '#contract/billing/bank/api.ts'
import type { BankTransfer } from '#contract/billing/bank/shapes.ts'
import { hasPermission, type MemberPermissionCode } from '#contract/platform/core/permissions.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import {
  type ExternalPayment,
  findLatestBankTransferOfTrade,
  findPayment,
  listBankTransferPayments,
} from '#server/money/payments/public.ts'
import { startPaymentOrRequestApproval } from '#server/orders/approval/public.ts'
import { findOrder } from '#server/orders/orders/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import { toSlice } from '#server/platform/core/paging.ts'
import type { Member } from '#server/platform/http/caller.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { createAnnouncedTopUpOrRepayment, createAnnouncedTradeTransfer } from './create-transfer.ts'
import { cancelTransfer, submitVoucher, withdrawVoucher } from './submit-voucher.ts'
import { readTransferOutputs } from './transfer-view.ts'

type Purpose = ExternalPayment['purpose']

/** The permission codes for reading and for changing a transfer, by purpose. */
const lookers: Record<Purpose, readonly MemberPermissionCode[]> = {
  trade: ['buyPay', 'lookOrder'],
  topUp: ['cashAccount'],
  repay: ['buyPay'],
}
const actors: Record<Purpose, readonly MemberPermissionCode[]> = { trade: ['buyPay'], topUp: ['cashAccount'], repay: ['buyPay'] }

/** Returns a transfer of the caller's enterprise if the caller has the permission. Refuses it as if it did not exist otherwise. */
async function requireTransfer(db: Db, caller: Member, paymentId: string, codes: typeof lookers): Promise<ExternalPayment> {
  const found = await findPayment(db, { enterpriseId: caller.enterpriseId, id: paymentId })
  if (found?.method !== 'transfer' || !hasPermission(caller, codes[found.purpose])) refuse('PAYMENT_NOT_FOUND')
  return found
}

async function readTransfer(db: Db, { enterpriseId, id }: Pick<ExternalPayment, 'enterpriseId' | 'id'>): Promise<BankTransfer> {
  const payment = (await findPayment(db, { enterpriseId, id })) ?? refuse('PAYMENT_NOT_FOUND')
  const [described] = await readTransferOutputs(db, enterpriseId, [payment])
  return described ?? refuse('PAYMENT_NOT_FOUND')
}

/** `remarkCode` is the key that computes remark codes. */
export const createTransferHandlers = ({ remarkCode: key }: Keys): Handlers<typeof bankTransferEndpoints> => ({
  begin: ({ tradeId }, { caller, moment, write, writeWithoutSession }) =>
    startPaymentOrRequestApproval(writeWithoutSession, moment, { payer: caller, tradeId, method: 'transfer' }, () =>
      write(async (tx) => ({ paymentId: await createAnnouncedTradeTransfer(tx, moment, { payer: caller, tradeId, key }) })),
    ),
  topUp: ({ amount }, { caller: payer, moment, write }) =>
    write(async (tx) => ({
      paymentId: await createAnnouncedTopUpOrRepayment(tx, moment, { payer: payerOf(payer), key, purpose: 'topUp', amountFen: amount }),
    })),
  repay: ({ amount, months }, { caller: payer, moment, write }) =>
    write(async (tx) => ({
      paymentId: await createAnnouncedTopUpOrRepayment(tx, moment, {
        payer: payerOf(payer),
        key,
        purpose: 'repay',
        amountFen: amount,
        months,
      }),
    })),
  detail: async ({ paymentId }, { db, caller }) => readTransfer(db, await requireTransfer(db, caller, paymentId, lookers)),
  ofOrder: async ({ orderNo }, { db, caller: { enterpriseId } }) => {
    const { tradeId } = (await findOrder(db, enterpriseId, orderNo)) ?? refuse('ORDER_NOT_FOUND')
    const found = await findLatestBankTransferOfTrade(db, enterpriseId, tradeId)
    return { tradeId, transfer: found ? await readTransfer(db, found) : null }
  },
  list: async ({ pageNo, pageSize, purpose }, { db, caller }) => {
    const { enterpriseId } = caller
    const purposes = (['trade', 'topUp', 'repay'] as const).filter((one) => hasPermission(caller, lookers[one]) && (purpose ?? one) === one)
    const filter = { enterpriseId, purposes, ...toSlice({ pageNo, pageSize }) }
    const { transfers, total } = await listBankTransferPayments(db, filter)
    return { dataList: await readTransferOutputs(db, enterpriseId, transfers), total }
  },
  submitVoucher: async ({ paymentId, fileIds, remark }, { db, caller, moment, write, writeWithoutSession }) => {
    const { tradeId } = await requireTransfer(db, caller, paymentId, actors)
    const submit = () =>
      write(async (tx) => {
        const payment = await requireTransfer(tx, caller, paymentId, actors)
        await submitVoucher(tx, moment, { payment, payer: caller, fileIds, remark })
        return readTransfer(tx, payment)
      })
    return tradeId === null
      ? submit()
      : startPaymentOrRequestApproval(writeWithoutSession, moment, { payer: caller, tradeId, method: 'transfer' }, submit)
  },
  withdrawVoucher: ({ paymentId }, { caller, moment, write }) =>
    write(async (tx) => {
      const payment = await requireTransfer(tx, caller, paymentId, actors)
      await withdrawVoucher(tx, moment, payment)
      return readTransfer(tx, payment)
    }),
  cancel: async ({ paymentId }, { caller, moment, write }) => {
    await write(async (tx) => cancelTransfer(tx, moment, await requireTransfer(tx, caller, paymentId, actors)))
    return null
  },
})

const payerOf = ({ enterpriseId, userId }: Member) => ({ enterpriseId, userId })
