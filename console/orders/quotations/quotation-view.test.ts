import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { SkuBrief } from '#contract/catalog/goods/sku-brief.ts'
import { consoleQuotationEndpoints } from '#contract/orders/quotations/console-api.ts'
import type { ConsoleQuotationLine } from '#contract/orders/quotations/shapes.ts'
import { fen } from '#contract/platform/core/money.ts'
import {
  computeOfferSummary,
  findQuotationOfferErrors,
  formatLastDayOfLine,
  formatOfferedVsCurrentPrice,
  listAnswerableLines,
  type QuotationOfferDraftLine,
  toInitialQuotationOfferDraft,
  toInitialValidDays,
  toOfferInput,
} from './quotation-view.ts'

const [A, B] = ['01a1fc9d-f591-7013-a263-0707dcd05cf0', '01a1fc9d-f591-700f-b98a-07a5e44cec15']
const steps = [
  { from: 1, salePrice: fen(3_850), creditPrice: fen(4_040), saleLabel: null },
  { from: 20, salePrice: fen(3_600), creditPrice: null, saleLabel: null },
]
const sku = { skuId: A, steps, minimum: 1, step: 1 } as unknown as SkuBrief
const line = (lineNo: number, given: Partial<ConsoleQuotationLine> = {}) =>
  ({ lineNo, sku, goodsNum: 10, offer: null, orderNo: null, ...given }) as ConsoleQuotationLine
const answer = (given: Partial<QuotationOfferDraftLine> = {}): QuotationOfferDraftLine => ({
  offered: true,
  skuId: A,
  sale: '35',
  credit: '37',
  leadDays: '7',
  validDays: '',
  note: '',
  ...given,
})

test('an offer begins with the asked goods at the prices of now for that quantity', () => {
  expect(toInitialQuotationOfferDraft([line(1), line(2, { goodsNum: 20 }), line(3, { sku: null })], undefined)).toEqual({
    1: { offered: true, skuId: A, sale: '38.5', credit: '40.4', leadDays: '', validDays: '', note: '' },
    2: { offered: true, skuId: A, sale: '36', credit: '', leadDays: '', validDays: '', note: '' },
    3: { offered: true, skuId: '', sale: '', credit: '', leadDays: '', validDays: '', note: '' },
  })
})

test('a new version begins with the last one, and lines that are ordered are left out', () => {
  const last = { madeAt: new Date('2026-11-18T16:30:00.000Z'), validUntil: '2026-12-19' }
  const offer = {
    outcome: 'OFFERED',
    skuId: B,
    salePrice: fen(3_300),
    creditPrice: null,
    leadDays: 0,
    validUntil: '2026-11-26',
    note: '现货',
  }
  const lines = [line(1, { offer } as unknown as Partial<ConsoleQuotationLine>), line(2, { orderNo: '202611184715428845' })]
  expect(listAnswerableLines({ lines }).map(({ lineNo }) => lineNo)).toEqual([1])
  expect(toInitialQuotationOfferDraft(lines, last)[1]).toEqual({
    offered: true,
    skuId: B,
    sale: '33',
    credit: '',
    leadDays: '0',
    validDays: '7',
    note: '现货',
  })
  // A line as long as the offer stays so, and the offer begins with as many days as the last one: the days of a line never exceed them.
  const whole = { offer: { ...offer, validUntil: '2026-12-19' } } as unknown as Partial<ConsoleQuotationLine>
  expect(toInitialQuotationOfferDraft([line(1, whole)], last)[1]?.validDays).toBe('')
  expect([toInitialValidDays(last), toInitialValidDays(undefined)]).toEqual([30, 15])
})

test('an answer needs goods and a price, on credit not below it, and no SKU twice', () => {
  const errorsOf = (...answers: QuotationOfferDraftLine[]) =>
    Object.fromEntries(
      findQuotationOfferErrors(
        Object.fromEntries(answers.map((one, at) => [at + 1, one])),
        answers.map((_, at) => line(at + 1)),
        15,
      ),
    )
  expect(errorsOf(answer(), answer({ skuId: B, credit: '', leadDays: '' }))).toEqual({})
  expect(errorsOf(answer({ skuId: '', sale: '', credit: 'x', leadDays: '400' }))).toEqual({
    1: { skuId: '请选择供应的商品', sale: '请填写现金价', credit: '最多两位小数，如 38.5', leadDays: '0–365 天' },
  })
  expect(errorsOf(answer({ validDays: '15' }), answer({ skuId: B, validDays: '16' }))).toEqual({ 2: { validDays: '1–15 天，不超过整单' } })
  expect(errorsOf(answer({ validDays: '0' }))).toEqual({ 1: { validDays: '1–15 天，不超过整单' } })
  expect(errorsOf(answer({ credit: '34.99' }))).toEqual({ 1: { credit: '不能低于现金价' } })
  expect(errorsOf(answer(), answer({ sale: '0' }))).toEqual({
    1: { skuId: '同一商品只能用于一行' },
    2: { skuId: '同一商品只能用于一行', sale: '金额须大于 0' },
  })
  // Nothing is demanded of a line that is not offered, and its goods are free for another line.
  expect(errorsOf(answer(), answer({ offered: false, sale: '' }))).toEqual({})
})

test('the server gets each answer in its own terms', () => {
  const lines = toOfferInput({ 1: answer({ sale: '1,035.5', credit: '', validDays: '5' }), 2: answer({ offered: false, note: '停产' }) }, [
    line(1),
    line(2),
  ])
  expect(lines).toEqual([
    { lineNo: 1, outcome: 'OFFERED', skuId: A, salePrice: fen(103_550), creditPrice: null, leadDays: 7, validDays: 5, note: '' },
    { lineNo: 2, outcome: 'NOT_OFFERED', note: '停产' },
  ])
  const input = { enterpriseId: A, id: B, rowVersion: 1, validDays: 15, note: '', lines, confirmed: false }
  expect(z.safeEncode(consoleQuotationEndpoints.quote.input, input).success).toBe(true)
})

test('an offered price is compared with the price of now', () => {
  expect(formatOfferedVsCurrentPrice(fen(3_650), fen(3_850))).toBe('比现价低 5.2%')
  expect(formatOfferedVsCurrentPrice(fen(3_900), fen(3_850))).toBe('比现价高 1.3%')
  expect(formatOfferedVsCurrentPrice(fen(3_850), fen(3_850))).toBe('与现价相同')
  expect([
    formatOfferedVsCurrentPrice(undefined, fen(1)),
    formatOfferedVsCurrentPrice(fen(1), null),
    formatOfferedVsCurrentPrice(fen(1), undefined),
  ]).toEqual(['', '', ''])
})

test('the question before sending says what the offer comes to', () => {
  expect(computeOfferSummary({ 1: answer({ validDays: '5' }), 2: answer({ offered: false }) }, [line(1), line(2)])).toEqual({
    offered: 1,
    declined: 1,
    shorter: 1,
    amount: 35_000,
  })
})

test('a line that was ordered in time has not ended', () => {
  const offer = { validUntil: '2026-12-05' } as ConsoleQuotationLine['offer']
  const lines = [
    { offer, ended: false, orderNo: null },
    { offer, ended: true, orderNo: null },
    { offer, ended: true, orderNo: '202611184715428845' },
    { offer: null, ended: false, orderNo: null },
  ]
  expect(lines.map(formatLastDayOfLine)).toEqual(['2026-12-05', '2026-12-05 已到期', '已下单', ''])
})
