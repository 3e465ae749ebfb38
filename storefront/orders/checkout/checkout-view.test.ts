import { expect, test } from 'vitest'
import type { OfferedPaymentMethod } from '#contract/orders/orders/preview-shapes.ts'
import type { SubmittedTrade } from '#contract/orders/orders/shapes.ts'
import { fen } from '#contract/platform/core/money.ts'
import { createRefusal } from '#contract/platform/core/refusals.ts'
import {
  computeCreditCost,
  formatCouponIdsByShopParam,
  formatPriceDirection,
  parseCouponIdsByShopParam,
  parseGoodsToOrder,
  parseOrderChangesInRefusal,
  parsePaymentMethod,
  toTradeViewModel,
  tradeOrdersLink,
} from './checkout-view.ts'

const A = '01a1fc9d-f591-7013-a263-0707dcd05cf0'
const B = '01a1fc9d-f591-700f-b98a-07a5e44cec15'

test('the address names cart lines, or SKUs with quantities', () => {
  expect(parseGoodsToOrder({ cartIds: `${A},${B},${A}` })).toEqual({ cartIds: [A, B] })
  expect(parseGoodsToOrder({ skuId: A, goodsNum: '20' })).toEqual({ lines: [{ skuId: A, goodsNum: 20 }] })
  expect(parseGoodsToOrder({ lines: `${A}:20,${B}:3` })).toEqual({
    lines: [
      { skuId: A, goodsNum: 20 },
      { skuId: B, goodsNum: 3 },
    ],
  })
})

test('the address names lines of a quotation and the version that was seen, and neither price nor quantity', () => {
  const quotation = { quotationId: A, version: 2, lineNos: [1, 3] }
  expect(parseGoodsToOrder({ quotationId: A, version: '2', lineNos: '1,3', skuId: B, goodsNum: '20' })).toEqual({ quotation })
})

test.each([
  {},
  { quotationId: A },
  { quotationId: 'x', version: '1', lineNos: '1' },
  { quotationId: A, version: '0', lineNos: '1' },
  { quotationId: A, version: '1e0', lineNos: '1' },
  { quotationId: A, version: '1', lineNos: '' },
  { quotationId: A, version: '1', lineNos: '1,1' },
  { quotationId: A, version: '1', lineNos: '1,201' },
  { cartIds: '' },
  { cartIds: `${A},x` },
  { skuId: A },
  { skuId: A, goodsNum: '0' },
  { skuId: A, goodsNum: '1.5' },
  { skuId: A, goodsNum: '1e3' },
  { skuId: 'x', goodsNum: '1' },
  { lines: '' },
  { lines: `${A}:20,${B}` },
  { lines: `${A}:20,x:1` },
  { lines: Array(201).fill(`${A}:1`).join(',') },
])('the address %j names no lines', (search) => expect(parseGoodsToOrder(search)).toBeUndefined())

test('the payment method is one of four', () => {
  expect(parsePaymentMethod('wallet')).toBe('wallet')
  for (const none of [undefined, '', 'cash', 'toString']) expect(parsePaymentMethod(none)).toBeUndefined()
})

test('an outdated quote shows the old and new value of each change', () => {
  const changes = [{ skuId: A, goodsName: 'U84 采煤截齿', was: 38.5, is: 39.2 }]
  expect(
    parseOrderChangesInRefusal(createRefusal('ORDER_CHANGED', { changes, freightMoved: true, couponMoved: false, giftMoved: true })),
  ).toEqual({
    changes: [{ skuId: A, goodsName: 'U84 采煤截齿', was: 3_850, is: 3_920 }],
    quantityMoved: false,
    freightMoved: true,
    couponMoved: false,
    giftMoved: true,
  })
  expect(parseOrderChangesInRefusal(createRefusal('ORDER_CHANGED', { changes: 'x' }))).toEqual({
    changes: [],
    quantityMoved: false,
    freightMoved: false,
    couponMoved: false,
    giftMoved: false,
  })
  expect(parseOrderChangesInRefusal(createRefusal('OUT_OF_STOCK'))).toBeUndefined()
  expect(parseOrderChangesInRefusal(new Error('x'))).toBeUndefined()
})

test.each([
  [3_850, 3_920, '上涨'],
  [3_920, 3_850, '下降'],
  [null, 3_850, '变动'],
  [3_850, null, '变动'],
] as const)('from %s to %s a price is %s', (was, is, word) =>
  expect(formatPriceDirection({ was: was === null ? null : fen(was), is: is === null ? null : fen(is) })).toBe(word),
)

const methods = (credit: number | null, cash: number): OfferedPaymentMethod[] => [
  { method: 'credit', payable: credit === null ? null : fen(credit), funds: null, available: credit !== null, reason: null },
  { method: 'online', payable: fen(cash), funds: null, available: true, reason: null },
]

test('the cost of credit shows the surcharge, the due date and the annual rate', () => {
  // 254.00 on 5,110.00 for 19 days: 254 ÷ 5110 × 365 ÷ 19 = 95.49 %.
  const dear = { extra: 25_400, cash: 511_000, dueDay: '2026-12-10', days: 19, yearly: '95.5%' }
  expect(computeCreditCost(methods(536_400, 511_000), '2026-11-21')).toEqual(dear)
  expect(computeCreditCost(methods(511_000, 511_000), '2026-12-01')).toMatchObject({
    extra: 0,
    dueDay: '2027-01-10',
    days: 40,
    yearly: '0.0%',
  })
  expect(computeCreditCost(methods(9_999_999_999, 9_000_000_000), '2026-11-30')?.yearly).toBe('405.6%')
  expect(computeCreditCost(methods(null, 511_000), '2026-11-21')).toBeUndefined()
})

const orderOf = (orderNo: string, state: SubmittedTrade['orders'][number]['state'], payable = 100) => ({
  orderNo,
  state,
  payable: fen(payable),
})

test('a trade shows the state and the amount of its open orders', () => {
  const waiting = toTradeViewModel({ orders: [orderOf('1', 'WAIT_PAY'), orderOf('2', 'CANCELLED', 900), orderOf('3', 'WAIT_PAY')] })
  expect(waiting).toMatchObject({ state: 'unpaid', payable: 200 })
  expect(toTradeViewModel({ orders: [orderOf('1', 'SENT'), orderOf('2', 'WAIT_SEND')] }).state).toBe('paid')
  expect(toTradeViewModel({ orders: [orderOf('1', 'CANCELLED')] }).state).toBe('cancelled')
  expect(toTradeViewModel({ orders: [orderOf('1', 'WAIT_APPROVAL')] }).state).toBe('approval')
})

test('one order links to its page, several to the list', () => {
  const one = [orderOf('1', 'WAIT_PAY'), orderOf('2', 'CANCELLED')]
  expect(tradeOrdersLink(toTradeViewModel({ orders: one }), one)).toEqual({ to: '/my_order_detail', search: { orderNo: '1' } })
  const two = [orderOf('1', 'WAIT_PAY'), orderOf('2', 'WAIT_PAY')]
  expect(tradeOrdersLink(toTradeViewModel({ orders: two }), two)).toEqual({ to: '/my_order', search: {} })
})

test('the coupon choice of each shop survives the round trip through the address', () => {
  const [one, two, coupon] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  const coupons = { [one]: coupon, [two]: null }
  expect(parseCouponIdsByShopParam(formatCouponIdsByShopParam(coupons))).toEqual(coupons)
})

test.each([undefined, '', 'x', 'x:y', `x:${crypto.randomUUID()}`, `${crypto.randomUUID()}:x`, crypto.randomUUID()])(
  'no coupon choice is parsed from %o',
  (text) => expect(parseCouponIdsByShopParam(text)).toEqual({}),
)
