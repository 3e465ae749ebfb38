import type { OnlinePaymentChannel, PaymentScene } from '#contract/money/payments/api.ts'
import { computeRepayableTotal } from '#contract/money/statements/repayment.ts'
import { repaymentSources } from '#contract/money/statements/shapes.ts'
import { topUpTitles } from '#contract/money/wallet/api.ts'
import { orderLifecycle } from '#contract/orders/orders/order-lifecycle.ts'
import { type Fen, formatMoney, maxFen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addHours } from '#contract/platform/core/shanghai.ts'
import {
  closeOpenPaymentAndInformProvider,
  type ExternalPayment,
  insertExternalPayment,
  lockOpenPaymentOfTrade,
} from '#server/money/payments/public.ts'
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

/** How a buyer has chosen to pay online, and where he is. */
interface ChosenChannel {
  channel: OnlinePaymentChannel
  scene: PaymentScene
  around: Gateways
}

/** Returns where the buyer pays: where he is, if the channel can be paid there, else as at a desk. Refuses CHANNEL_NOT_OFFERED. */
function requireScene({ channel, scene, around: { gateways } }: ChosenChannel): PaymentScene {
  const gateway = gateways.get(channel) ?? refuse('CHANNEL_NOT_OFFERED')
  return gateway.scenes.includes(scene) ? scene : 'desk'
}

const within = (moment: Moment, ms: number) => ({
  expiresAt: new Date(moment.now.getTime() + ms),
  nextQueryAt: new Date(moment.now.getTime() + (PROVIDER_QUERY_DELAYS_MS[0] ?? 0)),
})

/**
 * Whether an open payment is what the buyer asks for again: the same way to pay, the same amount, and time left. Inside WeChat it is of one
 * person alone, because WeChat opens it for nobody else.
 */
const isReusable = (
  open: ExternalPayment,
  asked: Pick<ExternalPayment, 'channel' | 'scene' | 'amountFen' | 'userId'>,
  now: Date,
): boolean =>
  open.channel === asked.channel &&
  open.scene === asked.scene &&
  open.amountFen === asked.amountFen &&
  (open.scene !== 'wechat' || open.userId === asked.userId) &&
  (open.expiresAt ?? now) > now

/**
 * Creates an online payment for all orders of a trade. An open one of the same channel and scene is reused; another one is closed first,
 * because the provider pays a number in one scene only. It expires with the orders, at the latest after 15 minutes. Refuses the same as `lockOrdersForOnlineOrTransferPayment`, and CHANNEL_NOT_OFFERED,
 * PAYMENT_UNCLEAR.
 */
export async function createTradePayment(
  tx: Tx,
  moment: Moment,
  { payer, tradeId, ...chosen }: ChosenChannel & { payer: TradePayer; tradeId: string },
): Promise<string> {
  const { enterpriseId, userId } = payer
  const orders = await lockOrdersForOnlineOrTransferPayment(tx, { payer, tradeId, method: 'online' })
  const [first] = orders
  if (!first) refuse('TRADE_NOT_FOUND')
  const { channel } = chosen
  const scene = requireScene(chosen)
  const amountFen = sum(orders.map(({ payableFen }) => payableFen))
  const open = await lockOpenPaymentOfTrade(tx, enterpriseId, tradeId)
  if (open && isReusable(open, { channel, scene, amountFen, userId }, moment.now)) return open.id
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
    scene,
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
  { payer, amountFen, ...chosen }: ChosenChannel & { payer: Payer; amountFen: Fen },
): Promise<string> {
  const { channel } = chosen
  const scene = requireScene(chosen)
  const title = { wechat: topUpTitles.wechat, alipay: topUpTitles.alipay, card: topUpTitles.bank }[channel]
  return insertExternalPayment(tx, moment, {
    ...payer,
    purpose: 'topUp',
    method: 'online',
    channel,
    scene,
    title,
    amountFen,
    ...within(moment, TOP_UP_MS),
  })
}

/** 在线还款 of at most the owed amount. If less is owed when the money arrives, the rest goes to the wallet. Refuses REPAY_TOO_MUCH. */
export async function createRepaymentPayment(
  tx: Tx,
  moment: Moment,
  { payer, amountFen, months, ...chosen }: ChosenChannel & { payer: Payer; amountFen: Fen; months: readonly string[] },
): Promise<string> {
  const { channel } = chosen
  const scene = requireScene(chosen)
  const owed = computeRepayableTotal(await readDebts(tx, moment, payer.enterpriseId))
  if (amountFen > owed) refuse('REPAY_TOO_MUCH', { msg: `待还总额 ${formatMoney(maxFen(owed, ZERO_FEN))}，还款金额不能超过它` })
  const about = {
    ...payer,
    purpose: 'repay',
    method: 'online',
    channel,
    scene,
    title: repaymentSources.gateway.label,
    amountFen,
    months,
  } as const
  return insertExternalPayment(tx, moment, { ...about, ...within(moment, TOP_UP_MS) })
}
