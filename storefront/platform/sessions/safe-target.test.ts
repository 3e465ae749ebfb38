import { expect, test } from 'vitest'
import { ORDER_LINES_MAX } from '#contract/orders/orders/order-sources.ts'
import { parseRedirectTarget } from './safe-target.ts'

const ours = { origin: 'https://mall.example.com', allowed: ['https://pay.example.com'] }

test.each([
  ['/', '/'],
  ['/cart', '/cart'],
  ['/detail?goodsId=1&x=https://evil.example', '/detail?goodsId=1&x=https://evil.example'],
  ['/my_order_detail?orderNo=202611211234567890', '/my_order_detail?orderNo=202611211234567890'],
  ['/shop?keyword=%E6%88%AA', '/shop?keyword=%E6%88%AA'],
  ['/loginish', '/loginish'],
])('%s is a screen of the mall', (value, path) => expect(parseRedirectTarget(value, ours)).toEqual({ kind: 'route', path }))

test.each([
  ['https://mall.example.com/#/cart', 'https://mall.example.com/#/cart'],
  ['HTTPS://MALL.EXAMPLE.COM/x', 'https://mall.example.com/x'],
  ['https://mall.example.com:443/', 'https://mall.example.com/'],
  ['https://pay.example.com/back?order=1', 'https://pay.example.com/back?order=1'],
])('%s is allowed as an external redirect', (value, url) => expect(parseRedirectTarget(value, ours)).toEqual({ kind: 'leave', url }))

test.each([
  'https://evil.example',
  'http://mall.example.com/',
  'https://mall.example.com:444/',
  'https://mall.example.com.evil.example/',
  'https://mall.example.com@evil.example/',
  'https://user:pw@mall.example.com/',
  'https://evil.example/https://mall.example.com',
  'https://xn--mll-8na.example.com/',
  'https://',
  'https://[',
  'https:evil.example',
  'https:/evil.example',
  'http:\\\\evil.example',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '\t//evil.example',
  ' //evil.example',
  ' https://evil.example',
  '/\n/evil.example',
  '/%0a\u0000',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://mall.example.com/1',
  'file:///etc/passwd',
  'ftp://mall.example.com/',
  'mailto:a@b.c',
  'about:blank',
  'evil.example',
  'cart',
  './cart',
  '../cart',
  '?x=1',
  '#/cart',
  '',
  '/login',
  '/login?redirectUrl=/login',
  '/login_error?redirectUrl=/cart',
  '/login_success',
  '/login#x',
  '/login/',
  `/${'a'.repeat(9_000)}`,
  '/a\u2028b',
  '/a\\b',
])('%j redirects to the home page', (value) => expect(parseRedirectTarget(value, ours)).toEqual({ kind: 'route', path: '/' }))

test.each([[undefined], [null], [5], [['/cart']], [{ path: '/cart' }]])('a value that is no text redirects to the home page: %j', (value) =>
  expect(parseRedirectTarget(value, ours)).toEqual({ kind: 'route', path: '/' }),
)

/** An address in the mall's format: every comma between cart lines is encoded. */
const confirmationOf = (lines: number) => `/order_info?${new URLSearchParams({ cartIds: Array(lines).fill(crypto.randomUUID()).join() })}`

test.each([51, 100, ORDER_LINES_MAX])('the confirmation page of %i cart lines survives a login redirect', (lines) => {
  const order = `${confirmationOf(lines)}&addressId=${crypto.randomUUID()}&method=transfer`
  const form = `/address_add_account?${new URLSearchParams({ back: order })}`
  for (const path of [order, form]) expect(parseRedirectTarget(path, ours)).toEqual({ kind: 'route', path })
})
