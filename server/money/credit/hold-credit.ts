import type { OrderStop } from '#contract/billing/collections/shapes.ts'
import { computeUsedAndUsableCredit } from '#contract/money/credit/limits.ts'
import { type Fen, formatMoney, subtractFen, sum, toYuan } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { lockAndReadLedgerBalance, postTransfersOfEnterprise, readLedgerBalancesOfEnterprise } from '#server/money/ledger/public.ts'
import { findPostingTimeOfNewDrawdown } from '#server/money/statements/public.ts'
import { awaitAllAndThrowFirstError, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { findCreditLimits, findOrderStop, lockCreditLimits, toCreditPosition } from './credit-accounts.ts'
import { readCreditFacts } from './credit-checks.ts'

/** The message for an insufficient limit: the rule, the numbers, the next step. */
const shortfall = (neededFen: Fen, usableFen: Fen): string =>
  `赊销可用额度 ${formatMoney(usableFen)}，还差 ${formatMoney(subtractFen(neededFen, usableFen))}；可先还款、申请提额或改用其他支付方式`

/** The message for a company on the stop-list: why, and whom it can talk to. */
export const formatOrderStopMessage = ({ scope, reason, contact }: OrderStop): string =>
  `贵公司已被暂停${scope === 'all' ? '下单' : '赊销'}：${reason}。请联系 ${contact}`

/**
 * Refuses ORDERS_STOPPED to a company that may not order at all. An order on credit needs `lockAndRequireSufficientCredit` besides.
 */
export async function requireOrdersNotStopped(db: Db, enterpriseId: string): Promise<void> {
  const stop = await findOrderStop(db, enterpriseId)
  if (stop?.scope === 'all') refuse('ORDERS_STOPPED', { msg: formatOrderStopMessage(stop) })
}

/** Why a company cannot order at all, and why it cannot hold an amount; null: it can. */
export interface OrderAndCreditBlocks {
  orders: string | null
  credit: string | null
  /** What the company may still hold; null: it has no credit account, or the goods are not sold on credit. */
  usableFen: Fen | null
  /** Credit waits for the agreement, and for nothing else. */
  agreementMissing: boolean
  /** The balance of the wallet, which is read with those of the credit. */
  walletFen: Fen
}

/**
 * What prevents an order of a company now. `amountFen` null: its goods are not sold on credit, so only the stop-list is read. For display
 * only; the submit and the hold check again under their locks.
 */
export async function findOrderAndCreditBlocks(
  db: Db,
  moment: Moment,
  { enterpriseId, amountFen }: { enterpriseId: string; amountFen: Fen | null },
): Promise<OrderAndCreditBlocks> {
  const stopped = (stop: OrderStop | null) => (stop?.scope === 'all' ? formatOrderStopMessage(stop) : null)
  if (amountFen === null) {
    const [stop, { wallet }] = await awaitAllAndThrowFirstError(
      findOrderStop(db, enterpriseId),
      readLedgerBalancesOfEnterprise(db, enterpriseId),
    )
    return { orders: stopped(stop), credit: null, usableFen: null, agreementMissing: false, walletFen: wallet }
  }
  const [limits, { accepted, balances, late }] = await awaitAllAndThrowFirstError(
    findCreditLimits(db, enterpriseId),
    readCreditFacts(db, moment, enterpriseId),
  )
  const walletFen = balances.wallet
  const position = limits && toCreditPosition(limits, balances)
  if (!position)
    return { orders: null, credit: '暂未开通赊销账户，完成认证后可申请额度', usableFen: null, agreementMissing: false, walletFen }
  const { usableFen } = computeUsedAndUsableCredit(position, toShanghaiDay(moment.now))
  const short = amountFen > usableFen ? shortfall(amountFen, usableFen) : null
  const agreement = accepted ? null : '请主账号先在赊销账户页同意赊销协议'
  const other = (position.stop && formatOrderStopMessage(position.stop)) ?? late?.msg ?? short
  return { orders: stopped(position.stop), credit: other ?? agreement, usableFen, agreementMissing: !accepted && other === null, walletFen }
}

/** The result of a check: the used amount, and the sum of the base and temporary limits. */
export interface UsedAndTotalCreditAmount {
  usedFen: Fen
  limitFen: Fen
}

/**
 * Requires that a company may hold an amount, and keeps this true until the transaction ends, because the row of the credit account stays
 * locked. Called at submit, at approval, at every re-opening, and by the hold itself.
 */
export async function lockAndRequireSufficientCredit(
  tx: Tx,
  moment: Moment,
  { enterpriseId, amountFen }: { enterpriseId: string; amountFen: Fen },
): Promise<UsedAndTotalCreditAmount> {
  // The statement that is sent with the lock reads after it is held.
  const [limits, { accepted, balances, late }] = await awaitAllAndThrowFirstError(
    lockCreditLimits(tx, enterpriseId),
    readCreditFacts(tx, moment, enterpriseId),
  )
  const position = limits && toCreditPosition(limits, balances)
  if (!position) refuse('CREDIT_NOT_OPEN')
  if (!accepted) refuse('CREDIT_AGREEMENT_NEEDED')
  if (position.stop) refuse('CREDIT_STOPPED', { msg: formatOrderStopMessage(position.stop) })
  if (late?.kind === 'badDebt') refuse('CREDIT_BAD_DEBT', { msg: late.msg, toRecover: toYuan(late.amountFen), month: late.month })
  if (late) refuse('CREDIT_OVERDUE', { msg: late.msg, overdue: toYuan(late.amountFen), month: late.month, dueDay: late.dueDay })
  const { usableFen, usedFen, tempInForceFen } = computeUsedAndUsableCredit(position, toShanghaiDay(moment.now))
  if (amountFen > usableFen) refuse('CREDIT_SHORT', { msg: shortfall(amountFen, usableFen) })
  return { usedFen, limitFen: sum([position.baseFen, tempInForceFen]) }
}

/** An amount of an order that is held, drawn or released. */
export interface OrderAmount {
  orderId: string
  amountFen: Fen
  title: string
}

/** 占用: holds the amounts of a trade's orders, all or none. Nothing is owed yet. */
export async function holdCreditForOrders(
  tx: Tx,
  moment: Moment,
  { enterpriseId, orders }: { enterpriseId: string; orders: readonly OrderAmount[] },
): Promise<void> {
  const transfers = orders.map(({ orderId, amountFen, title }) => ({ kind: 'hold' as const, amountFen, document: orderId, title }))
  const amountFen = sum(orders.map((order) => order.amountFen))
  const withUse = ({ usedFen, limitFen }: UsedAndTotalCreditAmount) =>
    transfers.map((transfer, at) => {
      const usedAfterFen = sum([usedFen, ...transfers.slice(0, at + 1).map((held) => held.amountFen)])
      return Object.assign({ usedAfterFen, limitFen }, transfer)
    })
  // The balance is raised together with the check, under its lock: a refusal takes it back with the transaction.
  const completed = lockAndRequireSufficientCredit(tx, moment, { enterpriseId, amountFen }).then(withUse)
  await postTransfersOfEnterprise(tx, moment, { enterpriseId, transfers, completed })
}

/**
 * 入账: a parcel was shipped, so its amount is no longer held but owed, dated now. If its month was closed meanwhile, it is dated at the
 * close. Both rows or neither are written.
 */
export async function drawHeldCreditForParcel(
  tx: Tx,
  moment: Moment,
  { enterpriseId, parcelId, amountFen, title }: { enterpriseId: string; parcelId: string; amountFen: Fen; title: string },
): Promise<void> {
  const share = { amountFen, document: parcelId, title }
  // Statements that are sent with the lock read after it is held.
  const [, posted] = await awaitAllAndThrowFirstError(
    lockAndReadLedgerBalance(tx, enterpriseId, 'creditDrawn'),
    findPostingTimeOfNewDrawdown(tx, moment, enterpriseId),
  )
  await postTransfersOfEnterprise(tx, posted, {
    enterpriseId,
    transfers: [
      { kind: 'postHeld', ...share },
      { kind: 'draw', ...share },
    ],
  })
}

/** 释放: the amount of the part that an order will not ship can be used again. `seq` counts the order's releases. */
export async function releaseCredit(
  tx: Tx,
  moment: Moment,
  { enterpriseId, orderId, amountFen, title, seq }: OrderAmount & { enterpriseId: string; seq: number },
): Promise<void> {
  await postTransfersOfEnterprise(tx, moment, { enterpriseId, transfers: [{ kind: 'void', amountFen, document: orderId, seq, title }] })
}
