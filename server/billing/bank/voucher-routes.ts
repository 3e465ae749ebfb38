import type { consoleVoucherEndpoints, VoucherReviewRow } from '#contract/billing/bank/voucher-api.ts'
import { voucherLifecycle } from '#contract/billing/bank/voucher-lifecycle.ts'
import {
  findVouchersOfPayments,
  listOrderNosOfVouchers,
  listVouchersOfAllEnterprises,
  omitCancelledOrdersUnlessAllCancelled,
  toVoucherOutput,
  type Voucher,
} from '#server/billing/bank-transfers/public.ts'
import { readBankTransferSecondPersonThreshold } from '#server/content/content/public.ts'
import { findPayments } from '#server/money/payments/public.ts'
import { findOrdersOfManyTrades } from '#server/orders/orders/public.ts'
import { findDisplayNamesInEnterpriseByUserId } from '#server/people/identity/public.ts'
import { findEnterprises } from '#server/people/organisation/public.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { toSlice } from '#server/platform/core/paging.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { readBankLineNames, toBankLineOutput } from './bank-line-store.ts'
import { listVoucherWarnings, proposeBankLinesForVoucher } from './matching.ts'
import {
  approveVoucherAgainstBankLine,
  rejectVoucherUnderReview,
  requireVoucherWithPayment,
  type VoucherWithPayment,
} from './review-vouchers.ts'

/** Builds the rows of the queue with the names of the enterprises and the payments. */
async function describeRows(db: Db, vouchers: readonly Voucher[]): Promise<VoucherReviewRow[]> {
  const companies = await findEnterprises(db, [...new Set(vouchers.map(({ enterpriseId }) => enterpriseId))])
  const names = new Map(companies.map(({ id, name }) => [id, name]))
  const orderNos = await listOrderNosOfVouchers(db, vouchers)
  const people = await listStaffNamesById(db)
  const nameOf = (id: string | null) => (id === null ? null : (people.get(id) ?? ''))
  const payments = await findPayments(
    db,
    vouchers.map(({ enterpriseId, paymentId }) => ({ enterpriseId, id: paymentId })),
  )
  return vouchers.flatMap((voucher): VoucherReviewRow[] => {
    const payment = payments.get(voucher.paymentId)
    if (!payment) return []
    const row = {
      enterpriseId: voucher.enterpriseId,
      enterpriseName: names.get(voucher.enterpriseId) ?? null,
      id: voucher.id,
      paymentId: payment.id,
      no: voucher.no,
      purpose: payment.purpose,
      title: payment.title,
      remarkCode: payment.remarkCode ?? '',
      orderNos: orderNos.get(voucher.id) ?? [],
      amount: payment.amountFen,
      state: voucher.state,
      label: voucherLifecycle.states[voucher.state].label,
      submittedAt: voucher.submittedAt,
      firstBy: nameOf(voucher.firstBy),
      decidedBy: nameOf(voucher.decidedBy),
      decidedAt: voucher.decidedAt,
    }
    return [row]
  })
}

async function describeCase(db: Db, review: VoucherWithPayment, row: VoucherReviewRow, staffId: string) {
  const { voucher, payment } = review
  const { enterpriseId } = voucher
  const history = await findVouchersOfPayments(db, enterpriseId, [payment.id])
  const people = await findDisplayNamesInEnterpriseByUserId(db, enterpriseId, [...new Set(history.map(({ submittedBy }) => submittedBy))])
  const shown = history.map((one) => toVoucherOutput(one, people.get(one.submittedBy) ?? '', 'staff'))
  const orders =
    payment.tradeId === null ? [] : omitCancelledOrdersUnlessAllCancelled(await findOrdersOfManyTrades(db, enterpriseId, [payment.tradeId]))
  const lines = await proposeBankLinesForVoucher(db, review, row.enterpriseName ?? '')
  const names = await readBankLineNames(db)
  return {
    ...row,
    voucher: toVoucherOutput(voucher, people.get(voucher.submittedBy) ?? '', 'staff'),
    orders: orders.map(({ orderNo, payableFen }) => ({ orderNo, payable: payableFen })),
    mine: voucher.firstBy === staffId,
    secondAbove: await readBankTransferSecondPersonThreshold(db),
    warnings: await listVoucherWarnings(db, review, lines, row.enterpriseName ?? ''),
    lines: lines.map((line) => toBankLineOutput(line, names)),
    history: shown,
  }
}

export const consoleVoucherHandlers: Handlers<typeof consoleVoucherEndpoints> = {
  list: async ({ state, keyword, pageNo, pageSize }, { db }) => {
    const { vouchers, total } = await listVouchersOfAllEnterprises(db, { state, keyword, ...toSlice({ pageNo, pageSize }) })
    return { dataList: await describeRows(db, vouchers), total }
  },
  detail: async (ref, { db, caller }) => {
    const found = await requireVoucherWithPayment(db, ref)
    const [row] = await describeRows(db, [found.voucher])
    return describeCase(db, found, row as VoucherReviewRow, caller.staffId)
  },
  approve: ({ enterpriseId, id, ...approval }, { caller, moment, write }) =>
    write(async (tx) => ({
      done: await approveVoucherAgainstBankLine(
        tx,
        moment,
        await requireVoucherWithPayment(tx, { enterpriseId, id }),
        approval,
        caller.staffId,
      ),
    })),
  reject: async ({ opinion, ...ref }, { caller, moment, write }) => {
    await write(async (tx) => rejectVoucherUnderReview(tx, moment, await requireVoucherWithPayment(tx, ref), opinion, caller.staffId))
    return null
  },
}
