import type { FastifyInstance } from 'fastify'
import { plain, renderPage, renderTradeFacts } from './page-html.ts'
import type { SandboxTrade } from './provider-store.ts'
import { confirmCardPayment } from './unionpay-side.ts'
import type { PaymentSandbox } from './wechat/protocol.ts'
import { closeTradeIfExpired, confirmWechatPayment } from './wechat/provider.ts'

const STATE_TEXTS: Record<SandboxTrade['state'], string> = {
  NOTPAY: '等待付款',
  SUCCESS: '已付款',
  CLOSED: '已关闭，不能再付款',
  REFUND: '已付款，后有退款',
}

function tradePage(trade: SandboxTrade, name: string): string {
  const facts = renderTradeFacts(trade, name)
  if (trade.state !== 'NOTPAY') {
    const back = trade.returnUrl ? `<p><a href="${plain(trade.returnUrl)}">返回商户</a></p>` : ''
    return renderPage(name, `${facts}<p role="status">${STATE_TEXTS[trade.state]}</p>${back}`)
  }
  return renderPage(
    name,
    `${facts}<form method="post"><button class="yes" name="answer" value="pay">确认付款</button><button name="answer" value="refuse">放弃付款</button></form>
<small>这里没有真实的钱：它代替手机上的付款页面。</small>`,
  )
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
        .type('text/html; charset=utf-8')
        .send(trade ? tradePage(trade, name) : renderPage(name, '<h1>没有这笔付款</h1>'))
    })
    http.post<{ Params: { code: string } }>(`${path}/:code`, async (request, out) => {
      const trade = find(request.params.code)
      if (trade?.state === 'NOTPAY' && new URLSearchParams(String(request.body)).get('answer') === 'pay') pay(sandbox, trade)
      return out.redirect(`${path}/${request.params.code}`, 303)
    })
  }
  scheme('/scan', '微信支付', confirmWechatPayment)
  scheme('/card', '银联在线支付', confirmCardPayment)
  http.get('/faults', async () => notices.faults)
  http.post('/faults', async (request) => Object.assign(notices.faults, JSON.parse(String(request.body)) as object))
  http.get('/deliveries', async () => notices.deliveries)
}
