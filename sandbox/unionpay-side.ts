import type { FastifyInstance } from 'fastify'
import { signUnionpayParameters, type UnionpayParameters, verifyUnionpaySignature } from '#server/adapters/gateway/unionpay.ts'
import { HTML_TYPE } from './page-html.ts'
import type { SandboxRefund, SandboxTrade } from './provider-store.ts'
import { createProviderNumber, formatRfc3339, type PaymentSandbox } from './wechat/protocol.ts'
import { closeTradeIfExpired } from './wechat/provider.ts'

/** 20261121093000 */
const compact = (at: string): string => at.slice(0, 19).replace(/\D/g, '')
const instant = (text: string | undefined): string =>
  (text ?? '').replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6+08:00')
export const toUnionpayMerchantId = ({ mchid }: { mchid: string }): string => `77729${mchid}`

const answer = ({ credentials }: PaymentSandbox, given: UnionpayParameters): string =>
  new URLSearchParams(
    signUnionpayParameters(
      {
        version: '5.1.0',
        encoding: 'UTF-8',
        signMethod: '01',
        merId: toUnionpayMerchantId(credentials),
        ...given,
        certId: credentials.platform.serial,
      },
      credentials.platform.key,
    ),
  ).toString()

const facts = (trade: SandboxTrade): UnionpayParameters => ({
  orderId: trade.outTradeNo,
  txnType: '01',
  txnAmt: String(trade.amount),
  currencyCode: '156',
  ...(trade.paidAt ? { queryId: trade.gatewayNo, txnTime: compact(trade.paidAt), respCode: '00' } : { respCode: '03' }),
})

const refundFacts = (refund: SandboxRefund): UnionpayParameters => ({
  orderId: refund.outRefundNo,
  txnType: '04',
  txnAmt: String(refund.amount),
  currencyCode: '156',
  queryId: refund.gatewayNo,
  txnTime: compact(refund.at),
  respCode: '00',
})

/** The buyer has confirmed on the bank's page: the charge is paid, and the merchant gets a notice. */
export function confirmCardPayment(sandbox: PaymentSandbox, trade: SandboxTrade): void {
  const paid: SandboxTrade = { ...trade, state: 'SUCCESS', paidAt: formatRfc3339(sandbox.now()) }
  sandbox.store.save(paid)
  sandbox.notices.send({
    url: trade.notifyUrl,
    make({ falsify, wrongAmount }) {
      const reported = facts(wrongAmount ? { ...paid, amount: paid.amount + 1 } : paid)
      const body = answer(sandbox, reported)
      return {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: falsify ? body.replace(/txnAmt=\d/, 'txnAmt=9') : body,
      }
    },
  })
}

function refund({ store, now }: PaymentSandbox, given: UnionpayParameters): UnionpayParameters {
  const trade = store.all().find(({ gatewayNo, paidAt }) => paidAt && gatewayNo === given.origQryId)
  const amount = Number(given.txnAmt)
  if (!trade) return { respCode: '34', respMsg: '原交易不存在' }
  const known = trade.refunds.find(({ outRefundNo }) => outRefundNo === given.orderId)
  const total = trade.refunds.reduce((sum, one) => sum + one.amount, 0)
  if (!known && total + amount > trade.amount) return { respCode: '61', respMsg: '退款金额超过可退金额' }
  if (!known) {
    const made: SandboxRefund = {
      outRefundNo: given.orderId ?? '',
      gatewayNo: createProviderNumber('88', now()),
      amount,
      state: 'SUCCESS',
      at: formatRfc3339(now()),
    }
    store.save({ ...trade, state: 'REFUND', refunds: [...trade.refunds, made] })
  }
  return { respCode: '00', respMsg: '成功', orderId: given.orderId ?? '' }
}

function billOf({ store }: PaymentSandbox, settleDate: string): string {
  const day = (at: string) => at.slice(0, 10).replaceAll('-', '') === settleDate
  return store
    .all()
    .filter(({ scheme }) => scheme === 'unionpay')
    .flatMap((trade) => [
      ...(trade.paidAt && day(trade.paidAt)
        ? [['01', trade.gatewayNo, trade.outTradeNo, '', trade.amount, compact(trade.paidAt)].join('|')]
        : []),
      ...trade.refunds
        .filter(({ at }) => day(at))
        .map((one) => ['04', one.gatewayNo, one.outRefundNo, trade.outTradeNo, one.amount, compact(one.at)].join('|')),
    ])
    .join('\n')
}

export const UNIONPAY_REFUND_PATH = '/gateway/api/backTransReq.do'

/** Mounts the provider's side of UnionPay's gateway payment. */
export function mountUnionpayEndpoints(http: FastifyInstance, sandbox: PaymentSandbox): void {
  const { store, credentials, now } = sandbox
  const keys = new Map([[credentials.merchant.serial, credentials.merchant.publicKey]])
  const read = (text: string): UnionpayParameters | undefined => {
    const given = Object.fromEntries(new URLSearchParams(text)) as UnionpayParameters
    return verifyUnionpaySignature(given, keys) && given.merId === toUnionpayMerchantId(credentials) ? given : undefined
  }
  http.get('/gateway/api/frontTransReq.do', async (request, out) => {
    const given = read(request.url.slice(request.url.indexOf('?') + 1))
    if (!given) return out.code(400).type('text/plain; charset=utf-8').send('签名错误')
    const outTradeNo = given.orderId ?? ''
    const known = closeTradeIfExpired(sandbox, store.find(outTradeNo))
    const trade: SandboxTrade = known ?? {
      scheme: 'unionpay',
      outTradeNo,
      code: `card-${outTradeNo}`,
      gatewayNo: createProviderNumber('77', now()),
      amount: Number(given.txnAmt),
      title: '岩锋工品订单',
      state: 'NOTPAY',
      expiresAt: instant(given.payTimeout),
      notifyUrl: given.backUrl ?? '',
      refunds: [],
      returnUrl: given.frontUrl ?? '',
    }
    if (!known) store.save(trade)
    return out.redirect(`/card/${trade.code}`)
  })
  const post = (path: string, handle: (given: UnionpayParameters) => UnionpayParameters) =>
    http.post(path, async (request, out) => {
      const given = read(request.body as string)
      return out.type(HTML_TYPE).send(answer(sandbox, given ? handle(given) : { respCode: '11', respMsg: '验证签名失败' }))
    })
  post('/gateway/api/queryTrans.do', ({ orderId = '' }) => {
    const trade = closeTradeIfExpired(sandbox, store.find(orderId))
    const refunded = store.findRefund(orderId)
    if (trade) return { ...facts(trade), origRespCode: facts(trade).respCode ?? '', respCode: '00' }
    if (refunded) return { ...refundFacts(refunded.refund), origRespCode: '00', respCode: '00' }
    return { respCode: '34', respMsg: '查无此交易' }
  })
  post(UNIONPAY_REFUND_PATH, (given) => refund(sandbox, given))
  post('/gateway/api/fileTransfer.do', ({ settleDate = '' }) => {
    const bill = billOf(sandbox, settleDate)
    return bill === ''
      ? { respCode: '98', respMsg: '文件不存在' }
      : { respCode: '00', fileContent: Buffer.from(bill, 'utf8').toString('base64') }
  })
}
