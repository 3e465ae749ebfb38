import type { KeyObject } from 'node:crypto'
import { type Fen, formatYuan, fromYuan, parseYuan } from '#contract/platform/core/money.ts'
import { formatShanghaiTime } from '#contract/platform/core/shanghai.ts'
import { extractAlipaySignedText, formatCanonicalAlipayParameters, signAlipayText, verifyAlipaySignature } from './alipay-signature.ts'
import {
  type GatewayBillRow,
  type GatewayChargeStatus,
  GatewayOutcomeUnknownError,
  GatewayRefusalError,
  InvalidGatewayNotificationError,
  type PaymentGateway,
} from './gateway.ts'
import { callProvider, isLoopbackUrl, parseProviderJson } from './provider-call.ts'

export interface AlipayAccount {
  appId: string
  sellerId: string
  key: KeyObject
  alipayKey: KeyObject
  /** https://openapi.alipay.com/gateway.do, or a compatible one. */
  base: string
}

type Parameters = Record<string, string>
type Facts = Record<string, unknown>

const STATES: Record<string, GatewayChargeStatus['state']> = {
  WAIT_BUYER_PAY: 'NOTPAY',
  TRADE_SUCCESS: 'SUCCESS',
  TRADE_FINISHED: 'SUCCESS',
  TRADE_CLOSED: 'CLOSED',
}

const shanghaiTime = (text: unknown): Date | undefined => {
  const at = new Date(`${String(text).slice(0, 19).replace(' ', 'T')}+08:00`)
  return Number.isNaN(at.getTime()) ? undefined : at
}
const amountFrom = (text: unknown): Fen | undefined => parseYuan(String(text))

/** The common parameters of a call with their signature. */
function signed(account: AlipayAccount, method: string, content: object, now: Date, more: Parameters = {}): Parameters {
  const parameters: Parameters = {
    app_id: account.appId,
    method,
    format: 'JSON',
    charset: 'utf-8',
    sign_type: 'RSA2',
    timestamp: formatShanghaiTime(now),
    version: '1.0',
    biz_content: JSON.stringify(content),
    ...more,
  }
  return { ...parameters, sign: signAlipayText(formatCanonicalAlipayParameters(parameters), account.key) }
}

const form = (parameters: Parameters): string => new URLSearchParams(parameters).toString()

/** Makes a call and returns the node that the answer's signature covers. */
async function callGateway(account: AlipayAccount, method: string, content: object, now: Date): Promise<Facts> {
  const answer = await callProvider(account.base, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8' },
    body: form(signed(account, method, content, now)),
  })
  const name = `${method.replaceAll('.', '_')}_response`
  const part = extractAlipaySignedText(answer.body, name)
  const { sign } = parseProviderJson(answer.body)
  if (part === undefined || typeof sign !== 'string' || !verifyAlipaySignature(part, sign, account.alipayKey))
    throw new GatewayOutcomeUnknownError('an answer that is not the provider’s')
  return parseProviderJson(part)
}

function requireSuccess(facts: Facts): Facts {
  if (facts.code === '10000') return facts
  if (facts.code === '20000') throw new GatewayOutcomeUnknownError(String(facts.sub_msg ?? facts.msg))
  throw new GatewayRefusalError(String(facts.sub_code ?? facts.code), String(facts.sub_msg ?? facts.msg))
}

const isMissing = ({ sub_code }: Facts): boolean => sub_code === 'ACQ.TRADE_NOT_EXIST'

/** Parses a trade from a query or a notification, which have the same field names. */
function tradeFrom(facts: Facts): GatewayChargeStatus {
  const state = STATES[String(facts.trade_status)]
  if (!state) throw new GatewayOutcomeUnknownError(`a trade in the state ${String(facts.trade_status)}`)
  const [amountFen, paidAt] = [amountFrom(facts.total_amount), shanghaiTime(facts.gmt_payment ?? facts.send_pay_date)]
  return {
    outTradeNo: String(facts.out_trade_no),
    state,
    gatewayNo: String(facts.trade_no),
    currency: 'CNY',
    ...(amountFen === undefined ? {} : { amountFen }),
    ...(paidAt === undefined ? {} : { paidAt }),
  }
}

/** Parses the daily bill. Comment lines begin with #, and cells end with a tab. */
function billFrom(csv: string): GatewayBillRow[] {
  const lines = csv.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'))
  const names = (lines[0] ?? '').split(',').map((cell) => cell.trim())
  return lines.slice(1).map((line) => {
    const cells = line.split(',').map((cell) => cell.trim())
    const cell = (name: string) => cells[names.indexOf(name)] ?? ''
    const refund = cell('退款批次号/请求号')
    return {
      kind: refund === '' ? 'pay' : 'refund',
      gatewayNo: cell('支付宝交易号'),
      outTradeNo: cell('商户订单号'),
      ...(refund === '' ? {} : { outRefundNo: refund }),
      amountFen: fromYuan(Math.abs(Number(cell('订单金额（元）')))),
      at: shanghaiTime(cell('完成时间')) ?? new Date(0),
    }
  })
}

/** Alipay's page payment (电脑网站支付). */
export function createAlipayGateway(account: AlipayAccount): PaymentGateway {
  return {
    channel: 'alipay',
    sandbox: isLoopbackUrl(account.base),
    scenes: ['desk'],
    async create({ outTradeNo, amountFen, title, expiresAt, notifyUrl, returnUrl }, now) {
      const content = {
        out_trade_no: outTradeNo,
        product_code: 'FAST_INSTANT_TRADE_PAY',
        total_amount: formatYuan(amountFen),
        subject: title.slice(0, 80),
        time_expire: formatShanghaiTime(expiresAt),
      }
      const parameters = signed(account, 'alipay.trade.page.pay', content, now, { notify_url: notifyUrl, return_url: returnUrl })
      return { show: 'redirect', url: `${account.base}?${form(parameters)}` }
    },
    async query(outTradeNo, now) {
      const facts = await callGateway(account, 'alipay.trade.query', { out_trade_no: outTradeNo }, now)
      return isMissing(facts) ? { outTradeNo, state: 'MISSING' } : tradeFrom(requireSuccess(facts))
    },
    async close(outTradeNo, now) {
      const facts = await callGateway(account, 'alipay.trade.close', { out_trade_no: outTradeNo }, now)
      if (!isMissing(facts)) requireSuccess(facts)
    },
    async refund({ outTradeNo, outRefundNo, amountFen, reason }, now) {
      const content = { out_trade_no: outTradeNo, out_request_no: outRefundNo, refund_amount: formatYuan(amountFen), refund_reason: reason }
      requireSuccess(await callGateway(account, 'alipay.trade.refund', content, now))
      return this.queryRefund(outRefundNo, outTradeNo, now)
    },
    async queryRefund(outRefundNo, outTradeNo, now) {
      const content = { out_trade_no: outTradeNo, out_request_no: outRefundNo, query_options: ['gmt_refund_pay'] }
      const facts = await callGateway(account, 'alipay.trade.fastpay.refund.query', content, now)
      if (isMissing(facts)) return { outRefundNo, state: 'MISSING' }
      requireSuccess(facts)
      if (facts.refund_status !== 'REFUND_SUCCESS')
        return { outRefundNo, state: facts.refund_amount === undefined ? 'MISSING' : 'PROCESSING' }
      const [amountFen, refundedAt] = [amountFrom(facts.refund_amount), shanghaiTime(facts.gmt_refund_pay)]
      return {
        outRefundNo,
        state: 'SUCCESS',
        gatewayNo: String(facts.trade_no),
        ...(amountFen === undefined ? {} : { amountFen }),
        ...(refundedAt === undefined ? {} : { refundedAt }),
      }
    },
    parseNotification: (raw, now) => readAlipayNotice(account, raw.body, now),
    noticeResponse: (taken) => ({ status: 200, type: 'text/plain', body: taken ? 'success' : 'fail' }),
    async bill(day, now) {
      const content = { bill_type: 'trade', bill_date: day }
      const facts = await callGateway(account, 'alipay.data.dataservice.bill.downloadurl.query', content, now)
      if (facts.sub_code === 'isp.bill_not_exist') return []
      const answer = await callProvider(String(requireSuccess(facts).bill_download_url), { method: 'GET', headers: {} })
      if (answer.status !== 200) throw new GatewayOutcomeUnknownError(`status ${answer.status}`)
      return billFrom(answer.body)
    },
  }
}

const FRESH_MS = 300_000

/** A notification is a form. Its time is the time of sending, so a repeated one is recent again. */
function readAlipayNotice(account: AlipayAccount, body: string, now: Date): ReturnType<PaymentGateway['parseNotification']> {
  const given = Object.fromEntries(new URLSearchParams(body)) as Parameters
  const text = formatCanonicalAlipayParameters(given, ['sign', 'sign_type'])
  if (!given.sign || !verifyAlipaySignature(text, given.sign, account.alipayKey))
    throw new InvalidGatewayNotificationError('wrong signature')
  if (given.app_id !== account.appId || given.seller_id !== account.sellerId)
    throw new InvalidGatewayNotificationError('a trade that is not ours')
  const sentAt = shanghaiTime(given.notify_time)
  if (!sentAt || Math.abs(now.getTime() - sentAt.getTime()) > FRESH_MS) throw new InvalidGatewayNotificationError('stale notice')
  return { kind: 'trade', noticeId: String(given.notify_id), report: tradeFrom(given) }
}
