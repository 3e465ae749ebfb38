import { createHash, createSign, createVerify, type KeyObject } from 'node:crypto'
import { fen } from '#contract/platform/core/money.ts'
import { formatShanghaiTime, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import {
  type GatewayBillRow,
  type GatewayChargeStatus,
  GatewayOutcomeUnknownError,
  type GatewayRefundStatus,
  GatewayRefusalError,
  InvalidGatewayNotificationError,
  type PaymentGateway,
} from './gateway.ts'
import { callProvider, isLoopbackUrl } from './provider-call.ts'

// 银联全渠道网关支付 5.1.0: cards and 企业网银 through the bank's page.

export interface UnionpayAccount {
  merId: string
  certId: string
  key: KeyObject
  /** UnionPay's public keys by certificate id. */
  unionpayKeys: ReadonlyMap<string, KeyObject>
  /** 000201 for cards, 000202 for 企业网银 (B2B). */
  bizType: '000201' | '000202'
  base: string
}

export type UnionpayParameters = Record<string, string>

const canonical = (parameters: UnionpayParameters): string =>
  Object.entries(parameters)
    .filter(([name]) => name !== 'signature')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')

/** signMethod 01: the signature covers the SHA-256 of the parameters in hex. */
const digest = (parameters: UnionpayParameters): string => createHash('sha256').update(canonical(parameters), 'utf8').digest('hex')

export const signUnionpayParameters = (parameters: UnionpayParameters, key: KeyObject): UnionpayParameters => ({
  ...parameters,
  signature: createSign('RSA-SHA256').update(digest(parameters)).sign(key, 'base64'),
})

export function verifyUnionpaySignature(parameters: UnionpayParameters, keys: ReadonlyMap<string, KeyObject>): boolean {
  const key = keys.get(parameters.certId ?? '')
  if (!key || !parameters.signature) return false
  return createVerify('RSA-SHA256').update(digest(parameters)).verify(key, Buffer.from(parameters.signature, 'base64'))
}

/** Converts to and from UnionPay's time format, 20261121093000. */
const compact = (at: Date): string => formatShanghaiTime(at).replace(/\D/g, '')
const instant = (text: string | undefined): Date | undefined => {
  const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text ?? '')
  return match ? new Date(`${match[1]}-${match[2]}-${match[3]}T${match[4]}:${match[5]}:${match[6]}+08:00`) : undefined
}

const CNY = '156'
const OK = '00'
const MISSING = '34'
const UNDER_WAY = ['03', '04', '05']

function tradeFrom(parameters: UnionpayParameters): GatewayChargeStatus {
  const code = parameters.origRespCode ?? parameters.respCode ?? ''
  const outTradeNo = parameters.orderId ?? ''
  if (code !== OK) return { outTradeNo, state: code === MISSING ? 'MISSING' : 'NOTPAY' }
  const [amount, paidAt] = [Number(parameters.txnAmt), instant(parameters.txnTime)]
  return {
    outTradeNo,
    state: 'SUCCESS',
    gatewayNo: parameters.queryId ?? '',
    currency: parameters.currencyCode === CNY ? 'CNY' : (parameters.currencyCode ?? ''),
    ...(Number.isSafeInteger(amount) ? { amountFen: fen(amount) } : {}),
    ...(paidAt ? { paidAt } : {}),
  }
}

function refundFrom(outRefundNo: string, parameters: UnionpayParameters): GatewayRefundStatus {
  const code = parameters.origRespCode ?? parameters.respCode ?? ''
  if (code === MISSING) return { outRefundNo, state: 'MISSING' }
  if (UNDER_WAY.includes(code)) return { outRefundNo, state: 'PROCESSING' }
  if (code !== OK) return { outRefundNo, state: 'ABNORMAL' }
  const refundedAt = instant(parameters.txnTime)
  return {
    outRefundNo,
    state: 'SUCCESS',
    gatewayNo: parameters.queryId ?? '',
    amountFen: fen(Number(parameters.txnAmt)),
    ...(refundedAt ? { refundedAt } : {}),
  }
}

const common = ({ merId, certId, bizType }: UnionpayAccount): UnionpayParameters => ({
  version: '5.1.0',
  encoding: 'UTF-8',
  signMethod: '01',
  bizType,
  accessType: '0',
  channelType: '07',
  merId,
  certId,
})

async function callGateway(account: UnionpayAccount, target: string, parameters: UnionpayParameters): Promise<UnionpayParameters> {
  const answer = await callProvider(account.base + target, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' },
    body: new URLSearchParams(signUnionpayParameters({ ...common(account), ...parameters }, account.key)).toString(),
  })
  const read = Object.fromEntries(new URLSearchParams(answer.body)) as UnionpayParameters
  if (answer.status !== 200 || !verifyUnionpaySignature(read, account.unionpayKeys))
    throw new GatewayOutcomeUnknownError('an answer that is not the provider’s')
  return read
}

/** Parses the transfer file of a day: one line per transaction, fields separated by |. */
function billFrom(text: string): GatewayBillRow[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [kind = '', gatewayNo = '', orderId = '', origOrderId = '', amount = '0', time = ''] = line.trim().split('|')
      const refund = kind === '04'
      return {
        kind: refund ? 'refund' : 'pay',
        gatewayNo,
        outTradeNo: refund ? origOrderId : orderId,
        ...(refund ? { outRefundNo: orderId } : {}),
        amountFen: fen(Number(amount)),
        at: instant(time) ?? new Date(0),
      }
    })
}

const FRESH_MS = 24 * 3_600_000

/** UnionPay's page payment. */
export function createUnionpayGateway(account: UnionpayAccount): PaymentGateway {
  const find = (orderId: string, now: Date) =>
    callGateway(account, '/gateway/api/queryTrans.do', { txnType: '00', txnSubType: '00', orderId, txnTime: compact(now) })
  return {
    channel: 'card',
    sandbox: isLoopbackUrl(account.base),
    scenes: ['desk'],
    async create({ outTradeNo, amountFen, expiresAt, notifyUrl, returnUrl }, now) {
      const parameters = signUnionpayParameters(
        {
          ...common(account),
          txnType: '01',
          txnSubType: '01',
          orderId: outTradeNo,
          txnAmt: String(amountFen),
          currencyCode: CNY,
          txnTime: compact(now),
          payTimeout: compact(expiresAt),
          frontUrl: returnUrl,
          backUrl: notifyUrl,
        },
        account.key,
      )
      return { show: 'redirect', url: `${account.base}/gateway/api/frontTransReq.do?${new URLSearchParams(parameters)}` }
    },
    query: async (outTradeNo, now) => tradeFrom({ ...(await find(outTradeNo, now)), orderId: outTradeNo }),
    // The page cannot be closed. It expires at payTimeout, and later payments are refunded automatically.
    close: async () => {},
    async refund({ outTradeNo, outRefundNo, amountFen }, now) {
      const { queryId } = await find(outTradeNo, now)
      if (!queryId) throw new GatewayRefusalError('34', 'no such payment')
      const given = {
        txnType: '04',
        txnSubType: '00',
        orderId: outRefundNo,
        origQryId: queryId,
        txnAmt: String(amountFen),
        txnTime: compact(now),
      }
      const answer = await callGateway(account, '/gateway/api/backTransReq.do', given)
      if (answer.respCode !== OK && !UNDER_WAY.includes(answer.respCode ?? ''))
        throw new GatewayRefusalError(answer.respCode ?? '', answer.respMsg ?? '')
      return { outRefundNo, state: 'PROCESSING' }
    },
    queryRefund: async (outRefundNo, _outTradeNo, now) => refundFrom(outRefundNo, await find(outRefundNo, now)),
    parseNotification(raw, now) {
      const given = Object.fromEntries(new URLSearchParams(raw.body)) as UnionpayParameters
      if (!verifyUnionpaySignature(given, account.unionpayKeys)) throw new InvalidGatewayNotificationError('wrong signature')
      if (given.merId !== account.merId) throw new InvalidGatewayNotificationError('a trade that is not ours')
      const at = instant(given.txnTime)
      if (!at || Math.abs(now.getTime() - at.getTime()) > FRESH_MS) throw new InvalidGatewayNotificationError('stale notice')
      const noticeId = `${given.queryId}:${given.txnType}`
      if (given.txnType === '04') return { kind: 'refund', noticeId, report: refundFrom(given.orderId ?? '', given) }
      return { kind: 'trade', noticeId, report: tradeFrom(given) }
    },
    noticeResponse: (taken) => ({ status: taken ? 200 : 401, type: 'text/plain', body: taken ? 'ok' : 'fail' }),
    async bill(day, now) {
      if (day >= toShanghaiDay(now)) return []
      const answer = await callGateway(account, '/gateway/api/fileTransfer.do', {
        txnType: '76',
        txnSubType: '01',
        settleDate: day.replaceAll('-', ''),
      })
      if (answer.respCode === '98') return []
      if (answer.respCode !== OK) throw new GatewayRefusalError(answer.respCode ?? '', answer.respMsg ?? '')
      return billFrom(Buffer.from(answer.fileContent ?? '', 'base64').toString('utf8'))
    },
  }
}
