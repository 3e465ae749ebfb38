import { expect, test } from 'vitest'
import type { QuotationLine } from '#contract/orders/quotations/shapes.ts'
import { fen } from '#contract/platform/core/money.ts'
import { parseGoodsToOrder } from '#storefront/orders/checkout/checkout-view.ts'
import {
  computeQuotationTotals,
  formatLeadDays,
  isQuotationLineOrderable,
  parseQuotationFilter,
  quotationLineFault,
  quotationStatusNote,
  toQuotationCheckoutSearchParams,
} from './quotation-view.ts'

const line = ({ offer, offeredSku, ...given }: Record<string, unknown>) =>
  ({
    goodsNum: 20,
    orderNo: null,
    ended: false,
    ...given,
    offer: { outcome: 'OFFERED', salePrice: fen(3_500), creditPrice: fen(3_700), ...(offer as object) },
    offeredSku: { onShelf: true, shopPaused: false, stock: 50, unit: '支', minimum: 10, step: 5, ...(offeredSku as object) },
  }) as unknown as QuotationLine

test('the address filters the list, and invalid parameters are ignored', () => {
  expect(parseQuotationFilter({ state: 'QUOTED', keyword: ' 截齿 ', page: '2' })).toEqual({ state: 'QUOTED', keyword: '截齿', pageNo: 2 })
  expect(parseQuotationFilter({ state: 'toString', keyword: '  ', page: 'x' })).toEqual({ pageNo: 1 })
})

const open = { endedCount: 0, soonestLastDay: '2026-12-10', latestLastDay: '2026-12-10' }
const quoted = { state: 'QUOTED', validUntil: '2026-12-10', offeredCount: 3, orderedCount: 0, version: 1, ...open } as const

test('a request says where it stands and what comes next', () => {
  expect(quotationStatusNote({ ...quoted, state: 'REQUESTED', version: 0 })).toBe('客服正在核价，报价后会通知您')
  expect(quotationStatusNote({ ...quoted, state: 'REQUESTED' })).toBe('已请求重新报价，客服正在核价')
  expect(quotationStatusNote(quoted)).toBe('报价 3 种，12月10日（含）前可按报价下单')
  expect(quotationStatusNote({ ...quoted, orderedCount: 1 })).toBe('已下单 1 种，其余 2 种 12月10日（含）前可按报价下单')
  const notes = [
    { endedCount: 1 },
    { soonestLastDay: '2026-12-05' },
    { orderedCount: 1, endedCount: 1, soonestLastDay: '2026-12-08', latestLastDay: '2026-12-08' },
    { endedCount: 3, soonestLastDay: null, latestLastDay: null },
  ].map((changed) => quotationStatusNote({ ...quoted, ...changed }))
  expect(notes).toEqual([
    '1 种报价已到期，可请求重新报价，其余 2 种 12月10日（含）前可按报价下单',
    '报价 3 种，12月10日（含）前可按报价下单，最早的 12月5日到期',
    '已下单 1 种，1 种报价已到期，可请求重新报价，其余 1 种 12月8日（含）前可按报价下单',
    '3 种报价已到期，可请求重新报价',
  ])
  expect(quotationStatusNote({ ...quoted, state: 'EXPIRED' })).toBe('报价已于 12月10日到期，可请求重新报价')
  expect(quotationStatusNote({ ...quoted, state: 'REFUSED', reason: '已停产' })).toBe('客服不予报价：已停产')
})

test('a line that cannot be ordered now says why', () => {
  expect(quotationLineFault(line({}))).toBeUndefined()
  expect(quotationLineFault(line({ offeredSku: { onShelf: false } }))).toBe('商品已下架')
  expect(quotationLineFault(line({ offeredSku: { stock: 12 } }))).toBe('现货 12 支，不足')
  expect(quotationLineFault(line({ ended: true, offer: { validUntil: '2026-12-05' } }))).toBe('报价已于 12月5日到期')
  expect(quotationLineFault(line({ goodsNum: 12 }))).toBe('数量不符合起订量或倍数，请留言说明')
  expect(quotationLineFault(line({ offer: { outcome: 'NOT_OFFERED' } }))).toBeUndefined()
})

test('lines without a price, and lines that are ordered, cannot be chosen', () => {
  expect(
    [line({}), line({ orderNo: '1' }), line({ ended: true }), line({ offer: { outcome: 'NOT_OFFERED' } })].map(isQuotationLineOrderable),
  ).toEqual([true, false, false, false])
})

test('the totals are those of the offered prices; there is none on credit if a line is sold for cash only', () => {
  expect(computeQuotationTotals([line({}), line({ goodsNum: 10 })])).toEqual({ sale: 105_000, credit: 111_000 })
  expect(computeQuotationTotals([line({}), line({ offer: { creditPrice: null } })])).toEqual({ sale: 140_000, credit: null })
  expect(computeQuotationTotals([])).toEqual({ sale: 0, credit: 0 })
})

test('the confirmation page reads the address that the chosen lines lead to', () => {
  const id = '01a1fc9d-f591-7013-a263-0707dcd05cf0'
  expect(parseGoodsToOrder(toQuotationCheckoutSearchParams({ id, version: 2 }, [10, 3]))).toEqual({
    quotation: { quotationId: id, version: 2, lineNos: [3, 10] },
  })
})

test('a lead time is said in days', () => {
  expect([null, 0, 7].map(formatLeadDays)).toEqual(['', '现货，当日发出', '下单后 7 天发出'])
})
