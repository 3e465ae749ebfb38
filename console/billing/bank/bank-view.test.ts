import { expect, test } from 'vitest'
import type { ExpectedBankTransfer } from '#contract/billing/bank/shapes.ts'
import { fen } from '#contract/platform/core/money.ts'
import {
  type AllocationDraft,
  addAllocationDraft,
  bankLineStatus,
  computeRestAfterAllocations,
  isInAllocationDrafts,
  sumAllocationDrafts,
  toAllocationDraftOfExpectedTransfer,
} from './bank-view.ts'
import { toManualBankLine } from './manual-line.ts'

const transfer = { enterpriseId: 'e', enterpriseName: '岩层矿业', paymentId: 'p', tradeId: 't', title: '订单付款', amount: fen(300_000) }
const awaited = transfer as ExpectedBankTransfer
const paid = toAllocationDraftOfExpectedTransfer(awaited) as AllocationDraft
const wallet: AllocationDraft = {
  part: { to: 'wallet', enterpriseId: 'e', amount: fen(50_000) },
  company: '岩层矿业',
  title: '转入企业钱包',
}

test('a line is nobody’s, partly used, or used up', () => {
  const labels = [400_000, 100_000, 0].map((rest) => bankLineStatus({ rest: fen(rest), amount: fen(400_000) }).label)
  expect(labels).toEqual(['待认领', '部分认领', '已用完'])
})

test('a transfer under way is paid as such, an order whose buyer has not begun as its trade', () => {
  expect(paid.part).toEqual({ to: 'payment', enterpriseId: 'e', paymentId: 'p', amount: 300_000 })
  expect(toAllocationDraftOfExpectedTransfer({ ...awaited, paymentId: null })?.part).toEqual({
    to: 'trade',
    enterpriseId: 'e',
    tradeId: 't',
    amount: 300_000,
  })
  expect(toAllocationDraftOfExpectedTransfer({ ...awaited, paymentId: null, tradeId: null })).toBeUndefined()
})

test('a transfer is used once, and a company’s wallet with one sum', () => {
  expect(isInAllocationDrafts([paid], toAllocationDraftOfExpectedTransfer(awaited) as AllocationDraft)).toBe(true)
  expect(isInAllocationDrafts([paid], wallet)).toBe(false)
  const more = { ...wallet, part: { ...wallet.part, amount: fen(70_000) } }
  expect(addAllocationDraft([paid, wallet], more)).toEqual([paid, more])
})

test('what would be left is told with every use', () => {
  expect(computeRestAfterAllocations(fen(400_000), [paid, wallet])).toBe(50_000)
  expect(computeRestAfterAllocations(fen(320_000), [paid, wallet])).toBe(-30_000)
  expect(sumAllocationDrafts([paid, wallet])).toBe(350_000)
})

test('a typed line is as large as what it is used for, unless it says more', () => {
  const given = { reference: 'ABCD', day: '2026-11-20' }
  expect(toManualBankLine(given, fen(100)).amount).toBe(100)
  expect(toManualBankLine({ ...given, lineAmount: '¥2.50' }, fen(100)).amount).toBe(250)
  expect(() => toManualBankLine(given)).toThrow()
})
