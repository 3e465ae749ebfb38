import { expect, test } from 'vitest'
import { sumInvoicedAmounts } from '#contract/catalog/supplier-invoices/match-line.ts'
import type { SupplierInvoiceLine, UninvoicedLine } from '#contract/catalog/supplier-invoices/shapes.ts'
import { fen } from '#contract/platform/core/money.ts'
import { listTypedLineDifferences, proposeInvoiceLines, toTypedInvoiceLine } from './typed-invoice-view.ts'

const line = (orderLineNo: number): UninvoicedLine => ({
  purchaseOrderId: 'order',
  orderNo: 'CG202611290001',
  orderLineNo,
  skuId: `sku ${orderLineNo}`,
  skuCode: 'KT-1',
  goodsName: '截齿',
  skuProps: '{}',
  unit: '件',
  ordered: 10,
  orderedPrice: fen(11_300),
  orderedTaxRate: 1_300,
  received: 8,
  invoiced: 2,
})

test('an untouched line has what came and is not invoiced at its price; an emptied one is left out', () => {
  const [first = expect.fail('nothing is proposed')] = proposeInvoiceLines([line(1)])
  const typed = toTypedInvoiceLine(first)
  expect(typed).toMatchObject({ quantity: 6, price: 11_300, taxRate: 1_300, net: 60_000, tax: 7_800 })
  expect([toTypedInvoiceLine(first, { quantity: null }), toTypedInvoiceLine(first, { quantity: 0 })]).toEqual(['out', 'out'])
  expect(toTypedInvoiceLine(first, { price: 'x' })).toBeUndefined()
  // The supplier rounds the tax otherwise, or the whole line.
  expect(toTypedInvoiceLine(first, { tax: '78.01' })).toMatchObject({ net: 59_999, tax: 7_801 })
  expect(toTypedInvoiceLine(first, { quantity: 3, total: '339.01' })).toMatchObject({ net: 30_001, tax: 3_900 })
  const dearer = toTypedInvoiceLine(first, { quantity: 9, price: '120' })
  if (!dearer || dearer === 'out') return expect.fail('a dearer line is on the invoice')
  expect(listTypedLineDifferences(first, dearer, 100)).toEqual(['金额比采购价高 ¥63.00', '比已收未开票多 3', '比采购数量多 1'])
  expect(sumInvoicedAmounts([dearer, dearer])).toEqual({ net: 191_150, tax: 24_850, total: 216_000 })
})

test('a returned invoice is proposed as it was typed, and what it does not name is left out until it gets a quantity', () => {
  const named = { quantity: 4, price: fen(11_300), taxRate: 1_300, net: fen(39_998), tax: fen(5_202) }
  const returned = [{ ...line(1), ...named, lineNo: 1 } as SupplierInvoiceLine]
  const [first, second] = proposeInvoiceLines([line(1), line(2)], returned)
  if (!first || !second) return expect.fail('both lines are proposed')
  expect([toTypedInvoiceLine(first), toTypedInvoiceLine(second)]).toMatchObject([{ quantity: 4, net: 39_998, tax: 5_202 }, 'out'])
  expect(toTypedInvoiceLine(first, { quantity: 5 }), 'its amounts follow').toMatchObject({ net: 50_000, tax: 6_500 })
  expect(toTypedInvoiceLine(second, { quantity: 1 })).toMatchObject({ orderLineNo: 2, net: 10_000 })
})
