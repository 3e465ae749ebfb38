import { expect, test } from 'vitest'
import type { ReplenishmentRow } from '#contract/operations/reports/stock-api.ts'
import { getReasonAgainstOnePurchaseOrder, toPurchaseOrderOfAdvice } from './replenishment-view.ts'

const row = (skuCode: string, supplierId: string, { shopName = '一店', advised = 5 } = {}) =>
  ({ skuCode, shopName, advised, supplier: { supplierId } }) as ReplenishmentRow

test('rows of one supplier and shop make one order with the advised quantities at the prices of the supplier', () => {
  const rows = [row('A-1', 's'), row('A-2', 's', { advised: 9 })]
  expect(getReasonAgainstOnePurchaseOrder(rows)).toBeUndefined()
  expect(toPurchaseOrderOfAdvice(rows)).toMatchObject({
    supplierId: 's',
    rowVersion: 0,
    lines: [
      { skuCode: 'A-1', quantity: 5, price: null },
      { skuCode: 'A-2', quantity: 9, price: null },
    ],
  })
})

test.each<[string, ReplenishmentRow[]]>([
  ['请先勾选规格', []],
  ['一张采购单只能有一个供应商，请按供应商筛选后勾选', [row('A-1', 's'), row('A-2', 't')]],
  ['一张采购单只能有一个店铺的商品，请按店铺筛选后勾选', [row('A-1', 's'), row('A-2', 's', { shopName: '二店' })]],
  ['一张采购单最多 200 行，已勾选 201 个', Array.from({ length: 201 }, (_, at) => row(`A-${at}`, 's'))],
])('what cannot be one order says why: %s', (reason, rows) => {
  expect(getReasonAgainstOnePurchaseOrder(rows)).toBe(reason)
})
