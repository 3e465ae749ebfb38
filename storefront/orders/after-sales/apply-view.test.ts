import { expect, test } from 'vitest'
import type { AfterSaleOptions } from '#contract/orders/after-sales/shapes.ts'
import {
  afterSaleHistoryLabel,
  afterSaleSteps,
  missingAfterSaleFieldErrors,
  toAfterSaleLineInputs,
  toSelectableUnits,
} from './apply-view.ts'

const line = { lineNo: 1, unsent: 3, sent: 4 } as AfterSaleOptions['lines'][number]

test('unsent units can only be refunded', () => {
  expect(toSelectableUnits([line], 'REFUND').map(({ key, max }) => [key, max])).toEqual([
    ['1 unsent', 3],
    ['1 sent', 4],
  ])
  expect(toSelectableUnits([line], 'RETURN').map(({ key }) => key)).toEqual(['1 sent'])
  expect(toSelectableUnits([{ ...line, sent: 0 }], 'EXCHANGE')).toEqual([])
})

test('chosen quantities are capped at the selectable units of the after-sale type', () => {
  const chosen = { '1 unsent': 2, '1 sent': 9 }
  expect(toAfterSaleLineInputs(toSelectableUnits([line], 'REFUND'), chosen)).toEqual([
    { lineNo: 1, stage: 'unsent', quantity: 2 },
    { lineNo: 1, stage: 'sent', quantity: 4 },
  ])
  expect(toAfterSaleLineInputs(toSelectableUnits([line], 'EXCHANGE'), chosen)).toEqual([{ lineNo: 1, stage: 'sent', quantity: 4 }])
})

test('goods or freight, and a reason, are required', () => {
  expect(missingAfterSaleFieldErrors({ lines: [], freight: false, reason: '' })).toEqual({
    lines: '请选择要申请售后的商品',
    reason: '请选择原因',
  })
  expect(missingAfterSaleFieldErrors({ lines: [], freight: true, reason: '其他' })).toEqual({})
})

test('steps are done, current or ahead', () => {
  const statuses = (type: 'REFUND' | 'RETURN', state: string) => afterSaleSteps(type, state).map(({ status }) => status)
  expect(statuses('REFUND', 'APPLIED')).toEqual(['done', 'current', 'ahead'])
  expect(statuses('RETURN', 'RETURNING')).toEqual(['done', 'done', 'done', 'current', 'ahead'])
  expect(statuses('RETURN', 'REFUNDED')).toEqual(['done', 'done', 'done', 'done', 'done'])
})

test('an event without a label gets a generic text', () =>
  expect([afterSaleHistoryLabel('refund'), afterSaleHistoryLabel('x')]).toEqual(['已退款', '售后更新']))
