import type { FastifyInstance } from 'fastify'
import { fen, formatMoney } from '#contract/platform/core/money.ts'
import type { SandboxTrade } from './provider-store.ts'
import { confirmCardPayment } from './unionpay-side.ts'
import type { PaymentSandbox } from './wechat-protocol.ts'
import { closeTradeIfExpired, confirmWechatPayment } from './wechat-provider.ts'

const plain = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const STYLE = `body{font:16px/1.6 system-ui,sans-serif;background:#f2f0ec;color:#1d1c1a;margin:0;display:grid;place-items:center;min-height:100vh}
main{background:#fff;border-radius:12px;padding:32px;width:min(360px,88vw);box-shadow:0 8px 32px #0001}
h1{font-size:18px;margin:0 0 4px}p{margin:4px 0;color:#66625a}strong{font-size:36px;font-variant-numeric:tabular-nums;display:block;margin:12px 0;color:#1d1c1a}
button{font:inherit;padding:10px 0;width:100%;border-radius:8px;border:1px solid #c9c4ba;background:#fff;margin-top:10px;cursor:pointer}
button.yes{background:#1a7f37;color:#fff;border-color:#1a7f37}small{color:#66625a}a{color:#1a5fb4}`

const page = (title: string, body: string): string => `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style></head><body><main>${body}</main></body></html>`

const STATE_TEXTS: Record<SandboxTrade['state'], string> = {
  NOTPAY: '等待付款',
  SUCCESS: '已付款',
  CLOSED: '已关闭，不能再付款',
  REFUND: '已付款，后有退款',
}

function tradePage(trade: SandboxTrade, name: string): string {
  const facts = `<h1>${name}（沙箱）</h1><p>${plain(trade.title)}</p><strong>${formatMoney(fen(trade.amount), { grouped: false })}</strong><p>商户单号 ${plain(trade.outTradeNo)}</p>`
  if (trade.state !== 'NOTPAY') {
    const back = trade.returnUrl ? `<p><a href="${plain(trade.returnUrl)}">返回商户</a></p>` : ''
    return page(name, `${facts}<p role="status">${STATE_TEXTS[trade.state]}</p>${back}`)
  }
  return page(
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
        .send(trade ? tradePage(trade, name) : page(name, '<h1>没有这笔付款</h1>'))
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
