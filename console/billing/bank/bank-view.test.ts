import { expect, test } from 'vitest'
import type { ExpectedBankTransfer } from '#contract/billing/bank/shapes.ts'
import { fen } from '#contract/platform/core/money.ts'
import {
  type AllocationDraft,
  addAllocationDraft,
  computeRestAfterAllocations,
  isInAllocationDrafts,
  sumAllocationDrafts,
  toAllocationDraftOfExpectedTransfer,
  toBankLineAssignmentStatus,
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

test('a bank line is unallocated, partly allocated or fully allocated', () => {
  const labels = [400_000, 100_000, 0].map((rest) => toBankLineAssignmentStatus({ rest: fen(rest), amount: fen(400_000) }).label)
  expect(labels).toEqual(['待认领', '部分认领', '已用完'])
})

test('an allocation targets the pending payment, or the trade if no payment was started', () => {
  expect(paid.part).toEqual({ to: 'payment', enterpriseId: 'e', paymentId: 'p', amount: 300_000 })
  expect(toAllocationDraftOfExpectedTransfer({ ...awaited, paymentId: null })?.part).toEqual({
    to: 'trade',
    enterpriseId: 'e',
    tradeId: 't',
    amount: 300_000,
  })
  expect(toAllocationDraftOfExpectedTransfer({ ...awaited, paymentId: null, tradeId: null })).toBeUndefined()
})

test('a transfer is allocated only once, and a second sum for the same wallet replaces the first', () => {
  expect(isInAllocationDrafts([paid], toAllocationDraftOfExpectedTransfer(awaited) as AllocationDraft)).toBe(true)
  expect(isInAllocationDrafts([paid], wallet)).toBe(false)
  const more = { ...wallet, part: { ...wallet.part, amount: fen(70_000) } }
  expect(addAllocationDraft([paid, wallet], more)).toEqual([paid, more])
})

test('every allocation shows the rest of the bank line', () => {
  expect(computeRestAfterAllocations(fen(400_000), [paid, wallet])).toBe(50_000)
  expect(computeRestAfterAllocations(fen(320_000), [paid, wallet])).toBe(-30_000)
  expect(sumAllocationDrafts([paid, wallet])).toBe(350_000)
})

test('a manual bank line has the allocated amount unless another amount is entered', () => {
  const given = { reference: 'ABCD', day: '2026-11-20' }
  expect(toManualBankLine(given, fen(100)).amount).toBe(100)
  expect(toManualBankLine({ ...given, lineAmount: '¥2.50' }, fen(100)).amount).toBe(250)
  expect(() => toManualBankLine(given)).toThrow()
})
