import type { OnlinePaymentChannel } from '#contract/money/payments/api.ts'
import { computeRepayableTotal } from '#contract/money/statements/repayment.ts'
import { repaymentSources } from '#contract/money/statements/shapes.ts'
import { topUpTitles } from '#contract/money/wallet/api.ts'
import { orderLifecycle } from '#contract/orders/orders/order-lifecycle.ts'
import { type Fen, formatMoney, maxFen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addHours } from '#contract/platform/core/shanghai.ts'
import { closeOpenPaymentAndInformProvider, insertExternalPayment, lockOpenPaymentOfTrade } from '#server/money/payments/public.ts'
import { readDebts } from '#server/money/statements/public.ts'
import { lockOrdersForOnlineOrTransferPayment, type StartPaymentInput } from '#server/orders/approval/public.ts'
import { formatGoodsOfOrders } from '#server/orders/orders/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { PROVIDER_QUERY_DELAYS_MS } from './poll-payments.ts'
import type { ProviderContext } from './query-provider.ts'

const MINUTE = 60_000
const TRADE_MS = 15 * MINUTE
const TOP_UP_MS = 30 * MINUTE

export interface Payer {
  enterpriseId: string
  userId: string
}

type TradePayer = StartPaymentInput['payer']

type Gateways = Pick<ProviderContext, 'gateways'>

const requireChannel = ({ gateways }: Gateways, channel: OnlinePaymentChannel): void => {
  if (!gateways.has(channel)) refuse('CHANNEL_NOT_OFFERED')
}

const within = (moment: Moment, ms: number) => ({
  expiresAt: new Date(moment.now.getTime() + ms),
  nextQueryAt: new Date(moment.now.getTime() + (PROVIDER_QUERY_DELAYS_MS[0] ?? 0)),
})

/**
 * Creates an online payment for all orders of a trade. An open one of the same channel is reused; one of another channel is closed first.
 * It expires with the orders, at the latest after 15 minutes. Refuses the same as `lockOrdersForOnlineOrTransferPayment`, and CHANNEL_NOT_OFFERED,
 * PAYMENT_UNCLEAR.
 */
export async function createTradePayment(
  tx: Tx,
  moment: Moment,
  { payer, tradeId, channel, around: context }: { payer: TradePayer; tradeId: string; channel: OnlinePaymentChannel; around: Gateways },
): Promise<string> {
  const { enterpriseId, userId } = payer
  const orders = await lockOrdersForOnlineOrTransferPayment(tx, { payer, tradeId, method: 'online' })
  const [first] = orders
  if (!first) refuse('TRADE_NOT_FOUND')
  requireChannel(context, channel)
  const amountFen = sum(orders.map(({ payableFen }) => payableFen))
  const open = await lockOpenPaymentOfTrade(tx, enterpriseId, tradeId)
  if (open && open.channel === channel && open.amountFen === amountFen && (open.expiresAt ?? moment.now) > moment.now) return open.id
  await closeOpenPaymentAndInformProvider(tx, moment, { enterpriseId, tradeId, why: '已重新发起支付' })
  const span = within(moment, TRADE_MS)
  const orderEnds = addHours(first.stateAt, orderLifecycle.verbs.expirePayment.afterHours ?? 0)
  const expiresAt = new Date(Math.min(orderEnds.getTime(), span.expiresAt.getTime()))
  const about = {
    enterpriseId,
    purpose: 'trade',
    tradeId,
    method: 'online',
    channel,
    title: formatGoodsOfOrders(orders),
    amountFen,
    userId,
  } as const
  return insertExternalPayment(tx, moment, { ...about, ...span, expiresAt })
}

/** 在线充值: creates a payment into the wallet. It expires after 30 minutes. */
export async function createTopUpPayment(
  tx: Tx,
  moment: Moment,
  { payer, amountFen, channel, around: context }: { payer: Payer; amountFen: Fen; channel: OnlinePaymentChannel; around: Gateways },
): Promise<string> {
  requireChannel(context, channel)
  const title = { wechat: topUpTitles.wechat, alipay: topUpTitles.alipay, card: topUpTitles.bank }[channel]
  return insertExternalPayment(tx, moment, {
    ...payer,
    purpose: 'topUp',
    method: 'online',
    channel,
    title,
    amountFen,
    ...within(moment, TOP_UP_MS),
  })
}

/** 在线还款 of at most the owed amount. If less is owed when the money arrives, the rest goes to the wallet. Refuses REPAY_TOO_MUCH. */
export async function createRepaymentPayment(
  tx: Tx,
  moment: Moment,
  {
    payer,
    amountFen,
    channel,
    months,
    around: context,
  }: { payer: Payer; amountFen: Fen; channel: OnlinePaymentChannel; months: readonly string[]; around: Gateways },
): Promise<string> {
  requireChannel(context, channel)
  const owed = computeRepayableTotal(await readDebts(tx, moment, payer.enterpriseId))
  if (amountFen > owed) refuse('REPAY_TOO_MUCH', { msg: `待还总额 ${formatMoney(maxFen(owed, ZERO_FEN))}，还款金额不能超过它` })
  const about = { ...payer, purpose: 'repay', method: 'online', channel, title: repaymentSources.gateway.label, amountFen, months } as const
  return insertExternalPayment(tx, moment, { ...about, ...within(moment, TOP_UP_MS) })
}
