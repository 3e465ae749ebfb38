import { createVerify } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  HTML_TYPE,
  isPayAnswer,
  renderFaultPage,
  renderPage,
  renderPayForm,
  renderTradeFacts,
  tradeStateTexts,
} from '#sandbox/page-html.ts'
import type { SandboxTrade } from '#sandbox/provider-store.ts'
import { isLoopbackUrl } from '#server/adapters/gateway/public.ts'
import { formatWechatBridgeCall } from '#server/adapters/gateway/wechat-in-app.ts'
import { findVisitor, mountAuthorisation } from './authorisation.ts'
import type { PaymentSandbox } from './protocol.ts'
import { closeTradeIfExpired, confirmWechatPayment } from './provider.ts'

const NAME = '微信支付'
/** Whether an address is of a merchant's site: on this machine, or where a merchant wants its notices. */
function isMerchantSite(address: string, { store }: PaymentSandbox): boolean {
  const url = URL.parse(address)
  if (url === null) return false
  return isLoopbackUrl(address) || store.all().some(({ notifyUrl }) => URL.parse(notifyUrl)?.origin === url.origin)
}

/** The trade that a call of the bridge opens. A text says why WeChat opens nothing. */
function findTradeOfCall(
  call: Readonly<Record<string, string>>,
  payer: string | undefined,
  sandbox: PaymentSandbox,
): SandboxTrade | string {
  const { credentials, store } = sandbox
  const { appId = '', timeStamp = '', nonceStr = '', package: prepared = '', signType, paySign = '' } = call
  const signed = createVerify('RSA-SHA256')
    .update(formatWechatBridgeCall({ appId, timeStamp, nonceStr, package: prepared }), 'utf8')
    .verify(credentials.merchant.publicKey, Buffer.from(paySign, 'base64'))
  if (appId !== credentials.appid || signType !== 'RSA' || !signed) return '支付验证签名失败'
  const trade = closeTradeIfExpired(sandbox, store.findByCode(prepared.replace('prepay_id=', '')))
  if (trade?.tradeType !== 'JSAPI') return '没有这笔付款'
  return trade.openid === payer ? trade : '当前用户与下单用户不一致'
}

function renderBridgePage(trade: SandboxTrade): string {
  const below =
    trade.state === 'NOTPAY' ? renderPayForm('它代替微信里打开的付款。') : `<p role="status">${tradeStateTexts[trade.state]}</p>`
  return renderPage(NAME, `${renderTradeFacts(trade, NAME)}${below}`)
}

/**
 * What WeChat does inside its app: it names the visitor of a page, and `/bridge` stands for the sheet that `WeixinJSBridge` opens. A journey
 * gives the page a bridge that opens it with the call as its query.
 */
export function mountWechatInAppPages(http: FastifyInstance, sandbox: PaymentSandbox): void {
  const { credentials, openids, now } = sandbox
  mountAuthorisation(http, {
    name: NAME,
    appid: credentials.appid,
    appSecret: credentials.appSecret,
    isOwnSite: (address) => isMerchantSite(address, sandbox),
    identified: (openid) => openids.add(openid),
    now,
  })
  for (const method of ['GET', 'POST'] as const)
    http.route<{ Querystring: Record<string, string> }>({
      method,
      url: '/bridge',
      handler: async (request, out) => {
        const trade = findTradeOfCall(request.query, findVisitor(request as FastifyRequest), sandbox)
        if (typeof trade === 'string') return out.code(400).type(HTML_TYPE).send(renderFaultPage(NAME, trade))
        const pays = method === 'POST' && isPayAnswer(request.body)
        if (pays && trade.state === 'NOTPAY') confirmWechatPayment(sandbox, trade)
        return out.type(HTML_TYPE).send(renderBridgePage(sandbox.store.find(trade.outTradeNo) ?? trade))
      },
    })
}
