import { expect, test } from 'vitest'
import type { BankLine } from '#contract/billing/bank/shapes.ts'
import type { VoucherReviewCase } from '#contract/billing/bank/voucher-api.ts'
import { fen } from '#contract/platform/core/money.ts'
import {
  formatApproveVoucherQuestion,
  formatLabelWithCount,
  formatVoucherDecision,
  listVoucherWarningsToShow,
  MANUAL_LINE_CHOICE,
  toApproveVoucherInput,
  toVoucherRejectReason,
  toVoucherStateFilter,
  toVoucherStateTabs,
  withChosenBankLine,
} from './voucher-view.ts'

const opened = {
  enterpriseId: 'e',
  id: 'v',
  state: 'REVIEW',
  title: '订单付款',
  enterpriseName: '岩层矿业',
  secondAbove: fen(10_000_000),
} as VoucherReviewCase
const line = { id: 'l', reference: '20261120001', payerName: '岩层矿业', amount: fen(400_000) } as BankLine

test('the queue shows vouchers waiting for review unless another state is selected', () => {
  expect(toVoucherStateFilter(undefined)).toEqual({ state: 'REVIEW' })
  expect(toVoucherStateFilter('REJECTED')).toEqual({ state: 'REJECTED' })
  expect(toVoucherStateFilter('ALL')).toEqual({})
  expect(toVoucherStateTabs(2).SECOND.label).toBe('待复核 2')
  expect(formatLabelWithCount('待审核', 0)).toBe('待审核')
})

test('the approval sends the amount that was entered, with the selected or entered bank line', () => {
  const base = { enterpriseId: 'e', id: 'v', amount: 123_456 }
  expect(toApproveVoucherInput(opened, { amount: '1,234.56', line: 'l' })).toEqual({ ...base, lineId: 'l' })
  const typed = { amount: '1234.56', line: MANUAL_LINE_CHOICE, reference: ' 20261120009 ', day: '2026-11-20', payerName: '岩层矿业' }
  const received = { reference: '20261120009', day: '2026-11-20', payerName: '岩层矿业', payerAccount: '', remark: '' }
  expect(toApproveVoucherInput(opened, typed)).toEqual({ ...base, line: { ...received, amount: 123_456 } })
  expect(toApproveVoucherInput(opened, { ...typed, lineAmount: '5000' })).toEqual({ ...base, line: { ...received, amount: 500_000 } })
})

test('the second person enters only the amount', () => {
  expect(toApproveVoucherInput({ ...opened, state: 'SECOND' }, { amount: '1234.56', line: 'l' })).not.toHaveProperty('lineId')
})

test('the confirmation dialog lists every amount and whether one person is enough', () => {
  expect(formatApproveVoucherQuestion(opened, fen(400_000), line)).toBe(
    '岩层矿业 · 订单付款：到账 ¥4,000.00（流水 20261120001，岩层矿业 ¥4,000.00）。确认后立即入账，不能撤销。',
  )
  expect(formatApproveVoucherQuestion(opened, fen(10_000_000), 'ABC123')).toContain('确认后立即入账')
  expect(formatApproveVoucherQuestion(opened, fen(10_000_001), 'ABC123')).toBe(
    '岩层矿业 · 订单付款：到账 ¥100,000.01（新登记流水 ABC123）。超过 ¥100,000.00，还需另一位财务人员复核后入账。',
  )
  expect(formatApproveVoucherQuestion({ ...opened, state: 'SECOND' }, fen(10_000_001), line)).toContain('确认后立即入账')
})

test('a voucher that a colleague has already decided says so', () => {
  const decided = { ...opened, decidedBy: '财务小锋', decidedAt: new Date('2026-11-20T02:12:00Z') }
  expect(formatVoucherDecision(opened)).toBeUndefined()
  expect(formatVoucherDecision({ ...decided, state: 'REJECTED' })).toBe('财务小锋 于 2026-11-20 10:12 驳回')
  expect(formatVoucherDecision({ ...decided, state: 'ACCEPTED' })).toContain('确认到账')
})

test('the rejection opinion combines the ticked reasons and the typed text', () => {
  expect(toVoucherRejectReason({ reasons: ['图片不清晰，请重新上传'], words: ' 缺少回单号 ' })).toBe('图片不清晰，请重新上传；缺少回单号')
  expect(toVoucherRejectReason({ reasons: [] })).toBe('')
})

test('of several vouchers with the same picture one is listed, the others on request', () => {
  const same = (no: number) => ({ kind: 'duplicatePicture' as const, text: `第 ${no} 次` })
  const other = { kind: 'amountDiffers' as const, text: '应付 ¥1.00' }
  const warnings = [same(1), same(2), same(3), other]
  expect(listVoucherWarningsToShow(warnings, false)).toEqual({ shown: [same(1), other], folded: 2 })
  expect(listVoucherWarningsToShow(warnings, true)).toEqual({ shown: warnings, folded: 0 })
  expect(listVoucherWarningsToShow([other], false)).toEqual({ shown: [other], folded: 0 })
})

test('another search keeps the line that is chosen, because it would be approved', () => {
  const other = { id: 'o' } as BankLine
  expect(withChosenBankLine([other], [line], 'l')).toEqual([line, other])
  expect(withChosenBankLine([line, other], [line], 'l')).toEqual([line, other])
  expect(withChosenBankLine([other], [line], undefined)).toEqual([other])
})
