import { type Fen, formatYuan, most, sum, ZERO } from '../../contract/money.ts'
import { refuse } from '../../contract/refusals.ts'
import { addHours } from '../../contract/shanghai.ts'
import { repayable } from '../../contract/statements/repayment.ts'
import { repaymentSources } from '../../contract/statements/shapes.ts'
import { topUpTitles } from '../../contract/wallet/api.ts'
import { lockUnpaid } from '../ordering/public.ts'
import { closeOpenPayment, countOpenTransfers, drawTransferCode, insertOpenPayment, lockOpenPayment } from '../payment/public.ts'
import type { Tx } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'
import { readDebts } from '../statements/public.ts'

export interface Payer {
  enterpriseId: string
  userId: string
}

/** Of top-ups and repayments: a week, which a bank takes over any holiday. */
const HOURS = 7 * 24
/** Announced and not paid, of one company: more than this is no intent to pay. */
const OPEN_MAX = 20

const titles = { topUp: topUpTitles.transfer, repay: repaymentSources.bank.label } as const

/**
 * A transfer for all orders of a trade; the one under way already is it. Whoever brings the money without having announced it, finance for him,
 * needs no code. Refuses TRADE_NOT_FOUND, ALREADY_PAID, METHOD_NOT_OFFERED, PAYMENT_UNCLEAR.
 */
export async function beginForTrade(
  tx: Tx,
  moment: Moment,
  { enterpriseId, userId, tradeId, key }: { enterpriseId: string; userId?: string; tradeId: string; key: Buffer },
): Promise<string> {
  const orders = await lockUnpaid(tx, enterpriseId, tradeId)
  const [first] = orders
  if (first?.method !== 'transfer') refuse('METHOD_NOT_OFFERED', { msg: '订单的支付方式已变更，请刷新后再支付' })
  const amountFen = sum(orders.map(({ payableFen }) => payableFen))
  const open = await lockOpenPayment(tx, enterpriseId, tradeId)
  if (open && open.method === 'transfer' && open.amountFen === amountFen) return open.id
  await closeOpenPayment(tx, moment, { enterpriseId, tradeId, why: '已重新发起支付' })
  const about = { enterpriseId, purpose: 'trade', tradeId, method: 'transfer', title: first.firstGoods, amountFen } as const
  return insertOpenPayment(tx, moment, { ...about, userId: userId ?? first.userId, remarkCode: await drawTransferCode(tx, key) })
}

/** 转账充值 or 转账还款 that its buyer announces. Refuses TRANSFERS_FULL, REPAY_TOO_MUCH. */
export async function announce(
  tx: Tx,
  moment: Moment,
  { payer, key, ...what }: { payer: Payer; key: Buffer; purpose: 'topUp' | 'repay'; amountFen: Fen; months?: readonly string[] },
): Promise<string> {
  if ((await countOpenTransfers(tx, payer.enterpriseId)) >= OPEN_MAX) refuse('TRANSFERS_FULL')
  if (what.purpose === 'repay') await demandOwed(tx, moment, payer.enterpriseId, what.amountFen)
  return insertOpenPayment(tx, moment, {
    ...{ ...payer, ...what, method: 'transfer', title: titles[what.purpose], remarkCode: await drawTransferCode(tx, key) },
    expiresAt: addHours(moment.now, HOURS),
  })
}

async function demandOwed(tx: Tx, moment: Moment, enterpriseId: string, amountFen: Fen): Promise<void> {
  const owed = repayable(await readDebts(tx, moment, enterpriseId))
  if (amountFen > owed)
    refuse('REPAY_TOO_MUCH', { msg: `待还总额 ¥${formatYuan(most(owed, ZERO), { grouped: true })}，还款金额不能超过它` })
}

/** Money that nobody has announced and that finance gives its purpose: settled in the same transaction. */
export const beginDirect = (
  tx: Tx,
  moment: Moment,
  { payer, purpose, amountFen }: { payer: Payer; purpose: 'topUp' | 'repay'; amountFen: Fen },
): Promise<string> => insertOpenPayment(tx, moment, { ...payer, purpose, method: 'transfer', title: titles[purpose], amountFen })
