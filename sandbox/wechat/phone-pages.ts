import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HTML_TYPE, isPayAnswer, plain, renderFaultPage, renderPage, renderPayForm, renderTradeFacts } from '#sandbox/page-html.ts'
import type { SandboxTrade } from '#sandbox/provider-store.ts'
import { findH5Fault, H5_PATH, isMerchantUrl } from './h5-page.ts'
import type { PaymentSandbox } from './protocol.ts'
import { closeTradeIfExpired, confirmWechatPayment } from './provider.ts'

const NAME = '微信支付'

const phonePage = (trade: SandboxTrade, back: string): string =>
  renderPage(
    NAME,
    renderTradeFacts(trade, NAME) +
      renderPayForm('它代替手机上的微信。付不付都会回到商户。', {
        action: `/h5/${trade.code}`,
        fields: `<input type="hidden" name="redirect_url" value="${plain(back)}">`,
      }),
  )

/** The page that opens WeChat from the browser of a phone. It leads back to the merchant, whether the buyer has paid or not. */
export function mountWechatPhonePages(http: FastifyInstance, sandbox: PaymentSandbox): void {
  const find = (code: string) => closeTradeIfExpired(sandbox, sandbox.store.findByCode(code))
  http.get<{ Querystring: { prepay_id?: string; redirect_url?: string } }>(H5_PATH, async (request, out) => {
    const trade = find(request.query.prepay_id ?? '')
    if (trade?.tradeType !== 'MWEB') return out.code(404).type(HTML_TYPE).send(renderFaultPage(NAME, '没有这笔付款'))
    const why = findH5Fault(trade, request as FastifyRequest, sandbox)
    if (why !== undefined) return out.code(400).type(HTML_TYPE).send(renderFaultPage(NAME, why))
    const back = request.query.redirect_url ?? ''
    return out.type(HTML_TYPE).send(trade.state === 'NOTPAY' ? phonePage(trade, back) : renderFaultPage(NAME, '这笔付款已完成或已关闭'))
  })
  http.post<{ Params: { code: string } }>('/h5/:code', async (request, out) => {
    const trade = find(request.params.code)
    const given = new URLSearchParams(String(request.body))
    const back = given.get('redirect_url') ?? ''
    if (!trade || !isMerchantUrl(back, trade)) return out.code(400).type(HTML_TYPE).send(renderFaultPage(NAME, '没有这笔付款'))
    if (trade.state === 'NOTPAY' && isPayAnswer(request.body)) confirmWechatPayment(sandbox, trade)
    return out.redirect(back, 303)
  })
}
