import { fen, formatMoney } from '#contract/platform/core/money.ts'
import type { SandboxTrade } from './provider-store.ts'

/** A text as HTML. */
export const plain = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const STYLE = `body{font:16px/1.6 system-ui,sans-serif;background:#f2f0ec;color:#1d1c1a;margin:0;display:grid;place-items:center;min-height:100vh}
main{background:#fff;border-radius:12px;padding:32px;width:min(360px,88vw);box-shadow:0 8px 32px #0001;box-sizing:border-box}
h1{font-size:18px;margin:0 0 4px}p{margin:4px 0;color:#66625a;overflow-wrap:anywhere}strong{font-size:36px;font-variant-numeric:tabular-nums;display:block;margin:12px 0;color:#1d1c1a}
button{font:inherit;padding:10px 0;width:100%;border-radius:8px;border:1px solid #c9c4ba;background:#fff;margin-top:10px;cursor:pointer}
button.yes{background:#1a7f37;color:#fff;border-color:#1a7f37}small{color:#66625a}a{color:#1a5fb4}`

/** A page of the provider. `body` is HTML. */
export const renderPage = (title: string, body: string): string => `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style></head><body><main>${body}</main></body></html>`

/** What is paid, to whom and how much, at the top of every page that asks for money. `name` is that of the provider. */
export const renderTradeFacts = (trade: SandboxTrade, name: string): string =>
  `<h1>${name}（沙箱）</h1><p>${plain(trade.title)}</p><strong>${formatMoney(fen(trade.amount), { grouped: false })}</strong><p>商户单号 ${plain(trade.outTradeNo)}</p>`

export const HTML_TYPE = 'text/html; charset=utf-8'

/** What has become of a payment, in words for the buyer. */
export const tradeStateTexts: Record<SandboxTrade['state'], string> = {
  NOTPAY: '等待付款',
  SUCCESS: '已付款',
  CLOSED: '已关闭，不能再付款',
  REFUND: '已付款，后有退款',
}

/** The two buttons of a page that asks for money. `note` says what the page stands for; `action` is where they lead, with `fields` as HTML. */
export const renderPayForm = (note: string, { action, fields = '' }: { action?: string; fields?: string } = {}): string =>
  `<form method="post"${action === undefined ? '' : ` action="${plain(action)}"`}>${fields}
<button class="yes" name="answer" value="pay">确认付款</button><button name="answer" value="refuse">放弃付款</button></form>
<small>这里没有真实的钱：${note}</small>`

/** Whether the buyer has pressed 确认付款, by the sent form. */
export const isPayAnswer = (body: unknown): boolean => new URLSearchParams(String(body)).get('answer') === 'pay'

/** A page of the provider that says why it does nothing. */
export const renderFaultPage = (name: string, text: string): string =>
  renderPage(name, `<h1>${name}（沙箱）</h1><p role="alert">${plain(text)}</p>`)
