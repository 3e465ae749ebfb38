import { createHash, type KeyObject } from 'node:crypto'
import { fen, fromYuan } from '#contract/platform/core/money.ts'
import { formatShanghaiTime } from '#contract/platform/core/shanghai.ts'
import {
  type GatewayBillRow,
  type GatewayChargeRequest,
  type GatewayChargeStatus,
  GatewayOutcomeUnknownError,
  type GatewayRefundStatus,
  GatewayRefusalError,
  InvalidGatewayNotificationError,
  type PaymentGateway,
  type PaymentInvitation,
} from './gateway.ts'
import { callProvider, isLoopbackUrl, type ProviderResponse, parseProviderJson } from './provider-call.ts'
import { createWechatAuthorisationUrl, fetchWechatVisitorId, signWechatBridgeCall, type WechatOpenAccount } from './wechat-in-app.ts'
import {
  createWechatAuthorizationHeader,
  decryptWechatResource,
  type EncryptedWechatResource,
  verifyWechatResponse,
  type WechatSigningAccount,
} from './wechat-signature.ts'

export interface WechatAccount extends WechatSigningAccount {
  appid: string
  /** The APIv3 key, 32 characters. */
  apiKey: string
  /** The provider's public keys by serial number. During a key change there are the old and the new one. */
  platformKeys: ReadonlyMap<string, KeyObject>
  base: string
  /** The merchant may use H5 payment, so a phone's browser opens WeChat by itself. */
  h5: boolean
  /** The service account; undefined: inside WeChat a code is shown. */
  open: WechatOpenAccount | undefined
  nonce: () => string
}

type Facts = Record<string, unknown>
const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
const facts = (value: unknown): Facts => (typeof value === 'object' && value !== null ? (value as Facts) : {})
const amountOf = (value: unknown) => (typeof value === 'number' && Number.isSafeInteger(value) ? { amountFen: fen(value) } : {})
const dateOf = (name: 'paidAt' | 'refundedAt', value: unknown) => {
  const at = new Date(text(value) ?? '')
  return Number.isNaN(at.getTime()) ? {} : { [name]: at }
}

const TRADE_STATES: Record<string, GatewayChargeStatus['state']> = {
  SUCCESS: 'SUCCESS',
  REFUND: 'REFUND',
  NOTPAY: 'NOTPAY',
  USERPAYING: 'NOTPAY',
  PAYERROR: 'NOTPAY',
  CLOSED: 'CLOSED',
  REVOKED: 'CLOSED',
}

/** Parses a trade. Refuses one of another merchant or app. */
function tradeFrom(given: Facts, { mchid, appid }: WechatAccount): GatewayChargeStatus {
  const state = TRADE_STATES[String(given.trade_state)]
  if (!state || given.mchid !== mchid || given.appid !== appid) throw new InvalidGatewayNotificationError('a trade that is not ours')
  const gatewayNo = text(given.transaction_id)
  const { total, currency } = facts(given.amount)
  return {
    outTradeNo: String(given.out_trade_no),
    state,
    ...(gatewayNo === undefined ? {} : { gatewayNo }),
    ...amountOf(total),
    currency: text(currency) ?? 'CNY',
    ...dateOf('paidAt', given.success_time),
  }
}

const REFUND_STATES = ['PROCESSING', 'SUCCESS', 'CLOSED', 'ABNORMAL'] as const

function refundFrom(given: Facts): GatewayRefundStatus {
  const reported = given.refund_status ?? given.status
  const state = REFUND_STATES.find((one) => one === reported)
  if (!state) throw new GatewayOutcomeUnknownError(`a refund in the state ${String(reported)}`)
  const gatewayNo = text(given.refund_id)
  return {
    outRefundNo: String(given.out_refund_no),
    state,
    ...(gatewayNo === undefined ? {} : { gatewayNo }),
    ...amountOf(facts(given.amount).refund),
    ...dateOf('refundedAt', given.success_time),
  }
}

/** Parses the daily bill. Every cell starts with a backtick, and the last two lines are sums. */
function billFrom(csv: string): GatewayBillRow[] {
  const [head = '', ...lines] = csv.trim().split(/\r?\n/)
  const names = head.replace(/^\uFEFF/, '').split(',')
  return lines.slice(0, -2).map((line) => {
    const cells = line.split(',').map((cell) => cell.replace(/^`/, ''))
    const cell = (name: string) => cells[names.indexOf(name)] ?? ''
    const refund = cell('商户退款单号') !== '' && cell('商户退款单号') !== '0'
    const yuan = Number(cell(refund ? '退款金额' : '订单金额'))
    return {
      kind: refund ? 'refund' : 'pay',
      gatewayNo: cell(refund ? '微信退款单号' : '微信订单号'),
      outTradeNo: cell('商户订单号'),
      ...(refund ? { outRefundNo: cell('商户退款单号') } : {}),
      amountFen: fromYuan(yuan),
      at: new Date(`${cell('交易时间').replace(' ', 'T')}+08:00`),
    }
  })
}

/** Sends a signed call and verifies the answer's signature. The download of a bill has none. */
async function callGateway(
  account: WechatAccount,
  now: Date,
  call: { method: 'GET' | 'POST'; target: string; body?: object; signed?: false },
): Promise<ProviderResponse> {
  const body = call.body === undefined ? '' : JSON.stringify(call.body)
  const timestamp = Math.floor(now.getTime() / 1_000)
  const authorization = createWechatAuthorizationHeader(
    { method: call.method, target: call.target, body, timestamp, nonce: account.nonce() },
    account,
  )
  const answer = await callProvider(account.base + call.target, {
    method: call.method,
    headers: { authorization, accept: 'application/json', 'content-type': 'application/json', 'user-agent': 'yanfeng-mall' },
    ...(body === '' ? {} : { body }),
  })
  if (call.signed !== false && answer.status !== 404) {
    try {
      verifyWechatResponse(answer, account.platformKeys, now)
    } catch (error) {
      throw new GatewayOutcomeUnknownError(`an answer that is not the provider's: ${(error as Error).message}`)
    }
  }
  if (answer.status >= 500) throw new GatewayOutcomeUnknownError(`status ${answer.status}`)
  return answer
}

/** Throws the provider's refusal unless the answer is a success. */
function requireSuccess(answer: ProviderResponse): ProviderResponse {
  if (answer.status < 300) return answer
  const { code, message } = parseProviderJson(answer.body)
  throw new GatewayRefusalError(String(code), String(message))
}

/** The fields of an order that every way to pay has. */
const orderOf = ({ appid, mchid }: WechatAccount, { outTradeNo, amountFen, title, expiresAt, notifyUrl }: GatewayChargeRequest) => ({
  appid,
  mchid,
  description: title.slice(0, 40),
  out_trade_no: outTradeNo,
  notify_url: notifyUrl,
  time_expire: `${formatShanghaiTime(expiresAt).replace(' ', 'T')}+08:00`,
  amount: { total: amountFen, currency: 'CNY' },
})

/** Native: a code to scan. */
async function createNativeCharge(account: WechatAccount, charge: GatewayChargeRequest, now: Date): Promise<PaymentInvitation> {
  const call = { method: 'POST', target: '/v3/pay/transactions/native', body: orderOf(account, charge) } as const
  const codeUrl = text(parseProviderJson(requireSuccess(await callGateway(account, now, call)).body).code_url)
  if (codeUrl === undefined) throw new GatewayOutcomeUnknownError('no code_url')
  return { show: 'qr', codeUrl }
}

/** H5: a page of the provider that opens WeChat on the same phone, and leads back afterwards, paid or not. It ends five minutes later. */
async function createH5Charge(account: WechatAccount, charge: GatewayChargeRequest, now: Date): Promise<PaymentInvitation> {
  if (charge.payerIp === undefined) throw new GatewayOutcomeUnknownError('no address of the payer')
  const scene_info = { payer_client_ip: charge.payerIp, h5_info: { type: 'Wap' } }
  const body = Object.assign(orderOf(account, charge), { scene_info })
  const answer = requireSuccess(await callGateway(account, now, { method: 'POST', target: '/v3/pay/transactions/h5', body }))
  const page = URL.parse(text(parseProviderJson(answer.body).h5_url) ?? '')
  if (page === null) throw new GatewayOutcomeUnknownError('no h5_url')
  page.searchParams.set('redirect_url', charge.returnUrl)
  return { show: 'redirect', url: page.href }
}

/** JSAPI: an order of the person whom WeChat has named, opened by a call of its bridge. Until he is named, it is WeChat's page that does so. */
async function createInAppCharge(account: WechatAccount, charge: GatewayChargeRequest, now: Date): Promise<PaymentInvitation> {
  const { appid, open, nonce } = account
  if (open === undefined) throw new GatewayRefusalError('NO_AUTH', 'no service account')
  const { payerId, returnUrl } = charge
  if (payerId === undefined)
    return { show: 'authorise', url: createWechatAuthorisationUrl(Object.assign({ appid }, open), { returnUrl, state: nonce() }) }
  const body = Object.assign(orderOf(account, charge), { payer: { openid: payerId } })
  const answer = requireSuccess(await callGateway(account, now, { method: 'POST', target: '/v3/pay/transactions/jsapi', body }))
  const prepayId = text(parseProviderJson(answer.body).prepay_id)
  if (prepayId === undefined) throw new GatewayOutcomeUnknownError('no prepay_id')
  return { show: 'bridge', call: signWechatBridgeCall(account, prepayId, now) }
}

const creators = { desk: createNativeCharge, phone: createH5Charge, wechat: createInAppCharge } as const

/** WeChat Pay v3: Native at a desk, H5 in a phone's browser, JSAPI inside WeChat. */
export function createWechatGateway(account: WechatAccount): PaymentGateway {
  const { mchid } = account
  const orders = '/v3/pay/transactions/out-trade-no'
  return {
    channel: 'wechat',
    sandbox: isLoopbackUrl(account.base),
    scenes: ['desk', ...(account.h5 ? (['phone'] as const) : []), ...(account.open ? (['wechat'] as const) : [])],
    create: (charge, now) => creators[charge.scene](account, charge, now),
    async findPayerId(code) {
      if (account.open === undefined) throw new GatewayRefusalError('NO_AUTH', 'no service account')
      return fetchWechatVisitorId(Object.assign({ appid: account.appid }, account.open), code)
    },
    async query(outTradeNo, now) {
      const answer = await callGateway(account, now, { method: 'GET', target: `${orders}/${outTradeNo}?mchid=${mchid}` })
      if (answer.status === 404) return { outTradeNo, state: 'MISSING' }
      return tradeFrom(parseProviderJson(requireSuccess(answer).body), account)
    },
    async close(outTradeNo, now) {
      const answer = await callGateway(account, now, { method: 'POST', target: `${orders}/${outTradeNo}/close`, body: { mchid } })
      if (answer.status !== 404) requireSuccess(answer)
    },
    async refund({ outTradeNo, outRefundNo, amountFen, totalFen, reason }, now) {
      const amount = { refund: amountFen, total: totalFen, currency: 'CNY' }
      const body = { out_trade_no: outTradeNo, out_refund_no: outRefundNo, reason: reason.slice(0, 40), amount }
      return refundFrom(
        parseProviderJson(
          requireSuccess(await callGateway(account, now, { method: 'POST', target: '/v3/refund/domestic/refunds', body })).body,
        ),
      )
    },
    async queryRefund(outRefundNo, _outTradeNo, now) {
      const answer = await callGateway(account, now, { method: 'GET', target: `/v3/refund/domestic/refunds/${outRefundNo}` })
      if (answer.status === 404) return { outRefundNo, state: 'MISSING' }
      return refundFrom(parseProviderJson(requireSuccess(answer).body))
    },
    parseNotification(raw, now) {
      verifyWechatResponse(raw, account.platformKeys, now)
      const notice = noticeFrom(raw.body)
      const resource = noticeFrom(decryptWechatResource(facts(notice.resource) as EncryptedWechatResource, account.apiKey))
      const noticeId = String(notice.id)
      if (String(notice.event_type).startsWith('REFUND.')) return { kind: 'refund', noticeId, report: refundFrom(resource) }
      return { kind: 'trade', noticeId, report: tradeFrom(resource, account) }
    },
    noticeResponse: (taken) => ({
      status: taken ? 200 : 401,
      type: 'application/json',
      body: JSON.stringify(taken ? { code: 'SUCCESS', message: '成功' } : { code: 'FAIL', message: '失败' }),
    }),
    async bill(day, now) {
      const target = `/v3/bill/tradebill?bill_date=${day}&bill_type=ALL`
      const answer = await callGateway(account, now, { method: 'GET', target })
      if (answer.status === 400 && parseProviderJson(answer.body).code === 'NO_STATEMENT_EXIST') return []
      const { download_url, hash_value } = parseProviderJson(requireSuccess(answer).body)
      const url = URL.parse(String(download_url))
      if (url === null) throw new GatewayOutcomeUnknownError('a bill whose address is none')
      const csv = requireSuccess(await callGateway(account, now, { method: 'GET', target: url.pathname + url.search, signed: false })).body
      if (createHash('sha1').update(csv).digest('hex') !== hash_value)
        throw new GatewayOutcomeUnknownError('a bill that does not fit its hash')
      return billFrom(csv)
    },
  }
}

function noticeFrom(body: string): Facts {
  try {
    return facts(JSON.parse(body))
  } catch {
    throw new InvalidGatewayNotificationError('no JSON')
  }
}
