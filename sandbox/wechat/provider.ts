import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fen, formatYuan } from '#contract/platform/core/money.ts'
import type { SandboxRefund, SandboxTrade } from '#sandbox/provider-store.ts'
import { type H5Scene, isH5Scene, openH5Page } from './h5-page.ts'
import {
  createNonce,
  createProviderNumber,
  formatRfc3339,
  isSignedByMerchant,
  type PaymentSandbox,
  sendNoticeToMerchant,
  sendSignedReply,
} from './protocol.ts'

const tradeFacts = (trade: SandboxTrade, { credentials }: PaymentSandbox): object => ({
  mchid: credentials.mchid,
  appid: credentials.appid,
  out_trade_no: trade.outTradeNo,
  trade_type: trade.tradeType ?? 'NATIVE',
  trade_state: trade.state,
  ...(trade.paidAt
    ? { transaction_id: trade.gatewayNo, success_time: trade.paidAt, payer: { openid: trade.openid ?? 'sandbox-payer' } }
    : {}),
  amount: { total: trade.amount, payer_total: trade.amount, currency: 'CNY' },
})

const refundFacts = (trade: SandboxTrade, refund: SandboxRefund): object => ({
  refund_id: refund.gatewayNo,
  out_refund_no: refund.outRefundNo,
  transaction_id: trade.gatewayNo,
  out_trade_no: trade.outTradeNo,
  channel: 'ORIGINAL',
  create_time: refund.at,
  ...(refund.state === 'SUCCESS' ? { success_time: refund.at } : {}),
  amount: { total: trade.amount, refund: refund.amount, currency: 'CNY' },
})

/** The buyer has confirmed: the trade is paid, and the merchant gets a notice. */
export function confirmWechatPayment(sandbox: PaymentSandbox, trade: SandboxTrade): void {
  const paid: SandboxTrade = { ...trade, state: 'SUCCESS', paidAt: formatRfc3339(sandbox.now()) }
  sandbox.store.save(paid)
  sendNoticeToMerchant(sandbox, trade.notifyUrl, 'TRANSACTION.SUCCESS', (wrongAmount) =>
    tradeFacts(wrongAmount ? { ...paid, amount: paid.amount + 1 } : paid, sandbox),
  )
}

const isOver = ({ expiresAt, state }: SandboxTrade, now: Date): boolean => state === 'NOTPAY' && new Date(expiresAt) <= now

/** Returns a trade in its current state: it is closed if it was not paid in time. */
export function closeTradeIfExpired({ store, now }: PaymentSandbox, trade: SandboxTrade | undefined): SandboxTrade | undefined {
  if (!trade || !isOver(trade, now())) return trade
  const closed: SandboxTrade = { ...trade, state: 'CLOSED' }
  store.save(closed)
  return closed
}

interface Order {
  description: string
  out_trade_no: string
  time_expire?: string
  notify_url: string
  amount: { total: number }
  scene_info?: H5Scene
  payer?: { openid?: string }
}

type WechatTradeType = NonNullable<SandboxTrade['tradeType']>

function create(sandbox: PaymentSandbox, tradeType: WechatTradeType, order: Order, out: FastifyReply): FastifyReply {
  if (tradeType === 'MWEB' && !isH5Scene(order.scene_info ?? {}))
    return sendSignedReply(out, sandbox, 400, { code: 'PARAM_ERROR', message: '缺少 scene_info' })
  const openid = order.payer?.openid
  if (tradeType === 'JSAPI' && !sandbox.openids.has(openid ?? ''))
    return sendSignedReply(out, sandbox, 400, { code: 'PARAM_ERROR', message: 'openid 与 appid 不匹配' })
  const known = closeTradeIfExpired(sandbox, sandbox.store.find(order.out_trade_no))
  if (known?.state === 'SUCCESS') return sendSignedReply(out, sandbox, 400, { code: 'ORDERPAID', message: '该订单已支付' })
  if (known?.state === 'CLOSED') return sendSignedReply(out, sandbox, 400, { code: 'ORDER_CLOSED', message: '该订单已关闭' })
  if (known && known.amount !== order.amount.total)
    return sendSignedReply(out, sandbox, 400, { code: 'PARAM_ERROR', message: '订单号重复而金额不同' })
  if (known && ((known.tradeType ?? 'NATIVE') !== tradeType || known.openid !== openid))
    return sendSignedReply(out, sandbox, 400, { code: 'INVALID_REQUEST', message: '请求重入时，参数与首次请求时不一致' })
  const trade: SandboxTrade = known ?? {
    scheme: 'wechat',
    tradeType,
    ...(openid === undefined ? {} : { openid }),
    outTradeNo: order.out_trade_no,
    code: createNonce(12),
    gatewayNo: createProviderNumber('42', sandbox.now()),
    amount: order.amount.total,
    title: order.description,
    state: 'NOTPAY',
    notifyUrl: order.notify_url,
    refunds: [],
    expiresAt: order.time_expire ?? formatRfc3339(new Date(sandbox.now().getTime() + 7_200_000)),
  }
  if (tradeType === 'MWEB') {
    const opened = openH5Page(sandbox, trade)
    sandbox.store.save(opened.trade)
    return sendSignedReply(out, sandbox, 200, { h5_url: opened.url })
  }
  sandbox.store.save(trade)
  if (tradeType === 'JSAPI') return sendSignedReply(out, sandbox, 200, { prepay_id: trade.code })
  return sendSignedReply(out, sandbox, 200, { code_url: `${sandbox.base}/scan/${trade.code}` })
}

interface RefundOrder {
  out_trade_no: string
  out_refund_no: string
  notify_url?: string
  amount: { refund: number; total: number }
}

function refund(sandbox: PaymentSandbox, order: RefundOrder, out: FastifyReply): FastifyReply {
  const trade = sandbox.store.find(order.out_trade_no)
  if (!trade?.paidAt) return sendSignedReply(out, sandbox, 404, { code: 'RESOURCE_NOT_EXISTS', message: '订单不存在' })
  const known = trade.refunds.find(({ outRefundNo }) => outRefundNo === order.out_refund_no)
  const given = trade.refunds.reduce((total, { amount }) => total + amount, 0)
  if (!known && (given + order.amount.refund > trade.amount || order.amount.total !== trade.amount))
    return sendSignedReply(out, sandbox, 400, { code: 'INVALID_REQUEST', message: '退款金额超过可退金额' })
  const made: SandboxRefund = known ?? {
    outRefundNo: order.out_refund_no,
    gatewayNo: createProviderNumber('50', sandbox.now()),
    amount: order.amount.refund,
    state: 'SUCCESS',
    at: formatRfc3339(sandbox.now()),
    ...(order.notify_url ? { notifyUrl: order.notify_url } : {}),
  }
  if (!known) sandbox.store.save({ ...trade, state: 'REFUND', refunds: [...trade.refunds, made] })
  if (!known && made.notifyUrl)
    sendNoticeToMerchant(sandbox, made.notifyUrl, 'REFUND.SUCCESS', () => ({ ...refundFacts(trade, made), refund_status: made.state }))
  return sendSignedReply(out, sandbox, 200, { ...refundFacts(trade, made), status: 'PROCESSING' })
}

/** The bill of a day in the provider's format: a backtick before each cell, and the sums at the end. */
function billOf(sandbox: PaymentSandbox, day: string): string {
  const row = (cells: readonly (string | number)[]) => cells.map((cell) => `\`${cell}`).join(',')
  const time = (at: string) => at.slice(0, 19).replace('T', ' ')
  const rows = sandbox.store
    .all()
    .filter(({ scheme }) => scheme === 'wechat')
    .flatMap((trade) => [
      ...(trade.paidAt?.startsWith(day)
        ? [row([time(trade.paidAt), trade.gatewayNo, trade.outTradeNo, 'SUCCESS', formatYuan(fen(trade.amount)), 0, 0, '0.00'])]
        : []),
      ...trade.refunds
        .filter(({ at }) => at.startsWith(day))
        .map((one) =>
          row([
            time(one.at),
            trade.gatewayNo,
            trade.outTradeNo,
            'REFUND',
            formatYuan(fen(trade.amount)),
            one.gatewayNo,
            one.outRefundNo,
            formatYuan(fen(one.amount)),
          ]),
        ),
    ])
  const head = '交易时间,微信订单号,商户订单号,交易状态,订单金额,微信退款单号,商户退款单号,退款金额'
  return [head, ...rows, '总交易单数', row([rows.length])].join('\n')
}

const TRADE_TYPES = { native: 'NATIVE', h5: 'MWEB', jsapi: 'JSAPI' } as const

/** Mounts the provider's side of WeChat Pay v3. */
export function mountWechatEndpoints(http: FastifyInstance, sandbox: PaymentSandbox): void {
  const { store } = sandbox
  const guarded =
    (handle: (request: FastifyRequest, out: FastifyReply) => FastifyReply) => async (request: FastifyRequest, out: FastifyReply) =>
      isSignedByMerchant(request, sandbox)
        ? handle(request, out)
        : sendSignedReply(out, sandbox, 401, { code: 'SIGN_ERROR', message: '签名错误' })
  const bodyOf = <T>(request: FastifyRequest): T => JSON.parse(request.body as string) as T
  const missing = (out: FastifyReply) => sendSignedReply(out, sandbox, 404, { code: 'ORDER_NOT_EXIST', message: '订单不存在' })
  type Named = { Params: { no: string } }
  for (const [path, tradeType] of Object.entries(TRADE_TYPES))
    http.post(
      `/v3/pay/transactions/${path}`,
      guarded((request, out) => create(sandbox, tradeType, bodyOf(request), out)),
    )
  http.get<Named>('/v3/pay/transactions/out-trade-no/:no', (request, out) =>
    guarded((_, answer) => {
      const trade = closeTradeIfExpired(sandbox, store.find(request.params.no))
      return trade ? sendSignedReply(answer, sandbox, 200, tradeFacts(trade, sandbox)) : missing(answer)
    })(request as FastifyRequest, out),
  )
  http.post<Named>('/v3/pay/transactions/out-trade-no/:no/close', (request, out) =>
    guarded((_, answer) => {
      const trade = closeTradeIfExpired(sandbox, store.find(request.params.no))
      if (!trade) return missing(answer)
      if (trade.paidAt) return sendSignedReply(answer, sandbox, 400, { code: 'ORDERPAID', message: '该订单已支付' })
      store.save({ ...trade, state: 'CLOSED' })
      return sendSignedReply(answer, sandbox, 204)
    })(request as FastifyRequest, out),
  )
  http.post(
    '/v3/refund/domestic/refunds',
    guarded((request, out) => refund(sandbox, bodyOf(request), out)),
  )
  http.get<Named>('/v3/refund/domestic/refunds/:no', (request, out) =>
    guarded((_, answer) => {
      const found = store.findRefund(request.params.no)
      if (!found) return sendSignedReply(answer, sandbox, 404, { code: 'RESOURCE_NOT_EXISTS', message: '退款单不存在' })
      return sendSignedReply(answer, sandbox, 200, { ...refundFacts(found.trade, found.refund), status: found.refund.state })
    })(request as FastifyRequest, out),
  )
  http.get<{ Querystring: { bill_date: string } }>('/v3/bill/tradebill', (request, out) =>
    guarded((_, answer) => {
      const bill = billOf(sandbox, request.query.bill_date)
      if (bill.split('\n').length <= 3) return sendSignedReply(answer, sandbox, 400, { code: 'NO_STATEMENT_EXIST', message: '账单不存在' })
      const hash = createHash('sha1').update(bill).digest('hex')
      const url = `${sandbox.base}/v3/billdownload/file?token=${request.query.bill_date}`
      return sendSignedReply(answer, sandbox, 200, { hash_type: 'SHA1', hash_value: hash, download_url: url })
    })(request as FastifyRequest, out),
  )
  http.get<{ Querystring: { token: string } }>('/v3/billdownload/file', (request, out) =>
    guarded((_, answer) => answer.header('content-type', 'text/plain; charset=utf-8').send(billOf(sandbox, request.query.token)))(
      request as FastifyRequest,
      out,
    ),
  )
}
