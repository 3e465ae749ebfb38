// Says what stands in the way of taking a use of a bank line back (撤销到账). It only reads.
import { orderLifecycle } from '#contract/orders/orders/order-lifecycle.ts'
import { type Fen, formatMoney, subtractFen, ZERO_FEN } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import type { BankAllocationRow } from '#server/billing/bank/allocations.ts'
import { readBankTransferSecondPersonThreshold } from '#server/content/content/public.ts'
import { readLedgerBalancesOfEnterprises } from '#server/money/ledger/public.ts'
import { type ExternalPayment, findPayments, listOrdersPaidByPayments, type PaidOrderPart } from '#server/money/payments/public.ts'
import { findTopUpsThatRecoveredBadDebts, type RepaymentUndoFacts, readRepaymentUndoFacts } from '#server/money/statements/public.ts'
import { findOrdersOfEnterprises, type Order } from '#server/orders/orders/public.ts'
import { findOrderIdsWithLiveWaybill } from '#server/orders/waybills/public.ts'
import { areIndependentPeople } from '#server/people/dual-control/public.ts'
import { findEnterprises } from '#server/people/organisation/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/** Finds the orders that have a contract, or one that is being signed, with what has happened to it. Given by the module of signings, which uses this one. */
export type FindContracts = (db: Db, orders: readonly Pick<Order, 'enterpriseId' | 'id' | 'orderNo'>[]) => Promise<Map<string, string>>

interface UndoQuestion {
  allocations: readonly BankAllocationRow[]
  staffId: string
  findContracts: FindContracts
}

/** What has become of some uses of lines. */
interface UndoFacts {
  today: string
  payments: ReadonlyMap<string, ExternalPayment>
  paidOrders: ReadonlyMap<string, readonly { part: PaidOrderPart; order: Order | undefined }[]>
  withWaybill: ReadonlySet<string>
  /** What has happened to the contracts of orders. */
  contracts: ReadonlyMap<string, string>
  repayments: ReadonlyMap<string, RepaymentUndoFacts>
  /** The top-ups that went on to a written-off claim. */
  recoveredTopUps: ReadonlySet<string>
  closedEnterprises: ReadonlySet<string>
  wallets: ReadonlyMap<string, Fen>
  /** Above it another person than who made the use takes it back. */
  secondAbove: Fen
  /** The people who made a use above it and do not count as others than the caller. */
  samePeople: ReadonlySet<string>
}

/** Who made large uses and is not another person than the caller. */
async function findSamePeople(
  db: Db,
  moment: Moment,
  { allocations, secondAbove, staffId }: { allocations: readonly BankAllocationRow[]; secondAbove: Fen; staffId: string },
): Promise<Set<string>> {
  const same = new Set<string>()
  // A few people of finance, however many uses there are.
  for (const firstId of new Set(allocations.filter(({ amount_fen }) => amount_fen > secondAbove).map(({ made_by }) => made_by)))
    if (!(await areIndependentPeople(db, { firstId, secondId: staffId }, moment))) same.add(firstId)
  return same
}

/** Reads all that the rules ask, for uses of any number of companies, by a few statements. */
async function readUndoFacts(db: Db, moment: Moment, { allocations, staffId, findContracts }: UndoQuestion): Promise<UndoFacts> {
  const today = toShanghaiDay(moment.now)
  const live = allocations.filter(({ at, undone_at }) => undone_at === null && toShanghaiDay(at) === today)
  const refs = live.flatMap(({ enterprise_id: enterpriseId, payment_id: id }) => (id === null ? [] : [{ enterpriseId, id }]))
  const enterpriseIds = [...new Set(refs.map(({ enterpriseId }) => enterpriseId))]
  const ids = refs.map(({ id }) => id)
  const [payments, parts] = [await findPayments(db, refs), await listOrdersPaidByPayments(db, { enterpriseIds, paymentIds: ids })]
  const orderIds = parts.map(({ orderId }) => orderId)
  const orders = new Map((await findOrdersOfEnterprises(db, { enterpriseIds, ids: orderIds })).map((order) => [order.id, order]))
  const balances = await readLedgerBalancesOfEnterprises(db, enterpriseIds)
  const secondAbove = await readBankTransferSecondPersonThreshold(db)
  return {
    today,
    payments,
    paidOrders: Map.groupBy(
      parts.map((part) => ({ part, order: orders.get(part.orderId) })),
      ({ part }) => part.paymentId,
    ),
    withWaybill: await findOrderIdsWithLiveWaybill(db, { enterpriseIds, orderIds }),
    contracts: await findContracts(db, [...orders.values()]),
    repayments: await readRepaymentUndoFacts(db, { enterpriseIds, ids }),
    recoveredTopUps: await findTopUpsThatRecoveredBadDebts(db, { enterpriseIds, ids }),
    closedEnterprises: new Set((await findEnterprises(db, enterpriseIds)).flatMap(({ id, closedAt }) => (closedAt === null ? [] : [id]))),
    wallets: new Map([...balances].map(([id, { wallet }]) => [id, wallet])),
    secondAbove,
    samePeople: await findSamePeople(db, moment, { allocations: live, secondAbove, staffId }),
  }
}

/** Why the orders that a payment pays cannot wait for payment again. */
function whyOrdersStay(paymentId: string, { paidOrders, withWaybill, contracts }: UndoFacts): string | null {
  for (const { part, order } of paidOrders.get(paymentId) ?? []) {
    if (!order) return '订单不存在'
    const { orderNo, state, cancelAskedAt, afterSaleSince, id } = order
    if (afterSaleSince !== null || part.refundedFen > 0) return `订单 ${orderNo} 有售后或退款`
    if (state !== 'WAIT_SEND') return `订单 ${orderNo} 已是“${orderLifecycle.states[state].label}”`
    if (cancelAskedAt !== null) return `订单 ${orderNo} 买家已申请取消，请先处理`
    if (withWaybill.has(id)) return `订单 ${orderNo} 已取电子面单，请先取消面单`
    const contract = contracts.get(id)
    if (contract !== undefined) return `订单 ${orderNo} ${contract}，内容不能再变`
  }
  return null
}

/** Why the debt that a repayment has lowered cannot be owed again, if some payments are taken back together. */
function whyRepaymentStays(paymentId: string, { repayments }: UndoFacts, together: ReadonlySet<string | null>): string | null {
  const repayment = repayments.get(paymentId)
  if (!repayment) return '还款记录不存在'
  if (repayment.recovered) return '其中一部分收回了已核销的欠款'
  if (repayment.reversedSettledInterest) return '还款后冲回了已减免或已付的利息'
  if (repayment.followed) return '还款后企业又有还款、退款、减免或赊销下单'
  return repayment.followers.every((id) => together.has(id)) ? null : '还款后企业又有还款，须一起撤销'
}

/** Why a use stays, whatever the wallet has; null: it can be taken back, or was. */
function whyAllocationStays(use: BankAllocationRow, facts: UndoFacts, together: ReadonlySet<string | null>): string | null {
  if (use.undone_at !== null) return null
  const day = toShanghaiDay(use.at)
  if (day !== facts.today) return `${day} 的确认已记账，只能在当天撤销`
  if (use.kind === 'back') return '已退回付款人'
  if (use.kind === 'acceptance') return '承兑汇票的收款，请在票据上办理退票'
  if (use.amount_fen > facts.secondAbove && facts.samePeople.has(use.made_by))
    return `超过 ${formatMoney(facts.secondAbove)}，须由确认人以外的另一位财务人员撤销`
  if (facts.closedEnterprises.has(use.enterprise_id)) return '企业已注销'
  const payment = facts.payments.get(use.payment_id ?? '')
  if (payment?.state !== 'SETTLED') return '付款已不是“已支付”'
  if (payment.purpose === 'trade') return whyOrdersStay(payment.id, facts)
  if (payment.purpose === 'repay') return whyRepaymentStays(payment.id, facts, together)
  return facts.recoveredTopUps.has(payment.id) ? '其中一部分收回了已核销的欠款' : null
}

/** What a use takes out of the wallet again. */
function computeWalletClaim({ payment_id, amount_fen, undone_at }: BankAllocationRow, { payments, repayments }: UndoFacts): Fen {
  const payment = payments.get(payment_id ?? '')
  if (undone_at !== null || !payment || payment.purpose === 'trade') return ZERO_FEN
  return payment.purpose === 'topUp' ? amount_fen : (repayments.get(payment.id)?.surplusFen ?? ZERO_FEN)
}

/** Why the wallets do not have what some uses take out of them, in the order in which they are given. */
function findWalletShortages(uses: readonly BankAllocationRow[], facts: UndoFacts): Map<string, string> {
  const [wallets, short] = [new Map(facts.wallets), new Map<string, string>()]
  for (const use of uses) {
    const [claim, left] = [computeWalletClaim(use, facts), wallets.get(use.enterprise_id) ?? ZERO_FEN]
    if (claim > left) short.set(use.id, `钱包余额 ${formatMoney(left)}，不够扣回 ${formatMoney(claim)}（已被使用）`)
    else wallets.set(use.enterprise_id, subtractFen(left, claim))
  }
  return short
}

/** Says of uses that are taken back together why some stay. One that stays keeps those that it has followed, and claims nothing of a wallet. */
function findReasonsAgainstUndo(uses: readonly BankAllocationRow[], facts: UndoFacts): Map<string, string | null> {
  const reasons = new Map<string, string | null>(uses.map(({ id }) => [id, null]))
  for (;;) {
    const going = uses.filter(({ id }) => reasons.get(id) === null)
    const together = new Set(going.map(({ payment_id }) => payment_id))
    const staying = new Map(
      going.flatMap((use) => {
        const why = whyAllocationStays(use, facts, together)
        return why === null ? [] : [[use.id, why] as const]
      }),
    )
    const found = staying.size > 0 ? staying : findWalletShortages(going, facts)
    if (found.size === 0) return reasons
    for (const [id, why] of found) reasons.set(id, why)
  }
}

/**
 * Reads what there is to know of uses, by a few statements. The function says of each of some of them why the person cannot take it back if just
 * these are taken back together; null: he can, or it was taken back.
 */
export async function createUndoReasonFinder(
  db: Db,
  moment: Moment,
  question: UndoQuestion,
): Promise<(together: readonly BankAllocationRow[]) => Map<string, string | null>> {
  const facts = await readUndoFacts(db, moment, question)
  return (together) => findReasonsAgainstUndo(together, facts)
}
