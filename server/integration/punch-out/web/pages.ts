import type { FastifyReply } from 'fastify'
import type { ReturnFields } from '#server/integration/punch-out/punch-out-store.ts'
import { escapeHtml, toSha256Source } from '#server/platform/core/html.ts'

const SUBMIT = 'document.forms[0].submit()'
const STYLE = 'body{font:16px/1.6 sans-serif;max-width:32rem;margin:15vh auto;padding:0 1rem}button{font:inherit;padding:.5rem 1.5rem}'

const toHtml = (title: string, body: string): string =>
  `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style></head><body>${body}</body></html>`

const input = ([name, value]: ReturnFields[number]): string =>
  `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`

interface ReturnPage {
  returnUrl: string
  fields: ReturnFields
  /** The hosts that the owner has allowed. */
  returnHosts: readonly string[]
  /** Whether the browser sends the form by itself. */
  submits: boolean
}

/**
 * Sends the page with the form that goes to the procurement system. Its policy allows only the script that sends it, and the hosts of the owner:
 * a system may redirect from the one that receives the form to another. The system sees the origin of the mall, because many refuse a form
 * without one.
 */
export function sendReturnPage(reply: FastifyReply, { returnUrl, fields, returnHosts, submits }: ReturnPage): FastifyReply {
  const targets = new Set([new URL(returnUrl).origin, ...returnHosts.map((host) => `https://${host}`)])
  const policy = [
    "default-src 'none'",
    `style-src ${toSha256Source(STYLE)}`,
    ...(submits ? [`script-src ${toSha256Source(SUBMIT)}`] : []),
    `form-action ${[...targets].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  const form = `<form method="post" action="${escapeHtml(returnUrl)}" accept-charset="utf-8">${fields.map(input).join('')}<p>正在把购物车返回采购系统…</p><button>返回采购系统</button></form>`
  return reply
    .headers({
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': policy.join('; '),
      'Referrer-Policy': 'strict-origin',
    })
    .send(toHtml('返回采购系统', submits ? `${form}<script>${SUBMIT}</script>` : form))
}

/** Sends a page that says why a procurement system could not open the mall. */
export const sendRefusalPage = (reply: FastifyReply, status: number, why: string): FastifyReply =>
  reply
    .code(status)
    .headers({
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': `default-src 'none'; style-src ${toSha256Source(STYLE)}; frame-ancestors 'none'`,
    })
    .send(toHtml('无法进入商城', `<h1>无法进入商城</h1><p>${escapeHtml(why)}</p><p>请返回采购系统重试，或联系贵公司的系统管理员。</p>`))
