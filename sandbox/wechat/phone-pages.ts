import type { FastifyInstance, FastifyRequest } from 'fastify'
import { plain, renderPage, renderTradeFacts } from '#sandbox/page-html.ts'
import type { SandboxTrade } from '#sandbox/provider-store.ts'
import { findH5Fault, H5_PATH, isMerchantUrl } from './h5-page.ts'
import type { PaymentSandbox } from './protocol.ts'
import { closeTradeIfExpired, confirmWechatPayment } from './provider.ts'

const NAME = '微信支付'
const fault = (text: string): string => renderPage(NAME, `<h1>${NAME}（沙箱）</h1><p role="alert">${plain(text)}</p>`)

const phonePage = (trade: SandboxTrade, back: string): string =>
  renderPage(
    NAME,
    `${renderTradeFacts(trade, NAME)}<form method="post" action="/h5/${plain(trade.code)}">
<input type="hidden" name="redirect_url" value="${plain(back)}">
<button class="yes" name="answer" value="pay">确认付款</button><button name="answer" value="refuse">放弃付款</button></form>
<small>这里没有真实的钱：它代替手机上的微信。付不付都会回到商户。</small>`,
  )

/** The page that opens WeChat from the browser of a phone. It leads back to the merchant, whether the buyer has paid or not. */
export function mountWechatPhonePages(http: FastifyInstance, sandbox: PaymentSandbox): void {
  const find = (code: string) => closeTradeIfExpired(sandbox, sandbox.store.findByCode(code))
  const html = 'text/html; charset=utf-8'
  http.get<{ Querystring: { prepay_id?: string; redirect_url?: string } }>(H5_PATH, async (request, out) => {
    const trade = find(request.query.prepay_id ?? '')
    if (trade?.tradeType !== 'MWEB') return out.code(404).type(html).send(fault('没有这笔付款'))
    const why = findH5Fault(trade, request as FastifyRequest, sandbox)
    if (why !== undefined) return out.code(400).type(html).send(fault(why))
    const back = request.query.redirect_url ?? ''
    return out.type(html).send(trade.state === 'NOTPAY' ? phonePage(trade, back) : fault('这笔付款已完成或已关闭'))
  })
  http.post<{ Params: { code: string } }>('/h5/:code', async (request, out) => {
    const trade = find(request.params.code)
    const given = new URLSearchParams(String(request.body))
    const back = given.get('redirect_url') ?? ''
    if (!trade || !isMerchantUrl(back, trade)) return out.code(400).type(html).send(fault('没有这笔付款'))
    if (trade.state === 'NOTPAY' && given.get('answer') === 'pay') confirmWechatPayment(sandbox, trade)
    return out.redirect(back, 303)
  })
}
