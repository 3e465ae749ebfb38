import { expect, test } from 'vitest'
import type { OfferedPaymentChannel, Payment } from '#contract/money/payments/api.ts'
import { fen } from '#contract/platform/core/money.ts'
import { computePaymentPollInterval, sandboxPageUrl, toPayAgainAndPaidForLinks, toPaymentPageState } from './payment-view.ts'

const NOW = new Date('2026-11-21T02:00:00.000Z')
const later = new Date('2026-11-21T02:15:00.000Z')
const payment = (given: Partial<Payment> = {}): Payment => ({
  paymentId: 'p',
  purpose: 'trade',
  tradeId: 't',
  channel: 'wechat',
  title: '截齿',
  amount: fen(60_000),
  state: 'PENDING',
  invitation: null,
  failure: null,
  createdAt: NOW,
  expiresAt: later,
  paidAt: null,
  ...given,
})

test('a pending payment is polled every three seconds, and less often while the page is hidden', () => {
  const waits = [0, 1, 2, 3, 4, 5, 6, 200].map((unseen) => computePaymentPollInterval(payment(), unseen))
  expect(waits).toEqual([3_000, 6_000, 12_000, 24_000, 48_000, 60_000, 60_000, 60_000])
  expect(computePaymentPollInterval(payment({ state: 'UNKNOWN' }), 0)).toBe(3_000)
  for (const state of ['SETTLED', 'CLOSED'] as const) expect(computePaymentPollInterval(payment({ state }), 0)).toBe(false)
})

test('the page state follows the server; the local clock only decides whether the time limit has passed', () => {
  const qr = { show: 'qr', codeUrl: 'weixin://wxpay/bizpayurl?pr=x' } as const
  const page = { show: 'redirect', url: 'https://gateway.95516.com/x' } as const
  expect(toPaymentPageState(payment(), NOW)).toEqual({ at: 'preparing' })
  expect(toPaymentPageState(payment({ invitation: qr }), NOW)).toEqual({ at: 'scan', code: qr.codeUrl })
  expect(toPaymentPageState(payment({ invitation: page }), NOW)).toEqual({ at: 'go', url: page.url })
  expect(toPaymentPageState(payment({ invitation: qr }), later)).toEqual({ at: 'ending' })
  expect(toPaymentPageState(payment({ state: 'UNKNOWN' }), NOW)).toEqual({ at: 'unclear' })
  expect(toPaymentPageState(payment({ state: 'SETTLED' }), later)).toEqual({ at: 'settled' })
  expect(toPaymentPageState(payment({ state: 'CLOSED', failure: '支付超时未完成，已关闭' }), later)).toEqual({
    at: 'closed',
    why: '支付超时未完成，已关闭',
  })
})

test('a redirect leads to http(s) pages only', () => {
  expect(toPaymentPageState(payment({ invitation: { show: 'authorise', url: 'javascript:alert(1)' } }), NOW)).toEqual({ at: 'unclear' })
  expect(toPaymentPageState(payment({ invitation: { show: 'redirect', url: 'javascript:alert(1)' } }), NOW)).toEqual({ at: 'unclear' })
})

test('the sandbox has a test page, real providers have none', () => {
  const offered = [{ channel: 'wechat', label: '微信支付', sandbox: true, scenes: ['desk' as const] }] satisfies OfferedPaymentChannel[]
  const page = 'http://127.0.0.1:8090/scan/1'
  expect(sandboxPageUrl(payment(), page, offered)).toBe(page)
  expect(
    sandboxPageUrl(
      payment(),
      page,
      offered.map((one) => ({ ...one, sandbox: false })),
    ),
  ).toBeUndefined()
  expect(sandboxPageUrl(payment(), 'weixin://wxpay/bizpayurl?pr=x', offered)).toBeUndefined()
  expect(sandboxPageUrl(payment({ channel: 'card' }), page, offered)).toBeUndefined()
})

test('each payment purpose has its own return link', () => {
  expect(toPayAgainAndPaidForLinks(payment()).again).toEqual({ to: '/order_pay_online_pay', search: { tradeId: 't' } })
  expect(toPayAgainAndPaidForLinks(payment({ purpose: 'topUp', tradeId: null })).look.to).toBe('/cash_account_charge_log')
  expect(toPayAgainAndPaidForLinks(payment({ purpose: 'repay', tradeId: null })).again.to).toBe('/credit_account_repayment_log')
})
