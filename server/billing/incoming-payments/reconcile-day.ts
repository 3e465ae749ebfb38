import type { OnlinePaymentChannel, ReconciliationDifference } from '#contract/money/payments/api.ts'
import { type Fen, subtractFen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { type GatewayBillRow, ignoreGatewayError } from '#server/adapters/gateway/public.ts'
import { listTransfersOfPlatformAccount, sumTransfersOfPlatformAccount } from '#server/money/ledger/public.ts'
import {
  findPayment,
  findRefundById,
  formatOutTradeOrRefundNumber,
  type IncomingGatewayPayment,
  listIncomingGatewayPayments,
  listIncomingGatewayPaymentsOfDay,
  listLedgerDocumentIdsOfPayment,
  parseOutTradeOrRefundNumber,
} from '#server/money/payments/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { ProviderContext } from './query-provider.ts'

export interface ReconciliationResult {
  day: string
  /** Providers whose bill of the day is not available (yet). */
  unavailable: OnlinePaymentChannel[]
  differences: ReconciliationDifference[]
}

type Sides = Pick<ReconciliationDifference, 'bill' | 'ours' | 'books'>

/** Returns why three amounts differ, by which of them exist; undefined: they are equal. */
function reasonOf({ kind, bill, ours, books }: Sides & Pick<ReconciliationDifference, 'kind'>): string | undefined {
  if (bill === ours && ours === books) return undefined
  const pay = kind === 'pay'
  if (ours === null && books === null) return pay ? '支付机构已收款，本系统未入账' : '支付机构已退款，本系统没有或尚未确认'
  if (ours === null) return '账簿有记录，但没有对应的支付或退款'
  if (books !== ours) return '支付或退款记录与账簿不符'
  return bill === null ? '本系统已入账，支付机构账单中没有' : '金额与支付机构账单不符'
}

/** Returns the amount in fen that the ledger has posted for one receipt: all postings of its payment minus its other receipts. */
async function bookedFor(db: Db, { enterpriseId, paymentId, reference, amountFen }: IncomingGatewayPayment): Promise<Fen | null> {
  const ref = { enterpriseId, id: paymentId }
  const documents = await listLedgerDocumentIdsOfPayment(db, ref)
  const all = await sumTransfersOfPlatformAccount(db, enterpriseId, { from: 'gateway', documents })
  const others = (await listIncomingGatewayPayments(db, ref)).filter((one) => one.reference !== reference)
  const own = subtractFen(all, sum(others.map((one) => one.amountFen)))
  return own === ZERO_FEN && amountFen !== ZERO_FEN ? null : own
}

interface Day {
  db: Db
  channel: OnlinePaymentChannel
  day: string
  bill: readonly GatewayBillRow[]
}

/** Compares incoming payments: rows of the bill with our receipts of the day, by the provider's number. */
async function comparePayments({ db, channel, day, bill }: Day): Promise<Omit<ReconciliationDifference, 'reason'>[]> {
  const receipts = await listIncomingGatewayPaymentsOfDay(db, channel, day)
  const paid = bill.filter(({ kind }) => kind === 'pay')
  const references = new Set([...receipts.map(({ reference }) => reference), ...paid.map(({ gatewayNo }) => gatewayNo)])
  const rows: Omit<ReconciliationDifference, 'reason'>[] = []
  for (const reference of references) {
    const billed = paid.find(({ gatewayNo }) => gatewayNo === reference)
    const receipt = receipts.find((one) => one.reference === reference)
    const outNo = billed?.outTradeNo ?? formatOutTradeOrRefundNumber(receipt?.paymentId ?? '')
    const books = receipt ? await bookedFor(db, receipt) : null
    rows.push({ channel, kind: 'pay', reference, outNo, bill: billed?.amountFen ?? null, ours: receipt?.amountFen ?? null, books })
  }
  return rows
}

/** Compares refunds: rows of the bill with our refunds, by our number. Refunds in the ledger without a row are differences, too. */
async function compareRefunds({ db, channel, day, bill }: Day): Promise<Omit<ReconciliationDifference, 'reason'>[]> {
  const returned = bill.filter(({ kind }) => kind === 'refund')
  const booked = (await listTransfersOfPlatformAccount(db, { to: 'gateway', day })).map(({ document }) =>
    formatOutTradeOrRefundNumber(document),
  )
  const rows: Omit<ReconciliationDifference, 'reason'>[] = []
  for (const outNo of new Set([...returned.map(({ outRefundNo }) => outRefundNo ?? ''), ...booked])) {
    const billed = returned.find(({ outRefundNo }) => outRefundNo === outNo)
    const refund = await findRefundById(db, parseOutTradeOrRefundNumber(outNo) ?? '00000000-0000-0000-0000-000000000000')
    const payment = refund && (await findPayment(db, { enterpriseId: refund.enterpriseId, id: refund.paymentId }))
    if (!billed && payment && payment.channel !== channel) continue
    const sent = refund ? await sumTransfersOfPlatformAccount(db, refund.enterpriseId, { to: 'gateway', documents: [refund.id] }) : ZERO_FEN
    const ours = refund?.state === 'SETTLED' ? refund.amountFen : null
    const reference = billed?.gatewayNo ?? refund?.reference ?? ''
    rows.push({ channel, kind: 'refund', reference, outNo, bill: billed?.amountFen ?? null, ours, books: sent === ZERO_FEN ? null : sent })
  }
  return rows
}

/** Finds postings of online payments of the day that have no receipt. */
async function strays(db: Db, day: string, channel: OnlinePaymentChannel): Promise<ReconciliationDifference[]> {
  const known = new Set<string>()
  const channels: OnlinePaymentChannel[] = ['wechat', 'alipay', 'card']
  for (const one of channels)
    for (const receipt of await listIncomingGatewayPaymentsOfDay(db, one, day))
      for (const document of await listLedgerDocumentIdsOfPayment(db, { enterpriseId: receipt.enterpriseId, id: receipt.paymentId }))
        known.add(document)
  const taken = await listTransfersOfPlatformAccount(db, { from: 'gateway', day })
  return taken
    .filter(({ document }) => !known.has(document))
    .map(({ document, amountFen }) => {
      const row = {
        channel,
        kind: 'pay',
        reference: '',
        outNo: formatOutTradeOrRefundNumber(document),
        bill: null,
        ours: null,
        books: amountFen,
      } as const
      return { ...row, reason: reasonOf(row) ?? '' }
    })
}

/**
 * Reconciles a day: the provider's bill, our receipts and refunds, and the gateway account of the ledger, movement by movement. Returns all
 * differences with their reasons; none if all three agree. A day that is not over has no bill.
 */
export async function findReconciliationDifferencesOfDay(
  { db, gateways }: Pick<ProviderContext, 'db' | 'gateways'>,
  moment: Moment,
  day: string,
): Promise<ReconciliationResult> {
  const unavailable: OnlinePaymentChannel[] = []
  const rows: Omit<ReconciliationDifference, 'reason'>[] = []
  for (const [channel, gateway] of gateways) {
    const bill = day < toShanghaiDay(moment.now) ? await gateway.bill(day, moment.now).catch(ignoreGatewayError) : undefined
    if (bill === undefined) unavailable.push(channel)
    else rows.push(...(await comparePayments({ db, channel, day, bill })), ...(await compareRefunds({ db, channel, day, bill })))
  }
  const differences = rows.flatMap((row) => {
    const reason = reasonOf(row)
    return reason === undefined ? [] : [{ ...row, reason }]
  })
  const [first] = gateways.keys()
  return { day, unavailable, differences: [...differences, ...(first ? await strays(db, day, first) : [])] }
}
