import type { consoleVoucherEndpoints, VoucherRow } from '#contract/billing/bank/voucher-api.ts'
import { voucherLifecycle } from '#contract/billing/bank/voucher-lifecycle.ts'
import {
  findVouchersOfPayments,
  listVouchers,
  omitCancelledOrders,
  toVoucher,
  type Voucher,
} from '#server/billing/bank-transfers/public.ts'
import { readSecondPersonAmount } from '#server/content/content/public.ts'
import { findPayment } from '#server/money/payments/public.ts'
import { findOrdersOfTrades } from '#server/orders/orders/public.ts'
import { findNamesInEnterprise } from '#server/people/identity/public.ts'
import { findEnterprises } from '#server/people/organisation/public.ts'
import { listStaffNames } from '#server/people/staff/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { toSlice } from '#server/platform/core/paging.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { describeBankLine } from './bank-line-store.ts'
import { listVoucherWarnings, proposeLinesForVoucher } from './matching.ts'
import {
  approveVoucherAgainstBankLine,
  rejectVoucherReview,
  requireVoucherWithPayment,
  type VoucherWithPayment,
} from './review-vouchers.ts'

/** Builds the rows of the queue with the names of the enterprises and the payments. */
async function describeRows(db: Db, vouchers: readonly Voucher[]): Promise<VoucherRow[]> {
  const companies = await findEnterprises(db, [...new Set(vouchers.map(({ enterpriseId }) => enterpriseId))])
  const names = new Map(companies.map(({ id, name }) => [id, name]))
  const people = await listStaffNames(db)
  const nameOf = (id: string | null) => (id === null ? null : (people.get(id) ?? ''))
  const rows: VoucherRow[] = []
  for (const voucher of vouchers) {
    const payment = await findPayment(db, { enterpriseId: voucher.enterpriseId, id: voucher.paymentId })
    if (!payment) continue
    rows.push({
      enterpriseId: voucher.enterpriseId,
      enterpriseName: names.get(voucher.enterpriseId) ?? null,
      id: voucher.id,
      paymentId: payment.id,
      no: voucher.no,
      purpose: payment.purpose,
      title: payment.title,
      amount: payment.amountFen,
      state: voucher.state,
      label: voucherLifecycle.states[voucher.state].label,
      submittedAt: voucher.submittedAt,
      firstBy: nameOf(voucher.firstBy),
      decidedBy: nameOf(voucher.decidedBy),
      decidedAt: voucher.decidedAt,
    })
  }
  return rows
}

async function describeCase(db: Db, review: VoucherWithPayment, row: VoucherRow, staffId: string) {
  const { voucher, payment } = review
  const { enterpriseId } = voucher
  const reviewers = await listStaffNames(db)
  const history = await findVouchersOfPayments(db, enterpriseId, [payment.id])
  const people = await findNamesInEnterprise(db, enterpriseId, [...new Set(history.map(({ submittedBy }) => submittedBy))])
  const shown = history.map((one) => toVoucher(one, people.get(one.submittedBy) ?? '', 'staff'))
  const orders = payment.tradeId === null ? [] : omitCancelledOrders(await findOrdersOfTrades(db, enterpriseId, [payment.tradeId]))
  const lines = await proposeLinesForVoucher(db, review, row.enterpriseName ?? '')
  return {
    ...row,
    voucher: toVoucher(voucher, people.get(voucher.submittedBy) ?? '', 'staff'),
    remarkCode: payment.remarkCode ?? '',
    orders: orders.map(({ orderNo, payableFen }) => ({ orderNo, payable: payableFen })),
    mine: voucher.firstBy === staffId,
    secondAbove: await readSecondPersonAmount(db),
    warnings: await listVoucherWarnings(db, review, lines, row.enterpriseName ?? ''),
    lines: lines.map((line) => describeBankLine(line, reviewers)),
    history: shown,
  }
}

export const consoleVoucherHandlers: Handlers<typeof consoleVoucherEndpoints> = {
  list: async ({ state, keyword, pageNo, pageSize }, { db }) => {
    const { vouchers, total } = await listVouchers(db, { state, keyword, ...toSlice({ pageNo, pageSize }) })
    return { dataList: await describeRows(db, vouchers), total }
  },
  detail: async (ref, { db, caller }) => {
    const found = await requireVoucherWithPayment(db, ref)
    const [row] = await describeRows(db, [found.voucher])
    return describeCase(db, found, row as VoucherRow, caller.staffId)
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
    await write(async (tx) => rejectVoucherReview(tx, moment, await requireVoucherWithPayment(tx, ref), opinion, caller.staffId))
    return null
  },
}
