import { expect, test } from 'vitest'
import {
  afterSaleHistoryLabel,
  afterSaleUnitsError,
  toAfterSaleQueueChoices,
  toAfterSaleStatus,
  toApprovedAfterSaleLines,
} from './after-sale-view.ts'

test('an after-sale waits for staff, waits for the buyer, or is closed', () => {
  expect(toAfterSaleStatus({ type: 'REFUND', state: 'APPROVED' })).toEqual({ label: '待退款', tone: 'wait' })
  expect(toAfterSaleStatus({ type: 'RETURN', state: 'APPROVED' })).toEqual({ label: '待寄回', tone: 'way' })
  expect(toAfterSaleStatus({ type: 'EXCHANGE', state: 'RECEIVED' })).toEqual({ label: '待换货', tone: 'wait' })
  expect(toAfterSaleStatus({ type: 'EXCHANGE', state: 'EXCHANGED' }).tone).toBe('good')
  expect(toAfterSaleStatus({ type: 'RETURN', state: 'REJECTED' }).tone).toBe('bad')
})

test('a queue shows how many after-sales it has', () => {
  const choices = toAfterSaleQueueChoices([{ queue: 'decide', count: 3 }])
  expect([choices.decide.label, choices.refund.label]).toEqual(['待审核 3', '待退款'])
})

test('units are whole numbers and at most the available ones', () => {
  const faults = [2, 0, 3, -1, 0.5, null].map((units) => afterSaleUnitsError(units, 2, '同意'))
  expect(faults).toEqual([undefined, undefined, '同意最多 2', '数量必须为整数', '数量必须为整数', '请填写数量'])
})

test('a line that was not edited is approved with its full quantity', () => {
  const lines = [
    { lineNo: 1, stage: 'sent', asked: 3, accepted: 3 },
    { lineNo: 1, stage: 'unsent', asked: 2, accepted: 2 },
  ] as const
  expect(toApprovedAfterSaleLines(lines, { '1-sent': 1 })).toEqual([
    { lineNo: 1, stage: 'sent', quantity: 1 },
    { lineNo: 1, stage: 'unsent', quantity: 2 },
  ])
})

test('an event without a label is shown by its name', () =>
  expect([afterSaleHistoryLabel('refund'), afterSaleHistoryLabel('x')]).toEqual(['退款', 'x']))
