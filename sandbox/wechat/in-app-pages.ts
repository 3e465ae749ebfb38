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
import { formatWechatBridgeCall } from '#server/adapters/gateway/wechat-in-app.ts'
import { createNonce, type PaymentSandbox } from './protocol.ts'
import { closeTradeIfExpired, confirmWechatPayment } from './provider.ts'

const NAME = '微信支付'
/** A code says who a visitor is once, within five minutes. */
const CODE_MS = 5 * 60_000
const COOKIE = 'sandbox_payer'

/** Who visits: a person for each browser. */
const payerOf = (request: FastifyRequest): string | undefined =>
  new RegExp(`(?:^|; )${COOKIE}=(o[0-9a-f]{27})`).exec(request.headers.cookie ?? '')?.[1]

/** Returns whether an address is of a merchant's site: on this machine, or where a merchant wants its notices. */
function isMerchantSite(address: string, { store }: PaymentSandbox): boolean {
  const url = URL.parse(address)
  if (url === null) return false
  return (
    ['127.0.0.1', 'localhost'].includes(url.hostname) || store.all().some(({ notifyUrl }) => URL.parse(notifyUrl)?.origin === url.origin)
  )
}

/** The web page authorisation: it asks nobody anything, leads back with a code, and gives the merchant's server an id for the code. */
function mountAuthorisation(http: FastifyInstance, sandbox: PaymentSandbox): void {
  const { credentials, now } = sandbox
  const codes = new Map<string, { openid: string; at: Date }>()
  http.get<{ Querystring: Record<string, string> }>('/connect/oauth2/authorize', async (request, out) => {
    const { appid, redirect_uri = '', response_type, scope, state = '' } = request.query
    const right = appid === credentials.appid && response_type === 'code' && scope === 'snsapi_base'
    if (!right || !isMerchantSite(redirect_uri, sandbox))
      return out.code(400).type(HTML_TYPE).send(renderFaultPage(NAME, 'redirect_uri 参数错误'))
    const openid = payerOf(request as FastifyRequest) ?? `o${createNonce(14).slice(1)}`
    const code = createNonce(16)
    codes.set(code, { openid, at: now() })
    // As WeChat does, before the fragment.
    const back = new URL(redirect_uri)
    back.searchParams.set('code', code)
    back.searchParams.set('state', state)
    return out.header('set-cookie', `${COOKIE}=${openid}; Path=/; HttpOnly; SameSite=Lax`).redirect(back.href, 302)
  })
  http.get<{ Querystring: Record<string, string> }>('/sns/oauth2/access_token', async (request) => {
    const { appid, secret, code = '', grant_type } = request.query
    if (appid !== credentials.appid || secret !== credentials.appSecret) return { errcode: 40125, errmsg: 'invalid appsecret' }
    const known = codes.get(code)
    codes.delete(code)
    const usable = known !== undefined && known.at.getTime() + CODE_MS > now().getTime() && grant_type === 'authorization_code'
    if (!usable) return { errcode: 40029, errmsg: 'invalid code' }
    sandbox.openids.add(known.openid)
    return { access_token: createNonce(16), expires_in: 7_200, openid: known.openid, scope: 'snsapi_base' }
  })
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
  mountAuthorisation(http, sandbox)
  for (const method of ['GET', 'POST'] as const)
    http.route<{ Querystring: Record<string, string> }>({
      method,
      url: '/bridge',
      handler: async (request, out) => {
        const trade = findTradeOfCall(request.query, payerOf(request as FastifyRequest), sandbox)
        if (typeof trade === 'string') return out.code(400).type(HTML_TYPE).send(renderFaultPage(NAME, trade))
        const pays = method === 'POST' && isPayAnswer(request.body)
        if (pays && trade.state === 'NOTPAY') confirmWechatPayment(sandbox, trade)
        return out.type(HTML_TYPE).send(renderBridgePage(sandbox.store.find(trade.outTradeNo) ?? trade))
      },
    })
}
