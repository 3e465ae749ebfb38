import type { FastifyInstance } from 'fastify'
import {
  HTML_TYPE,
  isPayAnswer,
  plain,
  renderFaultPage,
  renderPage,
  renderPayForm,
  renderTradeFacts,
  tradeStateTexts,
} from './page-html.ts'
import type { SandboxTrade } from './provider-store.ts'
import { confirmCardPayment } from './unionpay-side.ts'
import type { PaymentSandbox } from './wechat/protocol.ts'
import { closeTradeIfExpired, confirmWechatPayment } from './wechat/provider.ts'

function tradePage(trade: SandboxTrade, name: string): string {
  const facts = renderTradeFacts(trade, name)
  if (trade.state !== 'NOTPAY') {
    const back = trade.returnUrl ? `<p><a href="${plain(trade.returnUrl)}">返回商户</a></p>` : ''
    return renderPage(name, `${facts}<p role="status">${tradeStateTexts[trade.state]}</p>${back}`)
  }
  return renderPage(name, `${facts}${renderPayForm('它代替手机上的付款页面。')}`)
}

/** The pages that play the roles of the buyer's telephone and of his bank, and the page to switch faults. */
export function mountSandboxPages(http: FastifyInstance, sandbox: PaymentSandbox): void {
  const { store, notices } = sandbox
  const scheme = (path: string, name: string, pay: (sandbox: PaymentSandbox, trade: SandboxTrade) => void) => {
    const find = (code: string) => closeTradeIfExpired(sandbox, store.findByCode(code))
    http.get<{ Params: { code: string } }>(`${path}/:code`, async (request, out) => {
      const trade = find(request.params.code)
      return out
        .code(trade ? 200 : 404)
        .type(HTML_TYPE)
        .send(trade ? tradePage(trade, name) : renderFaultPage(name, '没有这笔付款'))
    })
    http.post<{ Params: { code: string } }>(`${path}/:code`, async (request, out) => {
      const trade = find(request.params.code)
      if (trade?.state === 'NOTPAY' && isPayAnswer(request.body)) pay(sandbox, trade)
      return out.redirect(`${path}/${request.params.code}`, 303)
    })
  }
  scheme('/scan', '微信支付', confirmWechatPayment)
  scheme('/card', '银联在线支付', confirmCardPayment)
  http.get('/faults', async () => notices.faults)
  http.post('/faults', async (request) => Object.assign(notices.faults, JSON.parse(String(request.body)) as object))
  http.get('/deliveries', async () => notices.deliveries)
}
